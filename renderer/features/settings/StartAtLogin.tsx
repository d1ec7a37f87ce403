import { useEffect } from 'react'
import { useAppState, useClient } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
import { Setting } from './Setting.tsx'
import { useSave } from './use-save.ts'

const words = {
  on: 'Starts in the tray when you log in, without a window.',
  off: 'Starts in the tray when you log in, without a window.',
  approval: 'Allow it in macOS first: System Settings, General, Login Items.',
  unavailable: 'Only an installed Servertray can start at login.',
} as const

/** Whether the system starts the app at login. It is asked each time the window is looked at: it can be changed there. */
export function StartAtLogin() {
  const { call } = useClient().bridge
  const state = useAppState(({ app }) => app.startAtLogin)
  const { error, save } = useSave()
  useEffect(() => {
    const look = () => void call('startAtLogin:read')
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [call])
  const isOn = state === 'on' || state === 'approval'
  const toggle = (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label="Start at login"
      className={controlStyles.toggle}
      onClick={() => save(() => call('startAtLogin:set', { on: !isOn }))}
    />
  )
  return (
    <Setting
      title="Start at login"
      text={words[state]}
      error={error}
      control={state === 'unavailable' ? null : toggle}
    />
  )
}
