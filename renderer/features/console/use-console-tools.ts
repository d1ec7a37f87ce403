import { useRef, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { inWords, useTask } from '../../ui/use-task.ts'

/** The actions on the console of a server as a whole, and their outcome. */
export function useConsoleTools(ref: ServerRef) {
  const { bridge, consoles, run } = useClient()
  const [search, setSearch] = useState(0)
  const hasOutput = useAppState((state) => state.consoles[ref]?.stream?.phase !== 'none')
  const savedAt = useRef(0)
  const save = useTask(async () => {
    try {
      return await inWords(bridge.call('console:save', { ref }), ({ file }) => `Saved to ${file}`)
    } finally {
      savedAt.current = Date.now()
    }
  })
  const hasSaved = save.done !== null || save.error !== null
  const clear = async () => {
    const result = await run(() => bridge.call('console:clear', { ref }))
    if (result.ok) consoles.lines(ref).clear(result.value.upTo)
  }
  return {
    /** There is live output, which the other tools are for. */
    hasOutput,
    /** Number of times that the search was opened; 0 while it is closed. */
    search,
    find: () => setSearch((asked) => asked + 1),
    closeSearch: () => setSearch(0),
    /** The saving of its lines; `at` is when it ended, null while there is nothing to tell of it. */
    save: { ...save, at: hasSaved ? savedAt.current : null },
    clear: () => void clear(),
    openWindow: () => void run(() => bridge.call('console:openWindow', { ref })),
  }
}

export type ConsoleTools = ReturnType<typeof useConsoleTools>
