import type { FileEnd, FileEntry, FileReading } from '../../shared/files/contract.ts'
import { type FilePath, maxEditBytes, maxEndBytes, nameOf, stampOf } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type DownloadJob, download } from '../transfers/download.ts'
import { fileAt, type Place } from './place.ts'
import { decodeText } from './text-codec.ts'

/** The way to the machine that has the files. It gets no key. */
export type MachineWay = Pick<DownloadJob, 'clock' | 'fetch' | 'userAgent'>

/** The last bytes of what was downloaded, and how many there were in all. */
type Tail = { readonly bytes: Uint8Array; readonly size: number }

/** Keeps the last bytes of what comes, so many at most, and never more than twice as many meanwhile. */
function createTail(most: number) {
  let kept: Uint8Array[] = []
  let [keptBytes, size] = [0, 0]
  const join = () => {
    const all = Buffer.concat(kept)
    return all.subarray(Math.max(0, all.byteLength - most))
  }
  return {
    take(chunk: Uint8Array) {
      size += chunk.byteLength
      kept.push(chunk)
      keptBytes += chunk.byteLength
      if (keptBytes <= 2 * most) return
      const last = Buffer.from(join())
      kept = [last]
      keptBytes = last.byteLength
    },
    end: (): Tail => ({ bytes: join(), size }),
  }
}

/** Downloads a file over a link, of which only the last part is kept, in memory. */
async function downloadTail(
  place: Place,
  way: MachineWay,
  path: FilePath,
  { size, most }: { size: number | null; most: number },
): Promise<Result<Tail>> {
  const { files, identifier, options } = place
  const tail = createTail(most)
  const file = nameOf(path) ?? ''
  const downloaded = await download({
    ...way,
    link: () => files.downloadLink(identifier, path, options),
    folder: '',
    file,
    what: 'file',
    bytes: size,
    sha1: null,
    mayDiffer: true,
    signal: options.signal ?? new AbortController().signal,
    onProgress: () => undefined,
    openFile: async () =>
      ok({
        write: async (chunk) => tail.take(chunk),
        finish: async () => file,
        keep: async () => file,
        drop: async () => undefined,
      }),
  })
  if (downloaded.ok) return ok(tail.end())
  // Nothing of it is on a disk: it is larger than what is taken at all.
  const { code } = downloaded.error
  return code === 'download-wrong' || code === 'disk-full' ? fail('file-too-large') : downloaded
}

/** True for what no panel has converted, and nothing has changed since: plain ASCII of the size that the folder tells. */
const isPlain = (bytes: Uint8Array, size: number | null) =>
  bytes.byteLength === size && bytes.every((byte) => byte < 0x80)

/**
 * The true bytes of a file by the panel alone, where it has them; null where it may have converted them, or the file is
 * another one by now.
 */
export async function readFromPanel(
  { files, identifier, options }: Place,
  path: FilePath,
  { size, convertsText }: { size: number; convertsText: boolean },
): Promise<Result<Uint8Array | null>> {
  const read = await files.read(identifier, path, options)
  if (!read.ok) return read
  const isTrue = convertsText ? isPlain(read.value, size) : read.value.byteLength === size
  return ok(isTrue ? read.value : null)
}

/** A file's bytes; `isConverted` where the panel gave others than there are, and they could not be had. */
type FileBytes = { readonly bytes: Uint8Array; readonly isConverted: boolean }

/**
 * The bytes of a file that may be edited. A panel that converts what is not UTF-8 gives the true ones where they are plain
 * ASCII of the size that the folder tells; all else is downloaded from there.
 */
async function readBytes(
  place: Place,
  way: MachineWay,
  path: FilePath,
  { size, convertsText }: { size: FileEntry['size']; convertsText: boolean },
): Promise<Result<FileBytes>> {
  const read = await place.files.read(place.identifier, path, place.options)
  if (!read.ok) return read
  const told = read.value
  if (!convertsText || isPlain(told, size)) return ok({ bytes: told, isConverted: false })
  const downloaded = await downloadTail(place, way, path, { size, most: maxEditBytes })
  if (!downloaded.ok) {
    return downloaded.error.code === 'cancelled' ? downloaded : ok({ bytes: told, isConverted: true })
  }
  return downloaded.value.size > maxEditBytes
    ? fail('file-too-large')
    : ok({ bytes: downloaded.value.bytes, isConverted: false })
}

/** Reads a file as a text. Whether it was changed is seen later by how it stood in its folder right before. */
export async function readText(
  place: Place,
  way: MachineWay,
  path: FilePath,
  convertsText: () => Promise<boolean>,
): Promise<Result<FileReading>> {
  const file = await fileAt(place, path)
  if (!file.ok) return file
  const { size } = file.value
  const stamp = stampOf(file.value)
  const tooLarge = ok<FileReading>({ kind: 'too-large', stamp })
  if (size !== null && size > maxEditBytes) return tooLarge
  const read = await readBytes(place, way, path, { size, convertsText: await convertsText() })
  if (!read.ok) return read.error.code === 'file-too-large' ? tooLarge : read
  const { bytes, isConverted } = read.value
  const decoded = decodeText(bytes)
  return ok(decoded === null ? { kind: 'binary', stamp } : { kind: 'text', ...decoded, stamp, isConverted })
}

const lineEnd = 0x0a

/** The beginning of the first whole line of a part, or of the first whole character where it has no line. */
function wholeFrom(bytes: Uint8Array): number {
  const line = bytes.indexOf(lineEnd)
  if (line !== -1 && line + 1 < bytes.length) return line + 1
  const character = bytes.findIndex((byte) => (byte & 0xc0) !== 0x80)
  return Math.max(0, character)
}

/**
 * Reads the last part of a large text. All of it is downloaded, since machines give no parts, of which only the end stays
 * in memory. Error: `file-no-text`.
 */
export async function readEnd(place: Place, way: MachineWay, path: FilePath): Promise<Result<FileEnd>> {
  const file = await fileAt(place, path)
  if (!file.ok) return file
  const tail = await downloadTail(place, way, path, { size: file.value.size, most: maxEndBytes })
  if (!tail.ok) return tail
  const { bytes, size } = tail.value
  const isCut = size > bytes.byteLength
  const decoded = decodeText(isCut ? bytes.subarray(wholeFrom(bytes)) : bytes)
  if (decoded === null) return fail('file-no-text')
  return ok({ text: decoded.text, encoding: decoded.format.encoding, size, isCut })
}
