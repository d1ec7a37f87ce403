import { describeServer } from '../../shared/model/describe-server.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { powerChoices } from '../../shared/model/power-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { headline, summarise } from '../../shared/model/summary.ts'
import type { AppState } from '../../shared/state.ts'

/** What a click on a menu item asks for. */
export type TrayCommand =
  | { readonly kind: 'power'; readonly ref: ServerRef; readonly signal: PowerSignal }
  | { readonly kind: 'open-console'; readonly ref: ServerRef }
  | { readonly kind: 'open-window' }
  | { readonly kind: 'quit' }

export type MenuItem =
  | { readonly kind: 'separator' }
  /** A line to read. */
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly enabled: boolean; readonly command: TrayCommand }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly MenuItem[] }

/** With more servers than this, those of each panel move into a submenu. */
const maxFlatServers = 12
const maxNameLength = 40

const separator: MenuItem = { kind: 'separator' }
const text = (label: string): MenuItem => ({ kind: 'text', label })

/** Menus read a single ampersand as a mnemonic. */
const escaped = (label: string) => label.replaceAll('&', '&&')

/** A name that a menu shows as it is: cut at 40 characters, ampersands escaped. */
export function menuName(name: string): string {
  const characters = [...name]
  const cut = characters.length > maxNameLength ? `${characters.slice(0, maxNameLength - 1).join('')}…` : name
  return escaped(cut)
}

const signalLabels: Readonly<Record<PowerSignal, string>> = {
  restart: 'Restart',
  start: 'Start',
  stop: 'Stop',
  kill: 'Kill…',
}

function powerItem(server: ServerView, signal: PowerSignal, label = signalLabels[signal]): MenuItem {
  const reason = powerChoices(server)[signal]
  return {
    kind: 'action',
    label: reason === null ? label : `${label} (${reason})`,
    enabled: reason === null,
    command: { kind: 'power', ref: server.ref, signal },
  }
}

/** Why the last action of a server came to nothing, as a line of its submenu. */
function failureLine(server: ServerView): MenuItem[] {
  const error = server.action?.error
  return error ? [text(escaped(error.message))] : []
}

function serverItem(server: ServerView): MenuItem {
  const { word } = describeServer(server, null)
  return {
    kind: 'submenu',
    label: `${menuName(server.name)}  ·  ${word}`,
    items: [
      ...failureLine(server),
      powerItem(server, 'restart'),
      powerItem(server, 'start'),
      powerItem(server, 'stop'),
      powerItem(server, 'kill'),
      separator,
      { kind: 'action', label: 'Open console', enabled: true, command: { kind: 'open-console', ref: server.ref } },
    ],
  }
}

function serverItems(state: AppState): MenuItem[] {
  const servers = Object.values(state.servers)
  if (servers.length <= maxFlatServers) return servers.map(serverItem)
  return Object.values(state.panels).map((panel) => {
    const items = servers.filter((server) => server.panelId === panel.id).map(serverItem)
    return { kind: 'submenu', label: `${menuName(panel.name)}  ·  ${items.length}`, items }
  })
}

function lastUsedItem(state: AppState): MenuItem[] {
  const server = state.app.lastUsed === null ? undefined : state.servers[state.app.lastUsed]
  if (server === undefined) return []
  return [powerItem(server, 'restart', `Restart ${menuName(server.name)}`), separator]
}

/** The tray menu of a state. The same on every system. */
export function menuModel(state: AppState): readonly MenuItem[] {
  const servers = serverItems(state)
  return [
    text(headline(summarise(Object.values(state.servers)))),
    separator,
    ...lastUsedItem(state),
    ...servers,
    ...(servers.length > 0 ? [separator] : []),
    { kind: 'action', label: 'Open Servertray', enabled: true, command: { kind: 'open-window' } },
    { kind: 'action', label: 'Quit', enabled: true, command: { kind: 'quit' } },
  ]
}

/** What the tray icon says at one glance, told by shape. */
export type TrayReading = 'ok' | 'attention' | 'unknown' | 'busy'

export function trayReading(state: AppState): TrayReading {
  const summary = summarise(Object.values(state.servers))
  if (summary.busy > 0) return 'busy'
  if (summary.bad > 0 || summary.offline > 0) return 'attention'
  return summary.running > 0 && summary.unknown === 0 ? 'ok' : 'unknown'
}

/** The tray's tooltip: `Servertray: 11 running, 1 offline`. */
export function trayTooltip(state: AppState): string {
  return `Servertray: ${headline(summarise(Object.values(state.servers))).replaceAll(' · ', ', ')}`
}
