import { existsSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { NativeImage } from 'electron'
import { decodeIco } from '../../build/icons/ico.ts'
import { strict } from './strict.ts'

type Size = { width: number; height: number }

export type StandInImage = Pick<NativeImage, 'isEmpty' | 'getSize' | 'isTemplateImage'> & {
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

/** @param pngs of one picture in several sizes, the first at scale 1; what is no PNG is left out */
function createImage(pngs: readonly Uint8Array[], path: string | null): StandInImage {
  const sizes = pngs.flatMap((png) => pngSize(Buffer.from(png)) ?? [])
  return strict('nativeImage', {
    _path: path,
    _trayPixels() {
      const widths = sizes.map(({ width }) => width)
      // Windows' tray passes over every scale of a PNG but the first.
      return process.platform === 'win32' && !isIco(path) ? widths.slice(0, 1) : widths
    },
    isEmpty: () => sizes.length === 0,
    getSize: () => sizes[0] ?? { width: 0, height: 0 },
    isTemplateImage: () => path !== null && /Template(@\dx)?\.png$/.test(path),
  } satisfies StandInImage)
}

const isIco = (path: string | null) => path !== null && extname(path) === '.ico'

/** The scales that Electron looks for beside a file. */
const scales = [1.25, 1.33, 1.4, 1.5, 1.8, 2, 2.5, 3, 4, 5]

function fromPath(path: string): StandInImage {
  // Other systems than Windows read no icon of its kind, and have an empty image of it.
  if (isIco(path)) {
    const pictures = process.platform === 'win32' && existsSync(path) ? decodeIco(readFileSync(path)) : []
    return createImage(
      pictures.map(({ png }) => png),
      path,
    )
  }
  const extension = extname(path)
  const stem = path.slice(0, path.length - extension.length)
  const larger = extension === '' ? [] : scales.map((scale) => `${stem}@${scale}x${extension}`)
  return createImage(
    [path, ...larger].filter((file) => existsSync(file)).map((file) => readFileSync(file)),
    path,
  )
}

/** Images are kept as the sizes of their PNG data; nothing is decoded. */
export const nativeImage = strict('nativeImage', { createFromPath: fromPath })
