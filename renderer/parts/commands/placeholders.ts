import { own } from '../../../shared/own.ts'

/**
 * A placeholder in a saved command: `{player}`, `{how many}`. It begins with a letter, then letters, digits, spaces,
 * dashes; so JSON (`{"text":…}`) and item data (`{Count:1}`) are left alone.
 */
const placeholder = /\{(\p{L}[\p{L}\p{N} _-]{0,31})\}/gu

/** The names of a command's placeholders, each once, in order. */
export function placeholdersOf(command: string): readonly string[] {
  return [...new Set([...command.matchAll(placeholder)].map(([, name = '']) => name))]
}

export type Values = Readonly<Record<string, string>>

/** The command with its placeholders filled in; one without a value stays. */
export function fillPlaceholders(command: string, values: Values): string {
  return command.replace(placeholder, (whole, name: string) => own(values, name)?.trim() || whole)
}

/** Why a value cannot be filled in; null where it can. */
export function valueProblem(value: string): string | null {
  if (value.trim() === '') return 'Type something here.'
  return /\p{Cc}/u.test(value) ? 'Use one line without control characters.' : null
}
