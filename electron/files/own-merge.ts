import { maxEditBytes } from '../../shared/model/file.ts'
import type { OwnMerge, OwnSides } from '../../shared/model/file-move.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { hashOf } from './own-copy.ts'
import type { Edit } from './own-edit.ts'
import { decodeText, encodeText } from './text-codec.ts'

/** The way to what the editor saved while both were shown. */
const savedMeanwhile =
  'Copy what you want to keep of this and close it. Then choose “Save” and “Show both…” to merge what it saved.'

/** What a copy is when it is shown, or merged: its text, and the encoding in which the person's editor wrote it. */
function textOf(copy: Uint8Array) {
  const decoded = decodeText(copy)
  if (decoded !== null) return ok(decoded)
  return fail('file-no-text', {
    message: 'This is not a text file, so the two can’t be shown beside each other.',
    hint: 'Overwrite the one on the server, or drop your changes.',
  })
}

/** True for what says nothing of its encoding. */
const isPlain = (copy: Uint8Array) => copy.every((byte) => byte < 0x80)

const lacksTheirs = 'Take them out: the file on the server is in another encoding than UTF-8.'
const lacksMine = 'Take them out. Or choose UTF-8 for the file in your editor, and save it there.'

/**
 * The texts of this computer's side; what is on the server is read by itself. Error: `file-no-text`.
 * @param base the bytes as they were opened; null where an earlier run had them
 */
export function sidesOf(base: Uint8Array | null, copy: Uint8Array): Result<OwnSides> {
  const mine = textOf(copy)
  if (!mine.ok) return mine
  const before = base && decodeText(base)
  return ok({ base: before?.text ?? null, mine: mine.value.text, sha256: hashOf(copy) })
}

/**
 * The bytes of a merged text, in the encoding of the copy that was shown, or where that is plain ASCII in the one of the
 * server's file. Errors: `file-no-text`, `text-unencodable`, and
 * `state-changed` where the copy has something else by now than what was shown, or than what was merged of that before.
 */
export function mergedBytes(
  { merged }: Pick<Edit, 'merged'>,
  copy: Uint8Array,
  shown: Pick<OwnMerge, 'text' | 'format' | 'sha256'>,
): Result<Uint8Array> {
  const now = hashOf(copy)
  if (now !== shown.sha256 && !(merged?.from === shown.sha256 && merged.to === now)) {
    const message = 'Your editor saved this file once more meanwhile, so nothing was sent.'
    return fail('state-changed', { message, hint: savedMeanwhile })
  }
  const mine = textOf(copy)
  if (!mine.ok) return mine
  const theirs = isPlain(copy) ? shown.format : null
  const bytes = encodeText(shown.text, theirs ?? mine.value.format)
  if (bytes === null) return fail('text-unencodable', { hint: theirs === null ? lacksMine : lacksTheirs })
  return bytes.byteLength > maxEditBytes ? fail('file-too-large') : ok(bytes)
}
