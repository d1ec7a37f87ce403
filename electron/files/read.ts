import type { FileEnd, FileEntry, FileReading } from '../../shared/files/contract.ts'
import { type FilePath, maxEditBytes, maxEndBytes, stampOf } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { ServerFiles } from '../panel/files.ts'
import { fileAt } from './entries.ts'
import { downloadTail, type MachineWay } from './machine-bytes.ts'
import { decodeText } from './text-codec.ts'

/** The last part of a file. `file-too-large` where it is larger than what is taken at all: nothing is on a disk. */
async function readTail(
  files: ServerFiles,
  way: MachineWay,
  path: FilePath,
  { size, most }: { size: number | null; most: number },
) {
  const link = () => files.downloadLink(path)
  const tail = await downloadTail({ ...way, link, bytes: size, mayDiffer: true, signal: files.signal, most })
  const isTooLarge = !tail.ok && (tail.error.code === 'download-wrong' || tail.error.code === 'disk-full')
  return isTooLarge ? fail('file-too-large') : tail
}

/** True for what no panel has converted, and nothing has changed since: plain ASCII of the size that the folder tells. */
const isPlain = (bytes: Uint8Array, size: number | null) =>
  bytes.byteLength === size && bytes.every((byte) => byte < 0x80)

/**
 * The true bytes of a file by the panel alone, where it has them; null where it may have converted them, or the file is
 * another one by now.
 */
export async function readFromPanel(
  files: ServerFiles,
  path: FilePath,
  { size, convertsText }: { size: number; convertsText: boolean },
): Promise<Result<Uint8Array | null>> {
  const read = await files.read(path)
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
  files: ServerFiles,
  way: MachineWay,
  path: FilePath,
  { size, convertsText }: { size: FileEntry['size']; convertsText: boolean },
): Promise<Result<FileBytes>> {
  const read = await files.read(path)
  if (!read.ok) return read
  const told = read.value
  if (!convertsText || isPlain(told, size)) return ok({ bytes: told, isConverted: false })
  const downloaded = await readTail(files, way, path, { size, most: maxEditBytes })
  if (!downloaded.ok) {
    return downloaded.error.code === 'cancelled' ? downloaded : ok({ bytes: told, isConverted: true })
  }
  return downloaded.value.size > maxEditBytes
    ? fail('file-too-large')
    : ok({ bytes: downloaded.value.bytes, isConverted: false })
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
export async function readEnd(files: ServerFiles, way: MachineWay, path: FilePath): Promise<Result<FileEnd>> {
  const file = await fileAt(files, path)
  if (!file.ok) return file
  const tail = await readTail(files, way, path, { size: file.value.size, most: maxEndBytes })
  if (!tail.ok) return tail
  const { bytes, size } = tail.value
  const isCut = size > bytes.byteLength
  const decoded = decodeText(isCut ? bytes.subarray(wholeFrom(bytes)) : bytes)
  if (decoded === null) return fail('file-no-text')
  return ok({ text: decoded.text, encoding: decoded.format.encoding, size, isCut })
}
