import { own } from '../../../shared/own.ts'

/**
 * A place in a saved command that is asked for: `{player}`, `{how many}`. A letter first, then letters, digits,
 * spaces, dashes; so braces of JSON (`{"text":…}`) and of item data (`{Count:1}`) stay what they are.
 */
const placeholder = /\{(\p{L}[\p{L}\p{N} _-]{0,31})\}/gu

/** The names of a command's placeholders, each once, in their order. */
export function placeholdersOf(command: string): readonly string[] {
  return [...new Set([...command.matchAll(placeholder)].map(([, name = '']) => name))]
}

export type Values = Readonly<Record<string, string>>

/** The command with what was given in each place; a place without anything stays as it is. */
export function fillPlaceholders(command: string, values: Values): string {
  return command.replace(placeholder, (whole, name: string) => own(values, name)?.trim() || whole)
}

/** Why something cannot stand in a place; null where it can. */
export function valueProblem(value: string): string | null {
  if (value.trim() === '') return 'Type something here.'
  return /\p{Cc}/u.test(value) ? 'Use one line without control characters.' : null
}
