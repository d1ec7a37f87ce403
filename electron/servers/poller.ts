import type { AppError } from '../../shared/error-schema.ts'
import { isKeyTrouble, isUnreachable } from '../../shared/keys/health.ts'
import type { PanelId, ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues, getOrMake, valuesOf } from '../../shared/tables.ts'
import { wallOf } from '../lib/clock.ts'
import { conditionOf } from '../panel/conditions.ts'
import { noteAccount, setKeyHealth } from '../state/updates.ts'
import { createObservationBuffer } from './observations.ts'
import { type Observation, staleAfterMs } from './observe.ts'
import { createOutcomes } from './outcomes.ts'
import { type Bunch, nextLooks } from './poll-order.ts'
import { type PanelAccess, type Reached, reach } from './reach.ts'
import { createServerWatches, defaultFreshMs, hasNoState, type ServerWatch } from './server-watches.ts'
import { isNear } from './state-watch.ts'
import type { VisibleServers } from './visible-servers.ts'

type Deps = PanelAccess & {
  visibleServers: VisibleServers
  /** True while no panel should be asked: the computer sleeps, or has no network. */
  isPaused: () => boolean
}

/** How often outdated states are looked for, in milliseconds. */
const staleEveryMs = 5_000
/** Bounds on the poller's sleep between two rounds, in milliseconds; `idle` while nobody looks and no action runs. */
const sleepMs = { least: 100, most: 1_000, idle: 5_000 }
/** Maximum number of requests to one panel at a time. */
const maxInFlight = 4
/**
 * While nobody looks, the next bunch waits for the answers to the last one, which a rate limit spreads, for so long at
 * most, in milliseconds.
 */
const longestBunchMs = 5_000
/** Failed polls in a row before a panel is polled at the slow rate. */
const failuresToSlowDown = 4
/** Least time between two polls of a server that a person looks at, whatever the panel's cache allows. */
const foregroundEveryMs = 5_000
/** Longest time for which a panel's cache is believed, so that a server is polled again at least this often. */
const longestFreshMs = 60_000
/** Age at which the last reading of a server that nobody looks at counts as unknown, in milliseconds. */
const backgroundStaleAfterMs = 330_000

/**
 * How often it is read what an account may do on a server, in milliseconds: seldom where nobody looks, since each takes the
 * place of a poll.
 */
const accountEveryMs = { foreground: 60_000, background: 30 * 60_000 }

const newPanelWatch = () => ({
  /** The last background polls. */
  bunch: { at: 0, asked: 0 } satisfies Bunch,
  inFlight: 0,
  /** The next bunch waits until all of these are answered. */
  isBunchDue: false,
  pausedUntil: 0,
  /** Polls in a row that did not reach the panel. */
  failures: 0,
})
type PanelWatch = ReturnType<typeof newPanelWatch>

/** What a failed poll says of its server. */
function failureSeen(error: AppError, at: number): Observation {
  const condition = conditionOf(error)
  if (condition !== null) return { kind: 'held', at, condition }
  return { kind: error.code === 'server-not-found' ? 'gone' : 'failed', at }
}

/**
 * Polls the live state of servers where the panel tells it, in the order of `poll-order` and within the rate budget,
 * and judges by it what power actions have come to. Panels of the core dialect are never asked.
 */
export function createPoller({ store, clock, clientFor, visibleServers, isPaused }: Deps) {
  const panelWatches = new Map<PanelId, PanelWatch>()
  const ending = new AbortController()
  const watches = createServerWatches({ store, clock, isForeground })
  const outcomes = createOutcomes({ store, clock })
  const observations = createObservationBuffer({ store, clock })
  let staleLookedAt = Number.NEGATIVE_INFINITY
  let groups: ReadonlyMap<PanelId, readonly ServerView[]> = new Map()
  /** Servers with an action whose outcome is still open, or that stalled. */
  let acting: readonly ServerRef[] = []
  /** Servers whose restart is near. */
  let nearZero: ReadonlySet<ServerRef> = new Set()

  const panelWatchOf = (id: PanelId): PanelWatch => getOrMake(panelWatches, id, newPanelWatch)

  function isForeground(server: ServerView): boolean {
    const { ref, action } = server
    const isPinned = store.get().preferences.pinned.includes(ref)
    return visibleServers.has(ref) || isRunning(action) || isPinned || nearZero.has(ref)
  }

  function note(server: ServerView, seen: Observation): void {
    observations.note({ ref: server.ref, seen }, isForeground(store.get().servers[server.ref] ?? server))
  }

  function noteFailure(server: ServerView, watch: ServerWatch, error: AppError, askedAt: number): void {
    note(server, failureSeen(error, wallOf(clock, askedAt)))
    watches.noteFailure(watch, error)
    outcomes.noteFailure(server.ref, error, hasNoState(watch) ? Number.POSITIVE_INFINITY : askedAt)
    const panel = panelWatchOf(server.panelId)
    panel.failures = isUnreachable(error) ? panel.failures + 1 : 0
    if (error.code === 'rate-limited') panel.pausedUntil = watch.notBefore
    else if (panel.failures >= failuresToSlowDown) panel.pausedUntil = clock.steady() + defaultFreshMs
  }

  /** What an account may that was only let in is read again once in a while. An owner's is shut from nothing by it. */
  async function lookAtAccount({ server, keyId, client }: Reached, watch: ServerWatch): Promise<void> {
    const { isOwner = null, may = null } = server.accounts?.[keyId] ?? {}
    const isPartly = may === null ? isOwner === false : !isOwner && !may.includes('*')
    const everyMs = watch.isForeground ? accountEveryMs.foreground : accountEveryMs.background
    if (!isPartly || clock.steady() - watch.accountAt < everyMs) return
    watch.accountAt = clock.steady()
    const facts = await client.readServer(server.identifier, { priority: 'background', signal: ending.signal })
    if (facts.ok && clientFor(keyId) === client) store.update(noteAccount(server.ref, keyId, facts.value))
  }

  async function look(ref: ServerRef, watch: ServerWatch): Promise<void> {
    const reached = reach(store.get(), ref, clientFor)
    if (!reached.ok) return
    const { server, keyId, client } = reached.value
    const askedAt = clock.steady()
    const answer = await client.readResources(server.identifier, { priority: 'background', signal: ending.signal })
    if (answer.ok) {
      panelWatchOf(server.panelId).failures = 0
      watch.notFoundCount = 0
      // What a panel says that it keeps for longer would look outdated between two polls.
      const from = wallOf(clock, Math.max(outcomes.noteAnswer(ref, answer.value, askedAt), askedAt - defaultFreshMs))
      note(server, { kind: 'reading', at: wallOf(clock, askedAt), from, reading: answer.value })
      const freshMs = Math.min(answer.value.freshForMs, longestFreshMs)
      watch.notBefore = outcomes.askAgainAt(ref, askedAt, freshMs) ?? askedAt + Math.max(freshMs, foregroundEveryMs)
      return lookAtAccount(reached.value, watch)
    }
    noteFailure(server, watch, answer.error, askedAt)
    // A new token brings a new client: an answer to the old one says nothing about this token.
    if (isKeyTrouble(answer.error) && clientFor(keyId) === client) {
      store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: answer.error }))
    }
  }

  /** @param now one time for all that go out together, in steady milliseconds: by it they are known for one bunch */
  function ask(ref: ServerRef, panel: PanelWatch, now: number): void {
    const watch = watches.of(ref)
    if (!watch.isForeground) panel.bunch = { at: now, asked: panel.bunch.at === now ? panel.bunch.asked + 1 : 1 }
    watches.noteAsked(watch, now)
    panel.inFlight += 1
    void look(ref, watch).finally(() => {
      watch.isAsking = false
      panel.inFlight -= 1
      if (panel.inFlight > 0) return
      // After the last answer the whole bunch goes into the state at once.
      observations.flushDue()
      if (panel.isBunchDue && !ending.signal.aborted) wake()
    })
  }

  /** When the budget of each key of the panel allows a background call. Cheaper than to find the server that is due. */
  function slotsOf(id: PanelId): number[] {
    const ofPanel = Object.values(store.get().keys).filter(({ panelId }) => panelId === id)
    return ofPanel.map((key) => clientFor(key.id)?.backgroundAt() ?? Number.POSITIVE_INFINITY)
  }

  /** When the rate budget of the key that reaches this server allows a background call. */
  function slotOf(ref: ServerRef): number {
    const reached = reach(store.get(), ref, clientFor)
    return reached.ok ? reached.value.client.backgroundAt() : Number.POSITIVE_INFINITY
  }

  /** The servers that may be asked and whose key has room, so that none waits behind those of another key. */
  function* withRoom(id: PanelId, now: number) {
    const isRoomForAll = slotsOf(id).every((slot) => slot <= now)
    for (const watch of watches.askable(id)) if (isRoomForAll || slotOf(watch.ref) <= now) yield watch
  }

  /** Asks servers as long as the budgets of their keys have room. */
  function askInTurn(refs: readonly ServerRef[], panel: PanelWatch, now: number): void {
    for (const ref of refs) if (slotOf(ref) <= now) ask(ref, panel, now)
  }

  /** Polls as many servers of a panel as its budget allows; returns when to continue, in steady milliseconds. */
  function askPanel(id: PanelId, servers: readonly ServerView[]): number {
    const panel = panelWatchOf(id)
    const now = clock.steady()
    const roomFrom = () => Math.max(panel.pausedUntil, Math.min(...slotsOf(id)))
    if (now < roomFrom()) return roomFrom()
    // Nobody looks at any server, and nothing is done to one.
    const isAtRest =
      acting.length + nearZero.size + visibleServers.refs().length + store.get().preferences.pinned.length === 0
    const until = panel.bunch.at + longestBunchMs
    panel.isBunchDue = isAtRest && panel.inFlight > 0 && now < until
    if (panel.isBunchDue) return until
    const count = isAtRest ? servers.length : servers.filter((server) => !isForeground(server)).length
    while (now >= roomFrom()) {
      const most = maxInFlight - panel.inFlight
      const next = nextLooks(withRoom(id, now), { count, last: panel.bunch, now, most, isAtRest })
      if ('at' in next) return Math.min(next.at, ...slotsOf(id).filter((slot) => slot > now))
      askInTurn(next.ask, panel, now)
    }
    return roomFrom()
  }

  /** Sets outdated states to unknown, as after a long rate limit, with a key in trouble, or after sleep. */
  function forgetStale(): void {
    if (clock.steady() - staleLookedAt < staleEveryMs) return
    staleLookedAt = clock.steady()
    const now = clock.now()
    const isStale = (server: ServerView) => {
      const { state, observedAt } = server
      if (state === 'unknown' || observedAt === null || now - observedAt <= staleAfterMs) return false
      return isForeground(server) || now - observedAt > backgroundStaleAfterMs
    }
    const stale = [...groups.values()].flatMap((group) => group.filter(isStale))
    // Newer readings that only wait go in first, and keep the states of their servers.
    for (const { ref } of stale) observations.note({ ref, seen: { kind: 'failed', at: now } }, false)
    if (stale.length > 0) observations.flush()
  }

  /** The same for every panel. */
  function askPanels(): number {
    const { panels } = store.get()
    if (isPaused()) return Number.POSITIVE_INFINITY
    const times = [...groups].map(([id, group]) =>
      panels[id]?.dialect === 'pterodactyl' ? askPanel(id, group) : Number.POSITIVE_INFINITY,
    )
    return Math.min(...times)
  }

  function tick(): void {
    cancel()
    const now = clock.now()
    const near = Object.values(store.get().plans).filter((plan) => isNear(plan, now))
    nearZero = new Set(near.map(({ ref }) => ref))
    const nextAt = askPanels()
    observations.flushDue()
    forgetStale()
    for (const ref of acting) outcomes.judge(ref)
    if (ending.signal.aborted) return
    const most = acting.length > 0 || visibleServers.refs().length > 0 ? sleepMs.most : sleepMs.idle
    cancel = clock.after(Math.min(most, Math.max(sleepMs.least, nextAt - clock.steady())), tick)
  }

  /** Starts the next round now: there is something new to ask. */
  function wake(): void {
    cancel()
    cancel = clock.after(0, tick)
  }

  /** Polls a server as soon as the panel has accepted an action on it. */
  function followAction(server: ServerView, earlier: ServerView | undefined): void {
    outcomes.follow(server, earlier)
    // A console tells states that may be over before the next round.
    if (server.observedAt !== earlier?.observedAt && isRunning(server.action)) outcomes.judge(server.ref)
    if (server.action?.phase === 'accepted' && earlier?.action?.phase !== 'accepted') {
      watches.hurry(server.ref)
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
    const added = changed.filter(({ ref }) => before[ref] === undefined)
    for (const { ref } of added) watches.of(ref)
    if (added.length > 0) wake()
    for (const { ref } of changedValues(servers, before)) {
      if (servers[ref] !== undefined) continue
      watches.forget(ref)
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
    visibleServers.onChange(() => {
      observations.flush()
      wake()
    }),
  ]

  return {
    /** A person asked for a refresh: servers that the panel answered with a 404 are tried again. */
    askAgain(): void {
      watches.askAgain()
      wake()
    },
    dispose(): void {
      ending.abort()
      for (const end of endings) end()
      cancel()
    },
  }
}
