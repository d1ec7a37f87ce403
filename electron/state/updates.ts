import { isDeepStrictEqual } from 'node:util'
import type { UnsavedChange } from '../../shared/files/contract.ts'
import type { KeyHealth, KeyView, PanelView } from '../../shared/keys/contract.ts'
import { followHealth } from '../../shared/keys/health.ts'
import { maxServersOfPanel } from '../../shared/keys/left-out.ts'
import type { ConsoleEntry, ConsoleStream, ConsoleView } from '../../shared/model/console-schema.ts'
import { type KeyId, type PanelId, type ServerRef, serverRef } from '../../shared/model/identifier.ts'
import type { PlayersView } from '../../shared/model/players-schema.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { BackupHealth, ServerView } from '../../shared/model/server-schema.ts'
import { own } from '../../shared/own.ts'
import { inOrder, without } from '../../shared/state/state-patch.ts'
import type { AppState, Tables } from '../../shared/state/state-schema.ts'
import { withValues } from '../../shared/tables.ts'
import type { ServerFacts } from '../panel/server-facts.ts'
import type { ListedServer, ServerList } from '../panel/types.ts'

/** Maximum number of sent commands that are kept of one server. */
const maxConsoleEntries = 200

const noConsole: ConsoleView = { entries: [], stream: null }

type Change = (state: AppState) => AppState
type Value<T extends keyof Tables> = Tables[T][keyof Tables[T]]

/** Values are known by their `id`, those of which a server has one at most by its `ref`. */
type Known = { readonly id: string } | { readonly ref: string }
const oneForEachServer: ReadonlySet<keyof Tables> = new Set(['players', 'backupRuns', 'keepRuns', 'reinstalls'])

type Keyed = { [T in keyof Tables]: Value<T> extends Known ? T : never }[keyof Tables]

function keyOf(table: Keyed, value: Known): string {
  if ('id' in value && !oneForEachServer.has(table)) return value.id
  return 'ref' in value ? value.ref : value.id
}

const byKey = <T extends Keyed>(table: T, values: readonly (Value<T> & Known)[]) =>
  Object.fromEntries(values.map((value) => [keyOf(table, value), value]))

/** Sets a single slice, or all of a table. */
export const set =
  <S extends keyof AppState>(slice: S, value: AppState[S]): Change =>
  (state) => ({ ...state, [slice]: value })

/** Puts values into a table, each in place of the one with its key. */
export const put =
  <T extends Keyed>(table: T, ...values: readonly (Value<T> & Known)[]): Change =>
  (state) => ({ ...state, [table]: { ...state[table], ...byKey(table, values) } })

/** Puts values in place of all that a table has, in their order. */
export const replace =
  <T extends Keyed>(table: T, values: readonly (Value<T> & Known)[]): Change =>
  (state) => ({ ...state, [table]: byKey(table, values) })

/** Removes entries of a table; the same state where it has none of them. */
export const drop =
  <T extends keyof Tables>(table: T, ...ids: readonly string[]): Change =>
  (state) =>
    ids.some((id) => Object.hasOwn(state[table], id))
      ? { ...state, [table]: without<unknown>(state[table], ids) }
      : state

export const setApp =
  (change: Partial<AppState['app']>): Change =>
  (state) => ({ ...state, app: { ...state.app, ...change } })

/** @param all what is not saved in that page */
export const setUnsaved =
  (pageId: number, all: readonly UnsavedChange[]): Change =>
  (state) => {
    const others = state.app.unsaved.filter((one) => one.pageId !== pageId)
    if (all.length === 0 && others.length === state.app.unsaved.length) return state
    return setApp({ unsaved: [...others, ...all.map((one) => ({ ...one, pageId }))] })(state)
  }

/** Notes what was read of a server's backups; null where too little was. Ignored for a server that has gone. */
export const setBackupHealth =
  (ref: ServerRef, health: BackupHealth | null): Change =>
  (state) => {
    if (state.servers[ref] === undefined) return state
    const others = without(state.backupHealth, [ref])
    return { ...state, backupHealth: health === null ? others : { ...others, [ref]: health } }
  }

/** Sets what is known of servers' players. Ignored for servers that have gone, and where it is known already. */
export const setPlayers =
  (views: readonly PlayersView[]): Change =>
  (state) => {
    const news = views.filter(
      (view) => state.servers[view.ref] !== undefined && !isDeepStrictEqual(state.players[view.ref], view),
    )
    if (news.length === 0) return state
    return { ...state, players: { ...state.players, ...Object.fromEntries(news.map((view) => [view.ref, view])) } }
  }

/** Changes a panel; ignored for one that has gone. */
export const changePanel =
  (id: PanelId, change: Partial<PanelView>): Change =>
  (state) => {
    const panel = own(state.panels, id)
    return panel === undefined ? state : put('panels', { ...panel, ...change })(state)
  }

/** Notes which kind of panel a list is of. */
const noteKind =
  (id: PanelId | undefined, { dialect, isPelican = false }: ServerList): Change =>
  (state) => {
    const panel = id === undefined ? undefined : own(state.panels, id)
    if (panel === undefined || (panel.dialect === dialect && (panel.isPelican ?? false) === isPelican)) return state
    return put('panels', { ...panel, dialect, isPelican })(state)
  }

/** Changes a key; ignored for one that has gone. */
export const changeKey =
  (id: KeyId, change: Partial<KeyView>): Change =>
  (state) => {
    const key = own(state.keys, id)
    return key === undefined ? state : put('keys', { ...key, ...change })(state)
  }

/** Orders the keys by `ids`, and so the keys of each server. */
export const orderKeys =
  (ids: readonly KeyId[]): Change =>
  (state) => {
    if (Object.keys(state.keys).every((id, i) => id === ids[i])) return state
    const servers = Object.entries(state.servers).map(([ref, server]) => {
      const keyIds = server.keyIds.toSorted((a, b) => ids.indexOf(a) - ids.indexOf(b))
      return [ref, keyIds.every((id, i) => id === server.keyIds[i]) ? server : { ...server, keyIds }]
    })
    return { ...state, keys: inOrder(state.keys, ids) as AppState['keys'], servers: Object.fromEntries(servers) }
  }

function withoutRights(server: ServerView): ServerView {
  const told = Object.entries(server.accounts ?? {})
  if (told.every(([, { may }]) => may === null)) return server
  return { ...server, accounts: Object.fromEntries(told.map(([id, account]) => [id, { ...account, may: null }])) }
}

/** Forgets what panels refused to keys, and what they said of accounts, since a person tries again. */
export const forgetRefusals: Change = (state) =>
  Object.values(state.keys).reduce(
    (next, { id, learned }) => changeKey(id, { learned: learned.filter(({ has }) => has) })(next),
    replace('servers', Object.values(state.servers).map(withoutRights))(state),
  )

export const setKeyHealth =
  (id: KeyId, health: KeyHealth): Change =>
  (state) =>
    changeKey(id, { health: followHealth(own(state.keys, id)?.health, health) })(state)

/** Removes a key, the servers that no other key reaches, and the panel that no other key uses. */
export const dropKey =
  (id: KeyId): Change =>
  (state) => {
    const key = own(state.keys, id)
    if (key === undefined) return state
    const rest = { ...applyServers(state, id, []).state, keys: without(state.keys, [id]) }
    const isUsed = Object.values(rest.keys).some((other) => other.panelId === key.panelId)
    return isUsed ? rest : { ...rest, panels: without(rest.panels, [key.panelId]) }
  }

/** What the accounts behind a server's keys may, with what a list says: who owns it. The same value where that is no news. */
function accountsOf(accounts: ServerView['accounts'], keyId: KeyId, { isOwner }: ListedServer) {
  if (isOwner === undefined || accounts?.[keyId]?.isOwner === isOwner) return accounts
  return { ...accounts, [keyId]: { isOwner, may: null } }
}

/** Notes what a panel says of the account behind a key on a server. @param isOwner null leaves what is known */
export const noteAccount = (
  ref: ServerRef,
  keyId: KeyId,
  { isOwner, permissions }: Pick<ServerFacts, 'isOwner' | 'permissions'>,
): Change =>
  changeServer(ref, (server) => {
    const known = server.accounts?.[keyId]
    const may = permissions?.includes('*') ? ['*'] : permissions && [...permissions]
    const next = { isOwner: isOwner ?? known?.isOwner ?? null, may }
    const isNews = server.keyIds.includes(keyId) && !isDeepStrictEqual(known ?? { isOwner: null, may: null }, next)
    return isNews ? { ...server, accounts: { ...server.accounts, [keyId]: next } } : server
  })

/** A server of which nothing is known yet but what it is called. */
const unreadServer = (ref: ServerRef, panelId: PanelId, { identifier, name }: ListedServer): ServerView => ({
  ref,
  panelId,
  identifier,
  name,
  keyIds: [],
  state: 'unknown',
  condition: null,
  resources: null,
  limits: null,
  unexpectedStop: null,
  observedAt: null,
  action: null,
})

/** A server as the newest list of one of its keys gives it; the same value when nothing changed. */
function mergeListed(server: ServerView, keyId: KeyId, listed: ListedServer, keyOrder: readonly string[]): ServerView {
  const keyIds = server.keyIds.includes(keyId)
    ? server.keyIds
    : [...server.keyIds, keyId].sort((a, b) => keyOrder.indexOf(a) - keyOrder.indexOf(b))
  const { name, condition } = listed
  const limits = isDeepStrictEqual(server.limits, listed.limits) ? server.limits : listed.limits
  const accounts = accountsOf(server.accounts, keyId, listed)
  const isSame = keyIds === server.keyIds && server.name === name && server.condition === condition
  if (isSame && server.limits === limits && server.accounts === accounts) return server
  return { ...server, keyIds, name, condition, limits, ...(accounts && { accounts }) }
}

type Applied = {
  readonly state: AppState
  /** Number of new servers beyond the maximum for one panel. */
  readonly leftOut: number
}

const none: ReadonlySet<ServerRef> = new Set()

/** The state with the servers of one key's list: new ones added up to the panel's maximum, gone ones dropped. */
function applyServers(state: AppState, keyId: KeyId, listed: readonly ListedServer[], spared = none): Applied {
  const key = own(state.keys, keyId)
  if (key === undefined) return { state, leftOut: 0 }
  const order = Object.keys(state.keys)
  const fresh = new Map<ServerRef, ListedServer>()
  for (const server of listed) fresh.set(serverRef(key.panelId, server.identifier), server)
  const servers: Record<string, ServerView> = {}
  for (const server of Object.values(state.servers)) {
    const { ref } = server
    const found = fresh.get(ref)
    fresh.delete(ref)
    if (found !== undefined) servers[ref] = mergeListed(server, keyId, found, order)
    else if (!server.keyIds.includes(keyId)) servers[ref] = server
    else if (server.keyIds.length > 1) servers[ref] = { ...server, keyIds: server.keyIds.filter((id) => id !== keyId) }
    else if (spared.has(ref)) servers[ref] = server
  }
  let room = maxServersOfPanel - Object.values(servers).filter(({ panelId }) => panelId === key.panelId).length
  let leftOut = 0
  for (const [ref, server] of fresh) {
    if (room > 0) servers[ref] = mergeListed(unreadServer(ref, key.panelId, server), keyId, server, order)
    else leftOut += 1
    room -= 1
  }
  const kept = <V>(table: Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(Object.entries(table).filter(([ref]) => Object.hasOwn(servers, ref)))
  return {
    state: {
      ...state,
      servers,
      consoles: kept(state.consoles),
      trends: kept(state.trends),
      players: kept(state.players),
      backupHealth: kept(state.backupHealth),
    },
    leftOut,
  }
}

/**
 * Folds the answer to a key's list call into the state.
 * @param spared servers that stay, though the list lacks them
 */
export const applyList =
  (keyId: KeyId, list: ServerList, at: number, spared?: ReadonlySet<ServerRef>): Change =>
  (state) => {
    const panelId = own(state.keys, keyId)?.panelId
    const { state: withServers, leftOut } = applyServers(state, keyId, list.servers, spared)
    // An empty list does not show the dialect; another key's list may have.
    const next = list.servers.length === 0 ? withServers : noteKind(panelId, list)(withServers)
    return changeKey(keyId, {
      health: { kind: 'works', at },
      serverCount: list.servers.length - leftOut,
      leftOut: { ...list.leftOut, beyondBound: list.leftOut.beyondBound + leftOut },
    })(next)
  }

/** Changes a server; ignored for one that has gone. */
export const changeServer =
  (ref: ServerRef, change: (server: ServerView) => ServerView): Change =>
  (state) => {
    const server = state.servers[ref]
    if (server === undefined) return state
    const next = change(server)
    return next === server ? state : { ...state, servers: withValues(state.servers, { [ref]: next }) }
  }

/** Changes the action `id` of a server, unless a newer one has replaced it. */
export const changeAction = (ref: ServerRef, id: string, change: Partial<PowerAction> | null): Change =>
  changeServer(ref, (server) =>
    server.action?.id === id ? { ...server, action: change && { ...server.action, ...change } } : server,
  )

/** Changes what is known of a server's console; ignored for a server that has gone. */
const changeConsole =
  (ref: ServerRef, change: (view: ConsoleView) => Partial<ConsoleView>): Change =>
  (state) => {
    if (state.servers[ref] === undefined) return state
    const view = state.consoles[ref] ?? noConsole
    return { ...state, consoles: { ...state.consoles, [ref]: { ...view, ...change(view) } } }
  }

/** Adds a console entry, or replaces the one with its id. */
export const setConsoleEntry = (ref: ServerRef, entry: ConsoleEntry): Change =>
  changeConsole(ref, ({ entries }) => {
    const isKnown = entries.some(({ id }) => id === entry.id)
    const next = isKnown ? entries.map((known) => (known.id === entry.id ? entry : known)) : [...entries, entry]
    return { entries: next.slice(-maxConsoleEntries) }
  })

/** Sets the state of a server's live output; null when nobody looks any more. */
export const setConsoleStream = (ref: ServerRef, stream: ConsoleStream | null): Change =>
  changeConsole(ref, () => ({ stream }))
