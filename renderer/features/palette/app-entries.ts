import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { isMuted, type MuteChoice, muteChoices, mutedText, muteText } from '../../../shared/model/preferences.ts'
import { sectionNames, settingsSections } from '../../../shared/model/settings-section.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { listServers } from '../../parts/servers/list.ts'
import type { Client } from '../../state/client.ts'
import { type Page, toList, unfiltered, type View } from '../../state/view.ts'
import { count } from '../../ui/format.ts'
import { type Context, type Entry, entryOf } from './entry.ts'

/** More than any action of a server loses by its rank. */
const behindServers = 20

/** Shown before anything is typed. */
const first = { isInitial: true } as const

const showList = ({ view }: Client, choices: Parameters<typeof toList>[1]) =>
  view.setState((now) => toList(now, { ...unfiltered, ...choices }))

/** The servers that the list shows now. */
const listedIn = ({ mirror }: Client, view: View) => listServers(mirror.store.getState().state, view, Date.now())

/**
 * The form for a restart with warnings: of the ticked servers, else of the open one, else of the only one. Where one is
 * to be chosen first, the palette goes on.
 */
function plan({ mirror, view }: Client): void {
  const { servers } = mirror.store.getState().state
  const { picked, open } = view.getState()
  const ticked = picked.filter((ref) => servers[ref] !== undefined)
  const only = Object.values(servers).map(({ ref }) => ref)
  const shown = open !== null && servers[open] !== undefined ? [open] : only.length === 1 ? only : []
  const refs = ticked.length > 0 ? ticked : shown
  view.setState(
    refs.length > 0 ? { dialog: { kind: 'restart', refs } } : { palette: true, paletteQuery: 'restart with warning ' },
  )
}

function muteEntries({ preferences }: AppState, now: number): Entry[] {
  const muting =
    (choice: MuteChoice | null): Entry['run'] =>
    ({ send }) =>
      send('preferences:mute', { choice })
  if (isMuted(preferences, now))
    return [entryOf('unmute', 'Unmute notifications', muting(null), { ...first, detail: mutedText(preferences) })]
  return muteChoices.map((choice) =>
    entryOf(`mute ${choice}`, `Mute notifications ${muteText[choice]}`, muting(choice), { isInitial: choice === '1h' }),
  )
}

/** What concerns no single server and no page: notifications, and in a window with servers a restart. */
export const actionsOfApp = (state: AppState, { now }: Context): (Entry | false)[] => [
  Object.keys(state.servers).length > 0 && entryOf('plan', 'Plan a restart…', plan, first),
  ...muteEntries(state, now),
]

const pages: readonly (readonly [Page, string])[] = [
  ['servers', 'All servers'],
  ['schedules', 'Planned restarts'],
  ['activity', 'Activity'],
  ['keys', 'API keys'],
  ['settings', 'Settings'],
]

/** What only the main window has: the list, the pages, the keys, and the sections of the settings. */
export function actionsOfWindow(state: AppState, { picked }: Context): (Entry | false)[] {
  const hasServers = Object.keys(state.servers).length > 0
  const login = state.app.startAtLogin
  const starts = login === 'on' || login === 'approval'
  const toPage = { ...first, leadsTo: 'page' } as const
  const inList = { leadsTo: 'list' } as const
  const select =
    (all: boolean): Entry['run'] =>
    (client) =>
      client.view.setState((now) => toList(now, { picked: all ? listedIn(client, now) : [] }))
  return [
    entryOf('add key', 'Add a key…', ({ view }) => view.setState({ page: 'keys', isAddingKey: true }), toPage),
    hasServers &&
      entryOf('select all', 'Select all', select(true), { ...first, ...inList, detail: 'the servers listed' }),
    picked.length > 0 &&
      entryOf('select none', 'Clear the selection', select(false), {
        ...inList,
        detail: count(picked.length, 'server'),
      }),
    entryOf(
      'attention',
      'Go to Needs attention',
      (client) => showList(client, { filter: { kind: 'attention' } }),
      inList,
    ),
    ...settingsSections.map((section) =>
      entryOf(
        `settings ${section}`,
        `Settings: ${sectionNames[section]}`,
        ({ view }) => view.setState({ page: 'settings', section }),
        // Behind the servers: who types *rest* means to restart one.
        { leadsTo: 'page', penalty: behindServers },
      ),
    ),
    login !== 'unavailable' &&
      entryOf('start at login', `Turn ${starts ? 'off' : 'on'} start at login`, ({ send }) =>
        send('startAtLogin:set', { on: !starts }),
      ),
    ...pages.map(([page, name]) =>
      entryOf(
        `page ${page}`,
        `Go to ${name}`,
        (client) => (page === 'servers' ? showList(client, {}) : client.view.setState({ page })),
        toPage,
      ),
    ),
    entryOf('refresh', 'Refresh the list', ({ send }) => send('servers:refresh'), first),
  ]
}

const bulkWorks: readonly (readonly [PowerSignal | 'command', string])[] = [
  ['start', 'Start'],
  ['stop', 'Stop'],
  ['restart', 'Restart'],
  ['command', 'Send a command to'],
  ['kill', 'Kill'],
]

/** What is done with the ticked servers together; nothing where none is. */
export function actionsOfSelection(refs: readonly ServerRef[]): Entry[] {
  if (refs.length === 0) return []
  const servers = count(refs.length, 'selected server')
  return [
    ...bulkWorks.map(([work, verb]) =>
      entryOf(
        `bulk ${work}`,
        `${verb} ${servers}…`,
        ({ view }) => view.setState({ dialog: { kind: 'bulk', work, refs } }),
        first,
      ),
    ),
    entryOf(
      'bulk warn',
      `Restart ${servers} with warning…`,
      ({ view }) => view.setState({ dialog: { kind: 'restart', refs } }),
      first,
    ),
  ]
}

/** Leads from what was typed to the list: only the servers that match it, to look at or to select. */
export const listEntry = (query: string, servers: number): Entry =>
  entryOf('list', `List the servers matching “${query}”`, (client) => showList(client, { query }), {
    detail: count(servers, 'server'),
    leadsTo: 'list',
  })
