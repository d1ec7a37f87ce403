import { describeServer } from '../../shared/model/describe-server.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { powerChoices } from '../../shared/model/power-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { serverLack } from '../../shared/model/server-keys.ts'
import { headline, summarise } from '../../shared/model/summary.ts'
import type { AppState } from '../../shared/state.ts'

/** What a click on a menu item asks for. */
export type TrayCommand =
  | { readonly kind: 'power'; readonly ref: ServerRef; readonly signal: PowerSignal; readonly keyId?: KeyId }
  | { readonly kind: 'open-console'; readonly ref: ServerRef }
  | { readonly kind: 'open-window' }
  | { readonly kind: 'quit' }

export type MenuItem =
  | { readonly kind: 'separator' }
  /** A line to read. */
  | { readonly kind: 'text'; readonly label: string }
  | { readonly kind: 'action'; readonly label: string; readonly enabled: boolean; readonly command: TrayCommand }
  | { readonly kind: 'submenu'; readonly label: string; readonly items: readonly MenuItem[] }

/** What a menu is drawn from; `now` in unix milliseconds. */
type Scene = { readonly state: AppState; readonly now: number }

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

function powerItem(scene: Scene, server: ServerView, signal: PowerSignal, label = signalLabels[signal]): MenuItem {
  const reason = powerChoices(server, serverLack(scene.state, server, 'power', scene.now))[signal]
  return {
    kind: 'action',
    label: reason === null ? label : `${label} (${reason})`,
    enabled: reason === null,
    command: { kind: 'power', ref: server.ref, signal },
  }
}

/** Why the last action of a server came to nothing, and the key to try it with instead. */
function failureLines({ state }: Scene, { ref, action }: ServerView): MenuItem[] {
  if (!action?.error) return []
  const other = action.otherKeyId === null ? undefined : state.keys[action.otherKeyId]
  const line = text(escaped(action.error.message))
  if (other === undefined) return [line]
  const label = `${signalLabels[action.signal]} with ${menuName(other.label)}`
  const command = { kind: 'power', ref, signal: action.signal, keyId: other.id } as const
  return [line, { kind: 'action', label, enabled: true, command }]
}

function serverItem(scene: Scene, server: ServerView): MenuItem {
  const { word } = describeServer(server, null)
  return {
    kind: 'submenu',
    label: `${menuName(server.name)}  ·  ${word}`,
    items: [
      ...failureLines(scene, server),
      powerItem(scene, server, 'restart'),
      powerItem(scene, server, 'start'),
      powerItem(scene, server, 'stop'),
      powerItem(scene, server, 'kill'),
      separator,
      { kind: 'action', label: 'Open console', enabled: true, command: { kind: 'open-console', ref: server.ref } },
    ],
  }
}

function serverItems(scene: Scene): MenuItem[] {
  const { state } = scene
  const servers = Object.values(state.servers)
  if (servers.length <= maxFlatServers) return servers.map((server) => serverItem(scene, server))
  return Object.values(state.panels).map((panel) => {
    const items = servers.filter((server) => server.panelId === panel.id).map((server) => serverItem(scene, server))
    return { kind: 'submenu', label: `${menuName(panel.name)}  ·  ${items.length}`, items }
  })
}

function lastUsedItem(scene: Scene): MenuItem[] {
  const { state } = scene
  const server = state.app.lastUsed === null ? undefined : state.servers[state.app.lastUsed]
  if (server === undefined) return []
  return [powerItem(scene, server, 'restart', `Restart ${menuName(server.name)}`), separator]
}

/** The tray menu of a state, the same on every system. @param now unix milliseconds */
export function menuModel(state: AppState, now: number): readonly MenuItem[] {
  const scene = { state, now }
  const servers = serverItems(scene)
  return [
    text(headline(summarise(Object.values(state.servers)))),
    separator,
    ...lastUsedItem(scene),
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
