import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { SavedCommand } from '../../../shared/model/preferences-schema.ts'

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
