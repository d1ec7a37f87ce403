import { useEffect, useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import taskStyles from './task.module.css'

const words = {
  on: 'Starts in the tray when you log in, without a window.',
  off: 'Starts in the tray when you log in, without a window.',
  approval: 'macOS waits for your yes: System Settings, General, Login Items.',
  unavailable: 'Only an installed Servertray can start at login.',
} as const

/** Whether the system starts the app at login. It is asked each time the window is looked at: it can be changed there. */
export function StartAtLogin() {
  const { call } = useClient().bridge
  const state = useAppState(({ app }) => app.startAtLogin)
  const [error, setError] = useState<AppError | null>(null)
  useEffect(() => {
    const look = () => void call['startAtLogin:read']()
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [call])
  const set = async (on: boolean) => {
    const result = await attempt(() => call['startAtLogin:set']({ on }))
    setError(result.ok ? null : result.error)
  }
  const isOn = state === 'on' || state === 'approval'
  return (
    <li className={`${pageStyles.card} ${taskStyles.task}`}>
      <div>
        <h2>Start at login</h2>
        <p>{words[state]}</p>
      </div>
      {state !== 'unavailable' && (
        <button
          type="button"
          role="switch"
          aria-checked={isOn}
          aria-label="Start at login"
          className={controlStyles.toggle}
          onClick={() => void set(!isOn)}
        />
      )}
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </li>
  )
}
