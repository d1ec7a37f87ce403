import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { NativeImage } from 'electron'
import { decodeIco } from '../../build/icons/ico.ts'
import { strict } from './strict.ts'

type Size = { width: number; height: number }

type Shape = Pick<
  NativeImage,
  'isEmpty' | 'getSize' | 'toPNG' | 'setTemplateImage' | 'isTemplateImage' | 'toDataURL' | 'addRepresentation'
>

export type StandInImage = Shape & {
  readonly _path: string | null
  /** The widths in pixels among which a tray chooses. */
  _trayPixels(): readonly number[]
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** The size in the PNG's header; undefined for anything else. */
function pngSize(data: Buffer): Size | undefined {
  if (data.length < 24 || !data.subarray(0, 8).equals(pngSignature)) return undefined
  return { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
}

function createImage(data: Buffer, scaleFactor: number, path: string | null): StandInImage {
  const representations: { data: Buffer; scaleFactor: number }[] =
    pngSize(data) === undefined ? [] : [{ data, scaleFactor }]
  let isTemplate = path !== null && /Template(@\dx)?\.png$/.test(path)
  const best = () => representations[0]
  return strict('nativeImage', {
    _path: path,
    _trayPixels() {
      const widths = representations.map((one) => pngSize(one.data)?.width ?? 0)
      // Windows' tray passes over every scale of a PNG but the first.
      return process.platform === 'win32' && !isIco(path) ? widths.slice(0, 1) : widths
    },
    isEmpty: () => representations.length === 0,
    getSize() {
      const first = best()
      const size = first === undefined ? undefined : pngSize(first.data)
      if (first === undefined || size === undefined) return { width: 0, height: 0 }
      return { width: size.width / first.scaleFactor, height: size.height / first.scaleFactor }
    },
    toPNG: () => Buffer.from(best()?.data ?? []),
    toDataURL: () => `data:image/png;base64,${(best()?.data ?? Buffer.alloc(0)).toString('base64')}`,
    setTemplateImage(option: boolean) {
      isTemplate = option
    },
    isTemplateImage: () => isTemplate,
    addRepresentation({ scaleFactor: factor = 1, buffer, dataURL }) {
      const added = buffer ?? Buffer.from(dataURL?.split(',')[1] ?? '', 'base64')
      if (pngSize(added) !== undefined) representations.push({ data: added, scaleFactor: factor })
    },
  } satisfies StandInImage)
}

const isIco = (path: string | null) => path !== null && extname(path) === '.ico'

/** A Windows icon. Other systems read none, and have an empty image of it. */
function fromIco(path: string): StandInImage {
  const pictures = process.platform === 'win32' && existsSync(path) ? decodeIco(readFileSync(path)) : []
  const [first] = pictures
  const image = createImage(Buffer.from(first?.png ?? []), 1, path)
  for (const { pixels, png } of pictures.slice(1)) {
    image.addRepresentation({ scaleFactor: pixels / (first?.pixels ?? pixels), buffer: Buffer.from(png) })
  }
  return image
}

function fromPath(path: string): StandInImage {
  if (isIco(path)) return fromIco(path)
  const image = createImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), 1, path)
  const extension = extname(path)
  // The scales that Electron looks for beside a file.
  for (const scaleFactor of [1.25, 1.33, 1.4, 1.5, 1.8, 2, 2.5, 3, 4, 5]) {
    const larger = `${path.slice(0, -extension.length)}@${scaleFactor}x${extension}`
    if (extension !== '' && existsSync(larger)) image.addRepresentation({ scaleFactor, buffer: readFileSync(larger) })
  }
  return image
}

/** Images are kept as PNG data with their size; nothing is decoded. */
export const nativeImage = strict('nativeImage', {
  createEmpty: () => createImage(Buffer.alloc(0), 1, null),
  createFromPath: fromPath,
  createFromBuffer: (data: Buffer, options: { scaleFactor?: number } = {}) =>
    createImage(data, options.scaleFactor ?? 1, null),
  createFromDataURL: (url: string) => createImage(Buffer.from(url.split(',')[1] ?? '', 'base64'), 1, null),
})
