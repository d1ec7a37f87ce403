import { useEffect, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useClient } from '../../state/hooks.ts'
import { createHistory, remember, step } from './history.ts'

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
      if (moved === null) return null
      setHistory(moved.history)
      return moved.text
    },
  }
}

export type CommandHistory = ReturnType<typeof useHistory>
