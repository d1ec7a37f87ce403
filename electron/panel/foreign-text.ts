import { safeText, withoutUnsafe } from '../../shared/model/text.ts'
import type { HideToken } from './token-echo.ts'

/** A line of a panel, safe to show; null for anything else, and for one without a letter. */
export const lineOf = (value: unknown, max: number): string | null =>
  (typeof value === 'string' && safeText(value.slice(0, max), max)) || null

/**
 * A text of a panel that may be edited and sent back, safe to show; empty for anything else. Its lines and blanks stay as
 * they are, but those at its ends go. `isWhole` is false where something else is left out: all beyond `max` characters,
 * characters that can't be shown, the token. What is sent back would lose that.
 */
export function editableOf(value: unknown, max: number, hideToken: HideToken): { text: string; isWhole: boolean } {
  const raw = typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim() : ''
  const shown = raw.slice(0, max).split('\n').map(withoutUnsafe).join('\n')
  const text = hideToken(shown).slice(0, max).trim()
  return { text, isWhole: text === raw }
}
