import type { AppError } from '../../shared/error-schema.ts'
import type { FileEnd, FileEntry, FileReading } from '../../shared/files/contract.ts'
import { type FilePath, maxEditBytes, maxEndBytes, stampOf } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { download } from '../transfers/download.ts'
import type { MachineWay } from '../transfers/machine.ts'
import { fileAt } from './entries.ts'
import type { ServerFiles } from './panel.ts'
import { decodeText } from './text-codec.ts'

/** Keeps the last bytes of what comes, so many at most, and never more than twice as many meanwhile. */
function createTail(most: number) {
  let kept: Uint8Array[] = []
  let [keptBytes, size] = [0, 0]
  const last = () => {
    const all = Buffer.concat(kept)
    return all.subarray(Math.max(0, all.byteLength - most))
  }
  return {
    take(chunk: Uint8Array) {
      size += chunk.byteLength
      kept.push(chunk)
      keptBytes += chunk.byteLength
      if (keptBytes <= 2 * most) return
      kept = [Buffer.from(last())]
      keptBytes = most
    },
    end: () => ({ bytes: last(), size }),
  }
}

/**
 * The last bytes of a file, so many at most, and how many there are in all: it is downloaded, and nothing of it is on a
 * disk. `file-too-large` where it is larger than what is taken at all.
 */
async function readTail(
  files: ServerFiles,
  way: MachineWay,
  path: FilePath,
  { size, most }: { size: number | null; most: number },
): Promise<Result<{ readonly bytes: Uint8Array; readonly size: number }>> {
  const tail = createTail(most)
  const file = 'memory'
  const downloaded = await download({
    ...way,
    link: () => files.downloadLink(path),
    bytes: size,
    mayDiffer: true,
    folder: '',
    file,
    what: 'file',
    signal: files.signal ?? new AbortController().signal,
    openFile: async () =>
      ok({
        write: async (chunk) => tail.take(chunk),
        finish: async () => file,
        keep: async () => file,
        drop: async () => undefined,
      }),
  })
  if (downloaded.ok) return ok(tail.end())
  const { code } = downloaded.error
  return code === 'download-wrong' || code === 'disk-full' ? fail('file-too-large') : downloaded
}

/** True for what no panel has converted, and nothing has changed since: plain ASCII of the size that the folder tells. */
const isPlain = (bytes: Uint8Array, size: number | null) =>
  bytes.byteLength === size && bytes.every((byte) => byte < 0x80)

/** A file's bytes; `converted` says why the true ones could not be had, where the panel gave others than there are. */
type FileBytes = { readonly bytes: Uint8Array; readonly converted: AppError | null }

/** A name that panels may decode once too often when they read a file, and then give another one. */
const looksEncoded = (path: FilePath) => /%[0-9a-f]{2}/i.test(path)

/**
 * The bytes of a file that may be edited. A panel that converts what is not UTF-8 gives the true ones where they are plain
 * ASCII of the size that the folder tells; all else is downloaded from there, as is what no panel is asked for by name.
 */
export async function readBytes(
  files: ServerFiles,
  way: MachineWay,
  path: FilePath,
  { size, convertsText }: { size: FileEntry['size']; convertsText: boolean },
): Promise<Result<FileBytes>> {
  const read = looksEncoded(path) ? null : await files.read(path)
  if (read?.ok === false) return read
  const content = read?.value
  if (content && (!convertsText || isPlain(content, size))) return ok({ bytes: content, converted: null })
  const downloaded = await readTail(files, way, path, { size, most: maxEditBytes })
  if (!downloaded.ok) {
    const { error } = downloaded
    return content === undefined || error.code === 'cancelled' ? downloaded : ok({ bytes: content, converted: error })
  }
  return downloaded.value.size > maxEditBytes
    ? fail('file-too-large')
    : ok({ bytes: downloaded.value.bytes, converted: null })
}

/** Reads a file as a text. Whether it was changed is seen later by how it stood in its folder right before. */
export async function readText(
  files: ServerFiles,
  way: MachineWay,
  path: FilePath,
  convertsText: () => Promise<boolean>,
): Promise<Result<FileReading>> {
  const file = await fileAt(files, path)
  if (!file.ok) return file
  const { size } = file.value
  const stamp = stampOf(file.value)
  const tooLarge = ok<FileReading>({ kind: 'too-large', stamp })
  if (size !== null && size > maxEditBytes) return tooLarge
  const read = await readBytes(files, way, path, { size, convertsText: await convertsText() })
  if (!read.ok) return read.error.code === 'file-too-large' ? tooLarge : read
  const { bytes, converted } = read.value
  const isConverted = converted !== null
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
export async function readEnd(files: ServerFiles, way: MachineWay, path: FilePath): Promise<Result<FileEnd>> {
  const file = await fileAt(files, path)
  if (!file.ok) return file
  const tail = await readTail(files, way, path, { size: file.value.size, most: maxEndBytes })
  if (!tail.ok) return tail
  const { bytes, size } = tail.value
  const isCut = size > bytes.byteLength
  const decoded = decodeText(isCut ? bytes.subarray(wholeFrom(bytes)) : bytes)
  if (decoded === null) return fail('file-no-text')
  return ok({ text: decoded.text, size, isCut })
}
