import { useRef, useState } from 'react'
import { useSave } from '../../parts/use-save.ts'
import { useAppState } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { acceleratorOf, shortcutText } from './accelerator.ts'
import { Setting } from './Setting.tsx'
import styles from './setting.module.css'

/** Electron can take none back there. */
const ownList = ' On Wayland the desktop keeps a list of its own: change or remove a shortcut there as well.'

/** The setting for the global shortcut: recorded as it is pressed, off by default. */
export function GlobalShortcut() {
  const accelerator = useAppState((state) => state.preferences.globalShortcut)
  const platform = useAppState((state) => state.app.platform)
  const isMac = platform === 'darwin'
  const [isRecording, setRecording] = useState(false)
  const { error, save } = useSave()
  const field = useRef<HTMLButtonElement>(null)
  const set = (next: string | null) => {
    setRecording(false)
    save('preferences:setShortcut', { accelerator: next })
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Tab leaves the field.
    if (!isRecording || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setRecording(false)
    const pressed = acceleratorOf(event.nativeEvent, isMac)
    if (pressed !== null) set(pressed)
  }
  const shown = accelerator === null ? 'Off' : shortcutText(accelerator, isMac)
  return (
    <Setting
      title="Global shortcut"
      text={
        isRecording
          ? `Hold ${isMac ? 'Command, Control or Option' : 'Ctrl or Alt'} and press another key. Escape changes nothing.`
          : `Opens search and commands over any other program.${platform === 'linux' ? ownList : ''}`
      }
      error={error}
      control={
        <div data-flex="s2">
          <button
            ref={field}
            type="button"
            className={styles.field}
            aria-label={`Shortcut: ${isRecording ? 'press a key combination' : shown}`}
            aria-pressed={isRecording}
            onClick={() => setRecording(!isRecording)}
            onBlur={() => setRecording(false)}
            onKeyDown={onKeyDown}
          >
            {isRecording ? 'Press keys…' : shown}
          </button>
          {accelerator !== null && (
            <Button
              onClick={() => {
                // The button disappears once the shortcut is off.
                field.current?.focus()
                set(null)
              }}
            >
              Turn off
            </Button>
          )}
        </div>
      }
    />
  )
}
