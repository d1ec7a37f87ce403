import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useClient } from '../../state/hooks.ts'
import { inWords, useTask } from '../../ui/use-task.ts'

/** The actions on the console of a server as a whole, and their outcome. */
export function useConsoleTools(ref: ServerRef) {
  const { bridge, consoles, run } = useClient()
  const [search, setSearch] = useState(0)
  const save = useTask(() => inWords(bridge.call['console:save']({ ref }), ({ file }) => `Saved to ${file}`))
  const clear = async () => {
    const result = await run(() => bridge.call['console:clear']({ ref }))
    if (result.ok) consoles.lines(ref).clear(result.value.upTo)
  }
  return {
    /** Number of times that the search was opened; 0 while it is closed. */
    search,
    find: () => setSearch((asked) => asked + 1),
    closeSearch: () => setSearch(0),
    save,
    clear: () => void clear(),
    openWindow: () => void run(() => bridge.call['console:openWindow']({ ref })),
  }
}

export type ConsoleTools = ReturnType<typeof useConsoleTools>
