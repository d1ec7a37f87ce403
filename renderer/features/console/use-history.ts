import { useEffect, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient } from '../../state/hooks.ts'

/** The history of a server's commands, and the steps through it. */
export function useHistory(ref: ServerRef) {
  const { bridge, run } = useClient()
  const [history, setHistory] = useState(() => createHistory([]))
  useEffect(() => {
    let isGone = false
    void attempt(() => bridge.call('console:history', { ref })).then((result) => {
      // Commands sent before the answer came follow those in it.
      if (!isGone && result.ok) setHistory(({ lines }) => createHistory([...result.value.commands, ...lines]))
    })
    return () => {
      isGone = true
    }
  }, [bridge, ref])
  return {
    lines: history.lines,
    /** Clears the history, here and in the app. */
    async forget() {
      const result = await run(() => bridge.call('console:forget', { ref }))
      if (result.ok) setHistory(createHistory([]))
    },
    remember: (line: string) => setHistory((before) => remember(before, line)),
    /** The text one step further back (-1) or forward (1); null where there is none. */
    step(by: -1 | 1, shown: string): string | null {
      const moved = step(history, by, shown)
      if (moved !== null) setHistory(moved.history)
      return moved?.text ?? null
    },
  }
}

export type CommandHistory = ReturnType<typeof useHistory>

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
  const { lines } = history
  // A line that was changed, or another text in its place, is the person's own: the next step back leads to the last command.
  const at = history.at !== null && lines[history.at] === shown ? history.at : null
  const draft = at === null ? shown : history.draft
  const next = (at ?? lines.length) + by
  if (next < 0 || next > lines.length) return null
  if (next === lines.length) return { history: { lines, at: null, draft: '' }, text: draft }
  return { history: { lines, at: next, draft }, text: lines[next] ?? '' }
}
