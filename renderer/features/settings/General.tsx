import { useEffect } from 'react'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Toggle } from '../../ui/Choice.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { GlobalShortcut } from './GlobalShortcut.tsx'
import { Setting } from './Setting.tsx'
import { Updates } from './Updates.tsx'

/** Says why there is no tray icon, what that means, and what to install; nothing where there is one. */
function TrayMissing() {
  const isMissing = useAppState((state) => !state.app.trayAvailable)
  const isLinux = useAppState((state) => state.app.platform === 'linux')
  if (!isMissing) return null
  return (
    <Setting
      title="No tray icon on this desktop"
      text={
        <>
          This desktop shows no tray icons, so closing the window quits Servertray and ends its notifications.
          {isLinux && (
            <>
              {' '}
              On GNOME, install the extension <em>AppIndicator and KStatusNotifierItem Support</em>. On other desktops,
              add the system tray to the panel. Servertray uses it as soon as it is there.
            </>
          )}
        </>
      }
    />
  )
}

const loginWords = {
  on: 'Starts in the tray when you log in, without a window.',
  off: 'Starts in the tray when you log in, without a window.',
  approval: 'Allow it in macOS first: System Settings, General, Login Items.',
  unavailable: 'Only an installed Servertray can start at login.',
} as const

/** Whether the system starts the app at login. It is asked each time the window is looked at: it can be changed there. */
function StartAtLogin() {
  const { call } = useClient().bridge
  const state = useAppState(({ app }) => app.startAtLogin)
  useEffect(() => {
    const look = () => void call('startAtLogin:read')
    look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [call])
  return (
    <Setting
      title="Start at login"
      text={loginWords[state]}
      control={(save) =>
        state !== 'unavailable' && (
          <Toggle
            label="Start at login"
            isOn={state === 'on' || state === 'approval'}
            onChange={(on) => save('startAtLogin:set', { on })}
          />
        )
      }
    />
  )
}

const colours = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

/** Light or dark windows. */
function Appearance() {
  const value = useAppState((state) => state.preferences.appearance)
  return (
    <Setting
      title="Appearance"
      text="The colours of the windows. The tray icon follows the system."
      control={(save) => (
        <Pills
          legend="Colours"
          hidesLegend
          options={colours}
          value={value}
          onChange={(appearance) => save('preferences:set', { appearance })}
        />
      )}
    />
  )
}

/** An afternoon, at which the two ways differ. */
const example = new Date(2026, 0, 1, 14, 5).getTime()
const ways = [
  { value: 'h23', label: clockTime(example, 'h23') },
  { value: 'h12', label: clockTime(example, 'h12') },
] as const

/**
 * How times of day are shown. There is no choice *as the system*: Electron knows the system's language, but not whether
 * the person set its clock to 12 or 24 hours.
 */
function Times() {
  const value = useAppState((state) => state.preferences.hourCycle)
  return (
    <Setting
      title="Times"
      text="In windows, tray and notifications. Console lines and saved files always have 24 hours."
      control={(save) => (
        <Pills
          legend="Times"
          hidesLegend
          options={ways}
          value={value}
          onChange={(hourCycle) => save('preferences:set', { hourCycle })}
        />
      )}
    />
  )
}

/** What concerns the app as a whole. */
export function General() {
  return (
    <>
      <TrayMissing />
      <StartAtLogin />
      <Appearance />
      <Times />
      <GlobalShortcut />
      <Updates />
    </>
  )
}
