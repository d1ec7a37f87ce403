import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { NativeImage } from 'electron'
import { strict } from './strict.ts'

type Size = { width: number; height: number }

type Shape = Pick<
  NativeImage,
  'isEmpty' | 'getSize' | 'toPNG' | 'setTemplateImage' | 'isTemplateImage' | 'toDataURL' | 'addRepresentation'
>

export type StandInImage = Shape & { readonly _path: string | null }

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

function fromPath(path: string): StandInImage {
  const image = createImage(existsSync(path) ? readFileSync(path) : Buffer.alloc(0), 1, path)
  const extension = extname(path)
  for (const scaleFactor of [2, 3]) {
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
