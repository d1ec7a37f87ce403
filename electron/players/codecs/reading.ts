import { maxPlayerNameLength, maxPlayerNames } from '../../../shared/model/players.ts'
import { safeText, withoutUnsafe } from '../../../shared/model/text.ts'

/**
 * What a game's answer tells of its players. `max`: slots, null where none are told. `names` are for people to read
 * only. `isProxy`: it stands before several servers, and tells any number.
 */
export type Reading = {
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
