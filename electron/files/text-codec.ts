import type { TextEncoding, TextFormat } from '../../shared/files/contract.ts'

const marks: readonly (readonly [TextEncoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)

/**
 * The text of bytes, from which the byte order mark was taken; null where they are no text. A mark inside a text is one
 * of its characters.
 */
function decode(bytes: Uint8Array, encoding: TextEncoding): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Maximum percentage of odd control characters in what is taken for a text. */
const strangePercent = 5

/** True where bytes that are not UTF-8 look like a text all the same: no zeros, and few controls beside line ends. */
function looksLikeText(bytes: Uint8Array): boolean {
  let strange = 0
  for (const byte of bytes) {
    if (byte === 0) return false
    if (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) strange += 1
  }
  return strange * 100 <= bytes.length * strangePercent
}

/**
 * Reads bytes as a text that `encodeText` turns into the very same bytes; null for what is no text. What has no mark is
 * UTF-8 where it can be, else Windows-1252, in which each byte is a character.
 */
export function decodeText(bytes: Uint8Array): { text: string; format: TextFormat } | null {
  const marked = marks.find(([, mark]) => startsWith(bytes, mark))
  if (marked !== undefined) {
    const [encoding, mark] = marked
    const text = decode(bytes.subarray(mark.length), encoding)
    return text === null || text.includes('\0') ? null : { text, format: { encoding, hasBom: true } }
  }
  const text = decode(bytes, 'utf-8')
  if (text !== null) return text.includes('\0') ? null : { text, format: { encoding: 'utf-8', hasBom: false } }
  if (!looksLikeText(bytes)) return null
  const western = decode(bytes, 'windows-1252')
  return western === null ? null : { text: western, format: { encoding: 'windows-1252', hasBom: false } }
}

/** The characters of Windows-1252 whose bytes are other numbers than theirs. */
const westernBytes: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 0x20 }, (_, n) => [decode(Uint8Array.of(0x80 + n), 'windows-1252') ?? '', 0x80 + n]),
)

/** A byte for each character; null where one has none. */
function encodeWestern(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length)
  for (const [at, character] of [...text].entries()) {
    const code = character.charCodeAt(0)
    const byte = westernBytes.get(character) ?? (code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : null)
    if (byte === null || character.length > 1) return null
    bytes[at] = byte
  }
  return bytes
}

function encodePlain(text: string, encoding: TextEncoding): Uint8Array | null {
  if (encoding === 'windows-1252') return encodeWestern(text)
  // Half a pair of units is no character, and would come back as another one.
  if (!text.isWellFormed()) return null
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8')
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16be' ? bytes.swap16() : bytes
}

/** The bytes of a text; null where the encoding lacks one of its characters. */
export function encodeText(text: string, { encoding, hasBom }: TextFormat): Uint8Array | null {
  const bytes = encodePlain(text, encoding)
  const mark = hasBom ? (marks.find(([marked]) => marked === encoding)?.[1] ?? []) : []
  return bytes && Buffer.concat([Uint8Array.from(mark), bytes])
}
