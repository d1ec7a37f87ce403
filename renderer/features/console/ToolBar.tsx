import type { ConsoleLook } from '../../../shared/model/preferences-schema.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { MenuButton, MenuCheck, MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { IconButton } from '../../ui/Button.tsx'
import styles from './ToolBar.module.css'
import type { ConsoleTools } from './use-console-tools.ts'

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
