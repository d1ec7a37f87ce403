/** The commands typed for one server, and the position reached with ↑ and ↓. */
export type History = {
  /** Oldest first, without immediate repeats. */
  readonly lines: readonly string[]
  /** Index of the line shown; null while it is the person's own draft. */
  readonly at: number | null
  /** What was typed before the first ↑. */
  readonly draft: string
}

const limit = 500

/** A history of earlier commands, oldest first. */
export function createHistory(lines: readonly string[]): History {
  return { lines: lines.filter((line, i) => line !== lines[i - 1]).slice(-limit), at: null, draft: '' }
}

/** The history after `line` was sent. */
export function remember(history: History, line: string): History {
  return createHistory([...history.lines, line])
}

/** One step back (-1) or forward (1) from the text in the input; null where there is none. */
export function step(history: History, by: -1 | 1, shown: string): { history: History; text: string } | null {
  const { lines, at } = history
  const draft = at === null ? shown : history.draft
  const next = (at ?? lines.length) + by
  if (next < 0 || next > lines.length) return null
  if (next === lines.length) return { history: { lines, at: null, draft: '' }, text: draft }
  return { history: { lines, at: next, draft }, text: lines[next] ?? '' }
}
