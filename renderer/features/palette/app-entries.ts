import { mutedText, muteText } from '../../../shared/model/mute-text.ts'
import { isMuted, muteChoices } from '../../../shared/model/preferences.ts'
import { sectionNames, settingsSections } from '../../../shared/model/settings-section.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { count } from '../../ui/format.ts'
import type { Entry, PaletteAction, Wish } from './entry.ts'

/** More than any action of a server loses by its rank. */
const behindServers = 20

/** `isFirst` puts it among what is shown before anything is typed. */
const entry = (id: string, label: string, action: PaletteAction, detail = '', isFirst = false, behind = 0): Entry => ({
  id,
  label,
  detail,
  reason: null,
  shortcut: null,
  isFirst,
  behind,
  action,
})

function muteEntries({ preferences }: AppState, now: number): Entry[] {
  if (isMuted(preferences, now))
    return [entry('unmute', 'Unmute notifications', { kind: 'mute', choice: null }, mutedText(preferences), true)]
  return muteChoices.map((choice) =>
    entry(`mute ${choice}`, `Mute notifications ${muteText[choice]}`, { kind: 'mute', choice }, '', choice === '1h'),
  )
}

/** What concerns no single server and no page: notifications, and in a window with servers a restart. */
export function actionsOfApp(state: AppState, { now }: Wish): Entry[] {
  const servers = Object.keys(state.servers).length
  const plan = entry('plan', 'Plan a restart…', { kind: 'plan' }, '', true)
  return [...(servers > 0 ? [plan] : []), ...muteEntries(state, now)]
}

/** What only the main window has: the list, the keys, and the sections of the settings. */
export function actionsOfWindow(state: AppState, { picked }: Wish): Entry[] {
  const servers = Object.keys(state.servers).length
  const login = state.app.startAtLogin
  const starts = login === 'on' || login === 'approval'
  return [
    entry('add key', 'Add a key…', { kind: 'add-key' }, '', true),
    ...(servers > 0
      ? [entry('select all', 'Select all', { kind: 'select', all: true }, 'the servers listed', true)]
      : []),
    ...(picked.length > 0
      ? [entry('select none', 'Clear the selection', { kind: 'select', all: false }, count(picked.length, 'server'))]
      : []),
    entry('attention', 'Go to Needs attention', { kind: 'attention' }),
    ...settingsSections.map((section) =>
      // Behind the servers: who types *rest* means to restart one.
      entry(
        `settings ${section}`,
        `Settings: ${sectionNames[section]}`,
        { kind: 'page', page: 'settings', section },
        '',
        false,
        behindServers,
      ),
    ),
    ...(login === 'unavailable'
      ? []
      : [
          entry('start at login', `Turn ${starts ? 'off' : 'on'} start at login`, {
            kind: 'start-at-login',
            on: !starts,
          }),
        ]),
  ]
}

/** Leads from what was typed to the list: only the servers that match it, to look at or to select. */
export const listEntry = (query: string, servers: number): Entry =>
  entry('list', `List the servers matching “${query}”`, { kind: 'list', query }, count(servers, 'server'))
