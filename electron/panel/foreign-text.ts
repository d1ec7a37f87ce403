import { safeText } from '../../shared/model/text.ts'

/** A line of a panel, safe to show; null for anything else, and for one without a letter. */
export const lineOf = (value: unknown, max: number): string | null =>
  (typeof value === 'string' && safeText(value.slice(0, max), max)) || null

/** A text of a panel, line by line, safe to show; empty for anything else. Takes a maximum of characters. */
export function linesOf(value: unknown, max: number): string {
  if (typeof value !== 'string') return ''
  return value
    .slice(0, max)
    .split(/\r?\n/)
    .map((line) => safeText(line, max))
    .join('\n')
    .trim()
}
