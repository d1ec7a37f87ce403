import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { SavedCommand } from '../../../shared/model/preferences-schema.ts'
import { own } from '../../../shared/own.ts'

/** A command as it is sent: as typed, but control characters of pasted text become spaces. Empty for blanks alone. */
export function commandOf(text: string): string {
  const line = text.replace(/[^\P{Cc}\t]+/gu, ' ')
  return line.trim() === '' ? '' : line
}

/** The commands of a pasted text, one a line. */
export function commandsOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map(commandOf)
    .filter((command) => command !== '')
}

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

/** A command that completes the typed text. */
export type Suggestion = { readonly text: string; readonly isSaved: boolean }

/** The saved commands for a server: its own first, then those for all. */
export function savedFor(saved: readonly SavedCommand[], ref: ServerRef): readonly SavedCommand[] {
  return [...saved.filter((command) => command.ref === ref), ...saved.filter((command) => command.ref === null)]
}

/**
 * Commands that begin with the typed text, ignoring case: saved ones first, then those sent before, the latest first.
 * Each once, without the typed text itself.
 * @param history oldest first
 */
export function suggest(
  typed: string,
  history: readonly string[],
  saved: readonly SavedCommand[],
  max = 6,
): readonly Suggestion[] {
  const start = typed.trimStart().toLowerCase()
  const all = [
    ...saved.map(({ text }) => ({ text, isSaved: true })),
    ...history.toReversed().map((text) => ({ text, isSaved: false })),
  ]
  const texts = new Set<string>([typed.trim()])
  const found: Suggestion[] = []
  for (const suggestion of all) {
    if (found.length === max) break
    if (texts.has(suggestion.text) || !suggestion.text.toLowerCase().startsWith(start)) continue
    texts.add(suggestion.text)
    found.push(suggestion)
  }
  return found
}
