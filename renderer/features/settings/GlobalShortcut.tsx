import { useRef, useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { acceleratorOf, shortcutText } from './accelerator.ts'
import taskStyles from './task.module.css'

/** The setting for the global shortcut: recorded as it is pressed, off by default. */
export function GlobalShortcut() {
  const { call } = useClient().bridge
  const accelerator = useAppState((state) => state.preferences.globalShortcut)
  const isMac = useAppState((state) => state.app.platform === 'darwin')
  const [isRecording, setRecording] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  const field = useRef<HTMLButtonElement>(null)
  const set = async (next: string | null) => {
    setRecording(false)
    const result = await attempt(() => call['preferences:setShortcut']({ accelerator: next }))
    setError(result.ok ? null : result.error)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    // Tab leaves the field.
    if (!isRecording || event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setRecording(false)
    const pressed = acceleratorOf(event.nativeEvent, isMac)
    if (pressed !== null) void set(pressed)
  }
  const shown = accelerator === null ? 'Off' : shortcutText(accelerator, isMac)
  return (
    <li className={`${pageStyles.card} ${taskStyles.task}`}>
      <div>
        <h2>Shortcut from anywhere</h2>
        <p>
          {isRecording
            ? `Hold ${isMac ? 'Command, Control or Option' : 'Ctrl or Alt'} and press another key. Escape keeps what was.`
            : 'Opens the commands as a small window over everything.'}
        </p>
      </div>
      <div className={taskStyles.shortcut}>
        <button
          ref={field}
          type="button"
          className={taskStyles.field}
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
              void set(null)
            }}
          >
            Turn off
          </Button>
        )}
      </div>
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </li>
  )
}
