import { useRef, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ConsoleLook } from '../../../shared/model/preferences-schema.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { MenuButton, MenuCheck, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { inWords, useTask } from '../../ui/use-task.ts'
import styles from './ConsolePane.module.css'

const choices = [
  ['wraps', 'Wrap long lines'],
  ['timestamps', 'Show times'],
  ['screenReader', 'Screen reader support'],
] as const satisfies readonly (readonly [keyof ConsoleLook, string])[]

/** The look of consoles; a choice applies to all of them, at once. */
function LookItems() {
  const { bridge, run } = useClient()
  const look = useAppState((state) => state.preferences.console)
  return choices.map(([key, label]) => (
    <MenuCheck
      key={key}
      checked={look[key]}
      onChange={(on) => void run(() => bridge.call('preferences:set', { console: { ...look, [key]: on } }))}
    >
      {label}
    </MenuCheck>
  ))
}

/** The controls of a console that shows live output. `alone` where it has a window of its own. */
export function ToolBar({ tools, alone }: { tools: ConsoleTools; alone: boolean }) {
  if (!tools.hasOutput) return null
  return (
    <div className={styles.tools}>
      <IconButton icon="search" label="Find in the console" aria-keyshortcuts="Control+F" onClick={tools.find} />
      <MenuButton icon="more" label="Console options">
        <LookItems />
        <MenuLine />
        <MenuItem onClick={tools.clear}>Clear the console</MenuItem>
        <MenuItem onClick={tools.save.start}>Save the console to a file…</MenuItem>
        {!alone && <MenuItem onClick={tools.openWindow}>Open in its own window</MenuItem>}
      </MenuButton>
    </div>
  )
}

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
    if (result.ok) consoles.lines(ref)?.clear(result.value.upTo)
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
