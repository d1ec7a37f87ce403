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
  const { trayAvailable, platform } = useAppState((state) => state.app)
  if (trayAvailable) return null
  const advice =
    platform === 'linux' &&
    'On GNOME, install the extension “AppIndicator and KStatusNotifierItem Support”. On other desktops, add the system tray to the panel. Servertray uses it as soon as it is there.'
  return (
    <Setting
      title="No tray icon on this desktop"
      text={
        <>
          This desktop shows no tray icons, so closing the window quits Servertray and ends its notifications. {advice}
        </>
      }
    />
  )
}

const startsInTray = 'Starts in the tray when you log in, without a window.'
const loginWords = {
  on: startsInTray,
  off: startsInTray,
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

/** An afternoon, at which the two ways differ. */
const example = new Date(2026, 0, 1, 14, 5).getTime()
const ways = [
  { value: 'h23', label: clockTime(example, 'h23') },
  { value: 'h12', label: clockTime(example, 'h12') },
] as const

/** What concerns the app as a whole. */
export function General() {
  const { appearance, hourCycle } = useAppState((state) => state.preferences)
  return (
    <>
      <TrayMissing />
      <StartAtLogin />
      <Setting
        title="Appearance"
        text="The colours of the windows. The tray icon follows the system."
        control={(save) => (
          <Pills
            legend="Colours"
            hidesLegend
            options={colours}
            value={appearance}
            onChange={(chosen) => save('preferences:set', { appearance: chosen })}
          />
        )}
      />
      {/* There is no choice *as the system*: Electron does not know how many hours the person set its clock to. */}
      <Setting
        title="Times"
        text="In windows, tray and notifications. Console lines and saved files always have 24 hours."
        control={(save) => (
          <Pills
            legend="Times"
            hidesLegend
            options={ways}
            value={hourCycle}
            onChange={(chosen) => save('preferences:set', { hourCycle: chosen })}
          />
        )}
      />
      <GlobalShortcut />
      <Updates />
    </>
  )
}
