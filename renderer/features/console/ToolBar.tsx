import type { ConsoleLook } from '../../../shared/model/preferences.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { MenuCheck } from '../../ui/ActionMenu.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './ToolBar.module.css'
import type { ConsoleTools } from './use-console-tools.ts'

const choices = [
  ['wraps', 'Wrap long lines'],
  ['timestamps', 'Times'],
  ['screenReader', 'Screen reader support'],
] as const satisfies readonly (readonly [keyof ConsoleLook, string])[]

/** The menu for the look of consoles; a choice applies to all of them, at once. */
function LookMenu() {
  const { bridge, run } = useClient()
  const look = useAppState((state) => state.preferences.console)
  return (
    <MenuButton icon="sliders" label="How consoles are shown">
      {choices.map(([key, label]) => (
        <MenuCheck
          key={key}
          checked={look[key]}
          onChange={(on) => void run(() => bridge.call['preferences:setConsole']({ ...look, [key]: on }))}
        >
          {label}
        </MenuCheck>
      ))}
    </MenuButton>
  )
}

/** The controls of a console that shows live output. `alone` where it has a window of its own. */
export function ToolBar({ tools, alone }: { tools: ConsoleTools; alone: boolean }) {
  return (
    <div className={styles.tools}>
      <IconButton icon="search" label="Find in the console" aria-keyshortcuts="Control+F" onClick={tools.find} />
      <IconButton icon="clear" label="Clear the console" onClick={tools.clear} />
      <IconButton icon="save" label="Save the console to a file" onClick={tools.save.start} />
      <LookMenu />
      {!alone && <IconButton icon="window" label="Open in a window of its own" onClick={tools.openWindow} />}
    </div>
  )
}

/** Where the console was saved, or why it was not. */
export function SaveOutcome({ tools: { save } }: { tools: ConsoleTools }) {
  return (
    <div role="status">
      {save.error && <Notice tone="bad" message={save.error.message} hint={save.error.hint} />}
      {save.done && (
        <Notice tone="calm" message={save.done}>
          <IconButton icon="close" label="Dismiss" onClick={save.clear} />
        </Notice>
      )}
    </div>
  )
}
