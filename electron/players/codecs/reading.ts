import { maxPlayerNameLength, maxPlayerNames } from '../../../shared/model/players.ts'
import { safeText, withoutUnsafe } from '../../../shared/model/text.ts'

/**
 * What a game's answer tells of its players. `max`: slots, null where none are told. `names` are for people to read
 * only. `isProxy`: it stands before several servers, and tells any number.
 */
export type DecodedCount = {
  readonly online: number
  readonly max: number | null
  readonly names: readonly string[]
  readonly isProxy?: true
}

/**
 * Why bytes are no reading:
 * - `foreign`: no answer to this question, as another one's id or another protocol. Over UDP the answer may still come.
 * - `malformed`: cut off, or not as the protocol has it.
 * - `too-large`: more than is read of one answer.
 * - `not-told`: well-formed, without a number of players that can be believed.
 */
export type Fault = 'foreign' | 'malformed' | 'too-large' | 'not-told'

/**
 * Maximum number of bytes that are read of one answer. The largest honest one is a Minecraft status with its icon, of
 * which a game's own client takes 32,767 characters, nearly all of them ASCII.
 */
export const maxAnswerBytes = 65_536

/** A number of players as it may come from outside: a non-negative safe integer, else null. */
export function countOf(value: unknown): number | null {
  // The sum makes 0 of a negative zero.
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) + 0 : null
}

/** The same for a number that is written in decimal digits and nothing else. */
export function countOfDigits(text: string): number | null {
  return /^\d{1,16}$/.test(text) ? countOf(Number(text)) : null
}

/** A foreign name that is safe to show: no colour codes (`§x`), no control characters, at most 64 long. */
export function safeName(name: string): string {
  const clean = safeText(withoutUnsafe(name).replaceAll(/§.?/gsu, ''), maxPlayerNameLength)
  if (clean.length <= maxPlayerNameLength) return clean
  // Characters beyond the first plane count twice; half of one is not left behind.
  return `${withoutUnsafe(clean.slice(0, maxPlayerNameLength - 1))}…`
}

/** Foreign names made safe; whatever is no name is left out. */
export function safeNames(names: readonly unknown[]): string[] {
  return names
    .slice(0, maxPlayerNames)
    .map((name) => (typeof name === 'string' ? safeName(name) : ''))
    .filter((name) => name !== '')
}

/**
 * Reads fields of a packet one after another. Beyond its end every field reads as empty or 0, and `isShort` says so from
 * then on, so that a decoder checks once. Its texts are UTF-8; what is none becomes U+FFFD. Never throws.
 */
export function createCursor(packet: Buffer) {
  let at = 0
  let isShort = false

  function bytes(count: number): Buffer {
    if (packet.length - at < count) {
      isShort = true
      at = packet.length
      return Buffer.alloc(0)
    }
    at += count
    return packet.subarray(at - count, at)
  }

  return {
    /** Exactly so many bytes. */
    bytes,
    u8: (): number => bytes(1)[0] ?? 0,
    /** Unsigned, least significant byte first. */
    u16le(): number {
      const [low = 0, high = 0] = bytes(2)
      return low + high * 256
    },
    /** Text up to a NUL, which is read as well. */
    text(): string {
      const end = packet.indexOf(0, at)
      if (end < 0) {
        bytes(packet.length + 1)
        return ''
      }
      const text = bytes(end - at).toString('utf8')
      bytes(1)
      return text
    },
    /** What is left, as bytes. */
    rest: (): Buffer => bytes(packet.length - at),
    isShort: (): boolean => isShort,
  }
}
