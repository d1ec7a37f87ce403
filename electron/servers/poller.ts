import type { AppError } from '../../shared/errors.ts'
import type { PanelId, ServerRef } from '../../shared/model/identifier.ts'
import { isInTrouble, isKeyTrouble, isUnreachable } from '../../shared/model/key-health.ts'
import { isRunning } from '../../shared/model/power-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { AppState } from '../../shared/state/state.ts'
import { changedValues, valuesOf } from '../../shared/tables.ts'
import { type Clock, steadyOf, wallOf } from '../lib/clock.ts'
import { conditionOf } from '../panel/conditions.ts'
import type { StateStore } from '../state/store.ts'
import { setKeyHealth } from '../state/updates.ts'
import { noteObservations } from './observations.ts'
import { type Observation, staleAfterMs } from './observe.ts'
import { createOutcomes } from './outcomes.ts'
import { type Bunch, nextLook, turnAt, type Watched, withLook } from './poll-order.ts'
import { type ClientFor, chooseKey, reach } from './reach.ts'
import { createSightings } from './sightings.ts'
import { isTold } from './told.ts'
import type { VisibleServers } from './visible-servers.ts'

type Deps = {
  store: StateStore
  clock: Clock
  clientFor: ClientFor
  visibleServers: VisibleServers
  /** True while nothing should be asked: the computer sleeps, or has no network. */
  isPaused: () => boolean
}

export type Poller = {
  /** A person asks: what a panel refused to tell is tried again. */
  askAgain(): void
  dispose(): void
}

/** How often it is looked for states that are too old, in milliseconds. */
const staleEveryMs = 5_000
/** How long the poller sleeps at least, and at most while there is something to see and where there is not, in milliseconds. */
const napMs = { least: 100, most: 1_000, atRest: 5_000 }
/** Maximum number of requests to one panel at a time. */
const maxInFlight = 4
/** Failed polls in a row before a panel is polled at the slow rate. */
const missesToRest = 4
/** What a person looks at is asked no more often than this, even where the panel has something new. */
const nearEveryMs = 5_000
/** What a panel keeps its answers for when it does not say (panel API: resources are cached 20 s). */
const defaultFreshMs = 20_000
/** However long a panel says that its answers keep, a server is looked at again within this time. */
const longestFreshMs = 60_000
/**
 * A server of which the panel says that it has none (404) is asked again when a list names it. Where the panel goes on
 * saying so it has no such endpoint, and is not asked for a day.
 */
const noneToBelieve = 3
const noStateForMs = { first: 5 * 60_000, believed: 24 * 3_600_000 }
/** A state of a server that nobody looks at is unknown when it was not read for this long, in milliseconds. */
const restStaleAfterMs = 330_000

/** What the poller remembers of one server between looks. Times are steady milliseconds, here and below. */
type Watch = {
  readonly ref: ServerRef
  readonly knownAt: number
  isNear: boolean
  askedAt: number | null
  notBefore: number
  isUrgent: boolean
  isAsking: boolean
  /** How often in a row the panel said that it has none (404), and when it did last. */
  nones: number
  noneAt: number
}

type PanelWatch = {
  /** The last looks at servers that nobody looks at. */
  bunch: Bunch
  inFlight: number
  /** A look waits for the end of the one under way. */
  isHeld: boolean
  mutedUntil: number
  /** How many looks in a row found nobody there. */
  misses: number
}

/** What a look that failed says of its server. */
function failureSeen(error: AppError, at: number): Observation {
  const condition = conditionOf(error)
  if (condition !== null) return { kind: 'held', at, condition }
  return { kind: error.code === 'server-not-found' ? 'gone' : 'failed', at }
}

/**
 * Reads the live state of servers whose panels tell it, as the schedule and the rate budget say, and judges
 * what power actions have come to. Panels of the core dialect are never asked.
 */
export function createPoller({ store, clock, clientFor, visibleServers, isPaused }: Deps): Poller {
  const watches = new Map<ServerRef, Watch>()
  const panelWatches = new Map<PanelId, PanelWatch>()
  const ending = new AbortController()
  const outcomes = createOutcomes({ store, clock })
  const sightings = createSightings({ store, clock })
  let staleLookedAt = Number.NEGATIVE_INFINITY
  let groups: ReadonlyMap<PanelId, readonly ServerView[]> = new Map()
  /** Servers with an action of which something is still to be seen. */
  let acting: readonly ServerRef[] = []

  function watchOf(ref: ServerRef): Watch {
    const known = watches.get(ref)
    if (known !== undefined) return known
    const watch: Watch = {
      ref,
      knownAt: clock.steady(),
      isNear: false,
      askedAt: null,
      notBefore: 0,
      isUrgent: false,
      isAsking: false,
      nones: 0,
      noneAt: 0,
    }
    watches.set(ref, watch)
    return watch
  }

  function panelWatchOf(id: PanelId): PanelWatch {
    const known = panelWatches.get(id)
    if (known !== undefined) return known
    const watch = { bunch: { startedAt: 0, asked: 0 }, inFlight: 0, isHeld: false, mutedUntil: 0, misses: 0 }
    panelWatches.set(id, watch)
    return watch
  }

  function isNear(server: ServerView): boolean {
    return (
      visibleServers.has(server.ref) || isRunning(server.action) || store.get().preferences.pinned.includes(server.ref)
    )
  }

  function note(server: ServerView, seen: Observation): void {
    sightings.note({ ref: server.ref, seen }, isNear(store.get().servers[server.ref] ?? server))
  }

  const isAsking = () => [...panelWatches.values()].some(({ inFlight }) => inFlight > 0)

  function noteFailure(server: ServerView, watch: Watch, error: AppError, askedAt: number): void {
    const isGone = error.code === 'server-not-found'
    note(server, failureSeen(error, wallOf(clock, askedAt)))
    watch.nones = isGone ? watch.nones + 1 : 0
    watch.noneAt = clock.steady()
    const noneMs = watch.nones < noneToBelieve ? noStateForMs.first : noStateForMs.believed
    const retryMs = Math.max(defaultFreshMs, error.retryAfterMs ?? 0)
    watch.notBefore = clock.steady() + (isGone ? noneMs : retryMs)
    const panel = panelWatchOf(server.panelId)
    panel.misses = isUnreachable(error) ? panel.misses + 1 : 0
    if (error.code === 'rate-limited') panel.mutedUntil = watch.notBefore
    else if (panel.misses >= missesToRest) panel.mutedUntil = clock.steady() + defaultFreshMs
  }

  async function look(ref: ServerRef, watch: Watch): Promise<void> {
    const reached = reach(store.get(), ref, clientFor)
    if (!reached.ok) return
    const { server, keyId, client } = reached.value
    const askedAt = clock.steady()
    const answer = await client.readResources(server.identifier, { priority: 'background', signal: ending.signal })
    if (answer.ok) {
      panelWatchOf(server.panelId).misses = 0
      watch.nones = 0
      outcomes.noteAnswer(ref, answer.value, askedAt)
      note(server, { kind: 'reading', at: wallOf(clock, askedAt), reading: answer.value })
      const freshMs = Math.min(answer.value.freshForMs, longestFreshMs)
      watch.notBefore = outcomes.askAgainAt(ref, askedAt, freshMs) ?? askedAt + Math.max(freshMs, nearEveryMs)
      return
    }
    noteFailure(server, watch, answer.error, askedAt)
    // A client is made anew with a new token; what an old one was told says nothing about it.
    if (isKeyTrouble(answer.error) && clientFor(keyId) === client) {
      store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: answer.error }))
    }
  }

  function ask(ref: ServerRef, panel: PanelWatch): void {
    const watch = watchOf(ref)
    const server = store.get().servers[ref]
    if (server !== undefined && !isNear(server)) panel.bunch = withLook(panel.bunch, clock.steady())
    watch.isAsking = true
    watch.isUrgent = false
    watch.askedAt = clock.steady()
    panel.inFlight += 1
    void look(ref, watch).finally(() => {
      watch.isAsking = false
      panel.inFlight -= 1
      // Goes on with the bunch, which is told with its last.
      if (panel.isHeld && !ending.signal.aborted) wake()
      else if (panel.inFlight === 0) sightings.tellDue(isAsking())
    })
  }

  function isKeyInTrouble(state: AppState, server: ServerView): boolean {
    const keyId = chooseKey(state, server)
    const key = keyId && state.keys[keyId]
    return key !== undefined && isInTrouble(key.health)
  }

  /** Servers of which open consoles tell. */
  function toldServers(state: AppState): ReadonlySet<string> {
    const refs = Object.keys(state.consoles) as ServerRef[]
    return new Set(refs.filter((ref) => isTold(state, ref, clock.now())))
  }

  function askable(servers: readonly ServerView[]): Watched[] {
    const state = store.get()
    const isAnyInTrouble = Object.values(state.keys).some(({ health }) => isInTrouble(health))
    const told = toldServers(state)
    const found: Watch[] = []
    for (const server of servers) {
      const watch = watchOf(server.ref)
      if (watch.isAsking || told.has(server.ref) || (isAnyInTrouble && isKeyInTrouble(state, server))) continue
      watch.isNear = isNear(server)
      if (isNamedSince(state, server, watch)) {
        watch.notBefore = 0
        watch.isUrgent = true
      }
      found.push(watch)
    }
    return found
  }

  /** True where a list read since names the server of which the panel said that it has none. */
  function isNamedSince({ keys }: AppState, { keyIds }: ServerView, { nones, noneAt }: Watch): boolean {
    if (nones === 0 || nones >= noneToBelieve) return false
    return keyIds.some((id) => {
      const health = keys[id]?.health
      return health?.kind === 'works' && steadyOf(clock, health.at) >= noneAt
    })
  }

  /** From when the rate budget lets a look with any key of a panel out, which is cheaper to know than which is due. */
  function roomAt(id: PanelId): number {
    const ofPanel = Object.values(store.get().keys).filter(({ panelId }) => panelId === id)
    return Math.min(...ofPanel.map((key) => clientFor(key.id)?.backgroundAt() ?? Number.POSITIVE_INFINITY))
  }

  /** From when the rate budget lets a look at this server out. */
  function slotOf(ref: ServerRef): number {
    const reached = reach(store.get(), ref, clientFor)
    return reached.ok ? reached.value.client.backgroundAt() : Number.POSITIVE_INFINITY
  }

  /** The server of a panel to ask now, or when there may be one. */
  function pick(id: PanelId, servers: readonly ServerView[], panel: PanelWatch): { ask: ServerRef } | { at: number } {
    const now = clock.steady()
    const from = Math.max(panel.mutedUntil, roomAt(id))
    if (now < from) return { at: from }
    const next = nextLook(askable(servers), panel.bunch, now) ?? { at: Number.POSITIVE_INFINITY }
    if ('at' in next) return next
    const slot = slotOf(next.ask)
    if (slot > now) return { at: slot }
    const turn = turnAt(watchOf(next.ask), panel, now)
    panel.isHeld = turn > now
    return panel.isHeld ? { at: turn } : next
  }

  /** Asks what a panel's budget has room for; returns when there may be more to do. */
  function askPanel(id: PanelId, servers: readonly ServerView[]): number {
    const panel = panelWatchOf(id)
    while (panel.inFlight < maxInFlight) {
      const next = pick(id, servers, panel)
      if ('at' in next) return next.at
      ask(next.ask, panel)
    }
    return Number.POSITIVE_INFINITY
  }

  /** A state that is not read any more (a long rate limit, a key in trouble, the computer asleep) is unknown. */
  function forgetStale(): void {
    if (clock.steady() - staleLookedAt < staleEveryMs) return
    staleLookedAt = clock.steady()
    const now = clock.now()
    const isStale = (server: ServerView) => {
      const { state, observedAt } = server
      if (state === 'unknown' || observedAt === null || now - observedAt <= staleAfterMs) return false
      return isNear(server) || now - observedAt > restStaleAfterMs
    }
    const stale = [...groups.values()].flatMap((group) => group.filter(isStale))
    store.update(noteObservations(stale.map(({ ref }) => ({ ref, seen: { kind: 'failed', at: now } }))))
  }

  /** Asks what every panel's budget has room for; returns when there may be more to do. */
  function askPanels(): number {
    const { panels } = store.get()
    if (isPaused()) return Number.POSITIVE_INFINITY
    const times = [...groups].map(([id, group]) =>
      panels[id]?.dialect === 'pterodactyl' ? askPanel(id, group) : Number.POSITIVE_INFINITY,
    )
    return Math.min(...times)
  }

  function tick(): void {
    const nextAt = askPanels()
    sightings.tellDue(isAsking())
    forgetStale()
    for (const ref of acting) outcomes.judge(ref)
    if (ending.signal.aborted) return
    const most = acting.length > 0 || visibleServers.refs().length > 0 ? napMs.most : napMs.atRest
    cancel = clock.after(Math.min(most, Math.max(napMs.least, nextAt - clock.steady())), tick)
  }

  /** Does now what it would do after its nap: there is something new to look at. */
  function wake(): void {
    cancel()
    cancel = clock.after(0, tick)
  }

  /** A new action makes its server due as soon as the panel can know more. */
  function followAction(server: ServerView, earlier: ServerView | undefined): void {
    outcomes.follow(server, earlier)
    if (server.action?.phase === 'accepted' && earlier?.action?.phase !== 'accepted') {
      const watch = watchOf(server.ref)
      watch.isUrgent = true
      watch.notBefore = 0
      wake()
    }
  }

  function follow({ servers }: AppState, before: AppState['servers']): void {
    if (servers === before) return
    const all = valuesOf(servers)
    groups = Map.groupBy(all, (server) => server.panelId)
    acting = all.filter(({ action }) => isRunning(action) || action?.phase === 'stalled').map(({ ref }) => ref)
    const changed = changedValues(before, servers)
    for (const server of changed) followAction(server, before[server.ref])
    if (changed.some(({ ref }) => before[ref] === undefined)) wake()
    for (const { ref } of changedValues(servers, before)) {
      if (servers[ref] !== undefined) continue
      watches.delete(ref)
      outcomes.forget(ref)
    }
  }

  let cancel = clock.after(0, tick)
  follow(store.get(), {})
  const endings = [
    store.subscribe((state, before) => {
      follow(state, before.servers)
      if (state.preferences.pinned !== before.preferences.pinned) wake()
    }),
    visibleServers.onChange(wake),
  ]

  return {
    askAgain() {
      for (const watch of watches.values()) {
        if (watch.nones > 0) Object.assign(watch, { nones: 0, notBefore: 0 })
      }
      wake()
    },
    dispose() {
      ending.abort()
      for (const end of endings) end()
      cancel()
    },
  }
}
