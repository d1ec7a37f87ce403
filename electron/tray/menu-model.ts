import { isRefusalOver } from '../../shared/keys/health.ts'
import { missingPower, serverRefusal } from '../../shared/keys/server-keys.ts'
import { backupNeed, backupNeedText } from '../../shared/model/backup-health.ts'
import { describeServer, heldLine } from '../../shared/model/describe-server.ts'
import { slotsText } from '../../shared/model/player-words.ts'
import { type PowerSignal, signalName } from '../../shared/model/power.ts'
import { asksFirst, isMuted, muteChoices, mutedText, muteText } from '../../shared/model/preferences.ts'
import { hasEnded, isAhead, planOf } from '../../shared/model/restart.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { capitalised } from '../../shared/model/text.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { serverNeeds } from '../../shared/servers/attention.ts'
import {
  isRunning,
  type PowerChoices,
  powerChoices,
  retryChoices,
  whyNoBackupNow,
} from '../../shared/servers/choices.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'
import { action, type MenuItem, type Scene, separator, text } from './menu.ts'
import { menuName, menuNames } from './names.ts'
import { planItems, plannedLine, planWord } from './plan-items.ts'
import { trayFace } from './reading.ts'

/** Above this number of servers each panel gets a submenu, and so do the pinned servers. */
const maxFlatServers = 12

/** Above this number the menu lists only pinned servers, those that need a look, and the last used one. */
const maxMenuServers = 200
/** Maximum number of servers of each kind in that short menu. */
const maxOfKind = 25

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const choicesOf = ({ state, now }: Scene, server: ServerView): PowerChoices =>
  powerChoices(server, missingPower(state, server, now))

/** For each signal why it cannot be sent; and when its keys were last refused it. */
type PowerScene = { readonly choices: PowerChoices; readonly refused: number | null }

const powerScene = (scene: Scene, server: ServerView): PowerScene => ({
  choices: choicesOf(scene, server),
  refused: serverRefusal(scene.state, server, 'power', scene.now),
})

/** @param why it cannot be chosen, or what else is to be said of it */
const withWhy = (label: string, why: string | null) => (why === null ? label : `${label} (${why})`)

/** @param retryOf the action that it tries again, by its id */
function powerItem(
  { state, now }: Scene,
  { ref, name, state: serverState }: ServerView,
  signal: PowerSignal,
  { choices: { [signal]: reason }, refused }: PowerScene,
  says = signalName[signal],
  retryOf?: string,
): MenuItem {
  const asks = asksFirst(state.preferences.confirm, signal, serverState, state.players[ref]?.count, now)
  const label = asks ? `${says}…` : says
  const note = reason ?? (refused === null ? null : `was refused ${clockTime(refused)}`)
  const command = { kind: 'power', ref, name, signal, asks } as const
  return action(withWhy(label, note), retryOf === undefined ? command : { ...command, retryOf }, reason === null)
}

/** Why the last action of a server came to nothing, while that is so, and the key to try it with instead. */
function failureLines({ state, now }: Scene, server: ServerView): MenuItem[] {
  const { ref, name, action: last } = server
  if (!last?.error || isRefusalOver(server, state, now)) return []
  const other = last.otherKeyId === null ? undefined : state.keys[last.otherKeyId]
  const line = text(last.error.message.replaceAll('&', '&&'))
  if (other === undefined) return [line]
  const label = `${signalName[last.signal]} with ${menuName(other.label)}`
  return [line, action(label, { kind: 'power', ref, name, signal: last.signal, asks: false, keyId: other.id })]
}

/** Why the backups of a server need a person. */
function backupLines({ state, now }: Scene, { ref, condition }: ServerView): MenuItem[] {
  const health = state.backupHealth[ref]
  const need = condition === null ? backupNeed(health, state.preferences.backupDays, now) : null
  return health === undefined || need === null ? [] : [text(backupNeedText(health, need, now))]
}

/** Offers the action that stalled once more, whatever state was read last. */
function retryItems(scene: Scene, server: ServerView): MenuItem[] {
  const { action: last } = server
  if (last?.phase !== 'stalled' || last.signal === 'kill') return []
  const missing = missingPower(scene.state, server, scene.now)
  const known = { ...powerScene(scene, server), choices: retryChoices(server, missing) }
  const label = `Retry ${signalName[last.signal].toLowerCase()}`
  return [powerItem(scene, server, last.signal, known, label, last.id)]
}

/** Opens the dialog. Only what rules the restart out is told here. */
function restartDialogItem({ state }: Scene, { ref, name }: ServerView, reason: string | null): MenuItem {
  const plan = planOf(state, ref)
  const held = plan !== null && !hasEnded(plan) ? 'planned already' : reason
  return action(withWhy('Restart with warning…', held), { kind: 'restart-dialog', ref, name }, held === null)
}

/** Offers a backup, as the panel names it, where the panel has backups; while it holds the server, that is said above. */
function backupItems({ state, now }: Scene, server: ServerView): MenuItem[] {
  const { ref, name, condition } = server
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl' || condition !== null) return []
  const why = whyNoBackupNow(state, server, now)
  return [action(withWhy('Back up now', why), { kind: 'backup', ref, name }, why === null)]
}

/**
 * A server's state in a word. Work under way is shown without its time: a menu that changes each second cannot be used.
 */
function stateWord(server: ServerView): string {
  const { mark, word } = describeServer(server, null)
  return mark === 'busy' ? `${word}…` : word
}

/** How many are on: `  ·  7/20`; that its game does not answer any more; nothing where it is not known. */
function playersPart({ state }: Scene, { ref, state: serverState }: ServerView): string {
  const view = state.players[ref]
  if (view === undefined || serverState !== 'running') return ''
  if (view.frozenSince !== null) return `  ·  no answer since ${clockTime(view.frozenSince)}`
  return view.count === null ? '' : `  ·  ${slotsText(view.count, '/')}`
}

/** What can be sent to a server. Where the panel holds it, nothing can, and one line says so. */
function powerItems(scene: Scene, server: ServerView): MenuItem[] {
  const { ref, condition, action: last, keyIds } = server
  if (condition !== null && !isRunning(last) && keyIds.length > 0) {
    const reinstall = action('Reinstall…', { kind: 'open-server-settings', ref, name: server.name })
    return [text(heldLine(condition)), ...(condition === 'install-failed' ? [reinstall] : [])]
  }
  const known = powerScene(scene, server)
  const item = (signal: PowerSignal) => powerItem(scene, server, signal, known)
  const retry = retryItems(scene, server)
  const plan = planOf(scene.state, ref)
  // A countdown has its own items, *Restart now* among them.
  const restarts =
    plan !== null && isAhead(plan) ? [] : [item('restart'), restartDialogItem(scene, server, known.choices.restart)]
  if (retry.length === 0) return [...restarts, item('start'), item('stop'), item('kill')]
  return [...retry, item('kill'), separator, ...restarts, item('start'), item('stop')]
}

function serverItem(scene: Scene, server: ServerView): MenuItem {
  return {
    kind: 'submenu',
    label: `${scene.nameOf(server.ref)}  ·  ${stateWord(server)}${playersPart(scene, server)}${planWord(scene, server.ref)}`,
    items: [
      ...planItems(scene, server.ref),
      ...failureLines(scene, server),
      ...backupLines(scene, server),
      ...powerItems(scene, server),
      separator,
      ...backupItems(scene, server),
      action('Open console', { kind: 'open-console', ref: server.ref, name: server.name }),
    ],
  }
}

function serverGroup(scene: Scene, label: string, servers: readonly ServerView[], isFolded: boolean): MenuItem[] {
  const items = servers.map((server) => serverItem(scene, server))
  return isFolded && items.length > 0 ? [{ kind: 'submenu', label: `${label}  ·  ${items.length}`, items }] : items
}

/** The short menu of a large fleet: pinned servers, those that need a look, and the last used one. */
function chosenItems(scene: Scene, pinned: readonly ServerView[]): MenuItem[] {
  const { app, servers } = scene.state
  const first = pinned.slice(0, maxOfKind)
  const isNew = (server: ServerView) => !first.includes(server)
  const needOf = serverNeeds(scene.state, scene.now)
  const bad = valuesOf(servers).filter((server) => needOf(server) !== null && isNew(server))
  const second = bad.slice(0, maxOfKind)
  const lastUsed = app.lastUsed === null ? undefined : servers[app.lastUsed]
  const last = lastUsed !== undefined && isNew(lastUsed) && !second.includes(lastUsed) ? [lastUsed] : []
  const groups = [first, second, last].filter((group) => group.length > 0)
  return [
    ...groups.flatMap((group) => [...group.map((server) => serverItem(scene, server)), separator]),
    action('More in the window…', { kind: 'open-window' }),
  ]
}

/** Pinned servers first, in the order of the pins, then the rest by panel; each group by name. */
function serverItems(scene: Scene): MenuItem[] {
  const { servers, panels, preferences } = scene.state
  const all = valuesOf(servers)
  const pinned = preferences.pinned.flatMap((ref) => servers[ref] ?? [])
  if (all.length > maxMenuServers) return chosenItems(scene, pinned)
  const places = new Set(pinned)
  const rest = Map.groupBy(
    all.filter((server) => !places.has(server)).sort((a, b) => byName.compare(a.name, b.name)),
    ({ panelId }) => panelId,
  )
  const isLong = all.length > maxFlatServers
  const first = serverGroup(scene, 'Pinned', pinned, pinned.length > maxFlatServers)
  const order = new Set([...Object.values(panels).map(({ id }) => id), ...rest.keys()])
  const others = [...order].flatMap((id) =>
    serverGroup(scene, menuName(panels[id]?.name ?? id), rest.get(id) ?? [], isLong),
  )
  return first.length > 0 && others.length > 0 ? [...first, separator, ...others] : [...first, ...others]
}

function lastUsedItem(scene: Scene): MenuItem[] {
  const { app, servers } = scene.state
  const server = app.lastUsed === null ? undefined : servers[app.lastUsed]
  if (server === undefined) return []
  const label = `Restart ${scene.nameOf(server.ref)}`
  return [powerItem(scene, server, 'restart', powerScene(scene, server), label), separator]
}

function muteItem({ state: { preferences }, now }: Scene): MenuItem {
  const choices = muteChoices.map((choice) => action(capitalised(muteText[choice]), { kind: 'mute', choice }))
  if (!isMuted(preferences, now)) return { kind: 'submenu', label: 'Mute notifications', items: choices }
  const turnOn = action('Unmute', { kind: 'mute', choice: null })
  return { kind: 'submenu', label: mutedText(preferences), items: [turnOn, separator, ...choices] }
}

/**
 * Names for the menu. In a large fleet each carries its identifier at once: comparing all names would take too long.
 */
function namesIn(state: AppState): Scene['nameOf'] {
  const { servers } = state
  if (valuesOf(servers).length <= maxMenuServers) return menuNames(state)
  return (ref) => {
    const server = servers[ref]
    return server === undefined ? ref : `${menuName(server.name)} (${menuName(server.identifier)})`
  }
}

/**
 * The tray menu of a state, the same on every system.
 * @param now unix milliseconds
 * @param face of the same state, where it is known already
 */
export function menuModel(state: AppState, now: number, face = trayFace(state, now)): readonly MenuItem[] {
  const scene = { state, now, nameOf: namesIn(state) }
  const servers = serverItems(scene)
  return [
    text([plannedLine(state, ({ ref }) => scene.nameOf(ref)), face.line].filter(Boolean).join(' · ')),
    separator,
    ...lastUsedItem(scene),
    ...servers,
    ...(servers.length > 0 ? [separator] : []),
    action('Open Servertray', { kind: 'open-window' }),
    muteItem(scene),
    action('Settings…', { kind: 'open-settings' }),
    action('Quit', { kind: 'quit' }),
  ]
}
