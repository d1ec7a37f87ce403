import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ConsoleLook } from '../../../shared/model/preferences-schema.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { MenuButton } from '../../ui/ActionMenu.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { inWords, useTask } from '../../ui/use-task.ts'

const looks = [
  ['wraps', 'Wrap long lines'],
  ['timestamps', 'Show times'],
  ['screenReader', 'Screen reader support'],
] as const satisfies readonly (readonly [keyof ConsoleLook, string])[]

/** The controls of a console that shows live output. `alone` where it has a window of its own. */
export function ToolBar({ tools, alone }: { tools: ConsoleTools; alone: boolean }) {
  const { send } = useClient()
  // It is the same for all consoles.
  const look = useAppState((state) => state.preferences.console)
  if (!tools.hasOutput) return null
  const choices = looks.map(([key, label]) => ({
    label,
    isOn: look[key],
    onClick: () => send('preferences:set', { console: { ...look, [key]: !look[key] } }),
  }))
  const acts = [
    { label: 'Clear the console', onClick: tools.clear },
    { label: 'Save the console to a file…', onClick: tools.save.start },
    ...(alone ? [] : [{ label: 'Open in its own window', onClick: tools.openWindow }]),
  ]
  return (
    <div data-flex="">
      <IconButton icon="search" label="Find in the console" aria-keyshortcuts="Control+F" onClick={tools.find} />
      <MenuButton icon="more" label="Console options" groups={[choices, acts]} />
    </div>
  )
}

/** The actions on the console of a server as a whole, and their outcome. */
export function useConsoleTools(ref: ServerRef) {
  const { bridge, consoles, run, send } = useClient()
  const [search, setSearch] = useState(0)
  const hasOutput = useAppState((state) => state.consoles[ref]?.stream?.phase !== 'none')
  const save = useTask(() => inWords(bridge.call('console:save', { ref }), ({ file }) => `Saved to ${file}`))
  const clear = async () => {
    const result = await run(() => bridge.call('console:clear', { ref }))
    if (result.ok) consoles.lines(ref)?.clear(result.value.upTo)
  }
  return {
    /** There is live output, which the other tools are for. */
    hasOutput,
    /** Number of times that the search was opened; 0 while it is closed. */
    search,
    find: () => setSearch((asked) => asked + 1),
    closeSearch: () => setSearch(0),
    /** The saving of its lines. */
    save,
    clear: () => void clear(),
    openWindow: () => send('console:openWindow', { ref }),
  }
}

export type ConsoleTools = ReturnType<typeof useConsoleTools>
