import type { AppError, ErrorCode } from '../../shared/errors.ts'
import type { PanelId, ServerRef } from '../../shared/model/identifier.ts'
import { isRunning } from '../../shared/model/power-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { AppState } from '../../shared/state.ts'
import type { Clock } from '../clock.ts'
import { conditionOf } from '../panel/conditions.ts'
import type { StateStore } from '../state/store.ts'
import { changeAction, changeServer, setKeyHealth } from '../state/updates.ts'
import { observe, staleAfterMs } from './observe.ts'
import { outcomeOf } from './outcome.ts'
import type { ClientFor } from './reach.ts'
import { chooseKey, reach } from './reach.ts'

type Deps = {
  store: StateStore
  clock: Clock
  clientFor: ClientFor
}

/**
 * How often the poller looks for work, as a rule with one request a panel each time: 60 a minute are less
 * than the half that background work may use of the smallest limit known (128 a minute).
 */
const tickMs = 1_000
/** Servers that were never read are read faster, once: so many looks for each panel, so many at a time. */
const burst = { looks: 24, perTick: 4 }
/** A server is asked no more often than this while nothing happens to it, in milliseconds. */
const idleEveryMs = 5_000
/** What a panel keeps its answers for when it does not say (panel API: resources are cached 20 s). */
const defaultFreshMs = 20_000
/** However long a panel says that its answers keep, a server is looked at again within this time. */
const longestFreshMs = 60_000
/** A server for which the panel has no such endpoint (404) is not asked again for a day. */
const noStateForMs = 24 * 3_600_000

/** Failures of the key, not of a server: asking on would get its address banned, or the keychain to ask again. */
const keyTroubles: ReadonlySet<ErrorCode> = new Set([
  'token-refused',
  'token-unreadable',
  'address-not-allowed',
  'wrong-key-type',
  'two-factor-needed',
])

/** What the poller remembers of one server between looks. */
type Watch = {
  nextAt: number
  isAsking: boolean
  /** The action in whose course the server was seen down. */
  seenDownIn: string | null
}

/**
 * Reads the live state of servers whose panels tell it, the most overdue first, and judges what power
 * actions have come to. Panels of the core dialect are never asked.
 */
export function createPoller({ store, clock, clientFor }: Deps): { dispose(): void } {
  const watches = new Map<ServerRef, Watch>()
  const mutedUntil = new Map<PanelId, number>()
  const burstLeft = new Map<PanelId, number>()
  const ending = new AbortController()

  function watchOf(ref: ServerRef): Watch {
    const known = watches.get(ref)
    if (known !== undefined) return known
    const watch: Watch = { nextAt: 0, isAsking: false, seenDownIn: null }
    watches.set(ref, watch)
    return watch
  }

  function judgeAction(ref: ServerRef, watch: Watch): void {
    const server = store.get().servers[ref]
    const action = server?.action
    if (server === undefined || action?.phase !== 'accepted') return
    const isReading = server.observedAt !== null && server.observedAt > action.startedAt
    if (isReading && server.state !== 'running' && server.state !== 'unknown') watch.seenDownIn = action.id
    const outcome = outcomeOf(server, action, watch.seenDownIn === action.id, clock.now())
    if (outcome !== null) store.update(changeAction(ref, action.id, { phase: outcome, changedAt: clock.now() }))
  }

  function noteFailure({ ref, panelId }: ServerView, watch: Watch, error: AppError, askedAt: number): void {
    const condition = conditionOf(error)
    const seen =
      condition === null
        ? ({ kind: 'failed', at: askedAt } as const)
        : ({ kind: 'held', at: askedAt, condition } as const)
    store.update(changeServer(ref, (known) => observe(known, seen)))
    const retryMs = Math.max(defaultFreshMs, error.retryAfterMs ?? 0)
    watch.nextAt = clock.now() + (error.code === 'server-not-found' ? noStateForMs : retryMs)
    if (error.code === 'rate-limited') mutedUntil.set(panelId, watch.nextAt)
  }

  async function look(ref: ServerRef, watch: Watch): Promise<void> {
    const reached = reach(store.get(), ref, clientFor)
    if (!reached.ok) return
    const { server, keyId, client } = reached.value
    const askedAt = clock.now()
    const answer = await client.readResources(server.identifier, { priority: 'background', signal: ending.signal })
    if (answer.ok) {
      const seen = { kind: 'reading', at: askedAt, reading: answer.value } as const
      store.update(changeServer(ref, (known) => observe(known, seen)))
      watch.nextAt = askedAt + nextLookMs(store.get().servers[ref], answer.value.freshForMs)
      return
    }
    noteFailure(server, watch, answer.error, askedAt)
    // A client is made anew with a new token; what an old one was told says nothing about it.
    if (keyTroubles.has(answer.error.code) && clientFor(keyId) === client) {
      store.update(setKeyHealth(keyId, { kind: 'failing', since: clock.now(), error: answer.error }))
    }
  }

  /** While an action runs, as often as the panel has something new; else no more often than need be. */
  function nextLookMs(server: ServerView | undefined, freshForMs: number): number {
    const freshMs = Math.min(freshForMs, longestFreshMs)
    return server && isRunning(server.action) ? freshMs : Math.max(freshMs, idleEveryMs)
  }

  /** A key in trouble rests until its list, read every few minutes or with a new token, works again. */
  function isKeyInTrouble(state: AppState, server: ServerView): boolean {
    const keyId = chooseKey(state, server)
    const health = keyId && state.keys[keyId]?.health
    return health?.kind === 'failing' && keyTroubles.has(health.error.code)
  }

  function isAskable(server: ServerView, now: number): boolean {
    const state = store.get()
    if (state.panels[server.panelId]?.dialect !== 'pterodactyl' || isKeyInTrouble(state, server)) return false
    return now >= (mutedUntil.get(server.panelId) ?? 0)
  }

  /** A state that is not read any more (a long rate limit, a key in trouble, the computer asleep) is unknown. */
  function forgetStale(now: number): void {
    for (const [, servers] of Map.groupBy(Object.values(store.get().servers), (server) => server.panelId)) {
      // A panel of many servers takes a while to go round.
      const limitMs = staleAfterMs + servers.length * tickMs
      for (const { ref, state, observedAt } of servers) {
        if (state === 'unknown' || observedAt === null || now - observedAt <= limitMs) continue
        store.update(changeServer(ref, (known) => observe(known, { kind: 'failed', at: now })))
      }
    }
  }

  /** How many looks a panel gets now; more for servers that were never read, so that a new list soon has states. */
  function allowance(panelId: PanelId, first: Watch | undefined): number {
    const left = burstLeft.get(panelId) ?? burst.looks
    if (first === undefined || first.nextAt > 0 || left === 0) return 1
    const looks = Math.min(burst.perTick, left)
    burstLeft.set(panelId, left - looks)
    return looks
  }

  /** The servers to look at now: for each panel one whose action runs, and beside it the most overdue. */
  function due(now: number): ServerRef[] {
    const askable = Object.values(store.get().servers).filter((server) => {
      const watch = watchOf(server.ref)
      return !watch.isAsking && watch.nextAt <= now && isAskable(server, now)
    })
    const panels = Map.groupBy(askable, (server) => server.panelId)
    return [...panels].flatMap(([panelId, servers]) => {
      const acting = servers.find((server) => isRunning(server.action))
      const others = servers
        .filter((server) => server !== acting)
        .map((server) => ({ ref: server.ref, watch: watchOf(server.ref) }))
        .sort((a, b) => a.watch.nextAt - b.watch.nextAt)
      const picked = others.slice(0, allowance(panelId, others[0]?.watch)).map(({ ref }) => ref)
      return acting === undefined ? picked : [acting.ref, ...picked]
    })
  }

  function tick(): void {
    const { servers } = store.get()
    for (const ref of watches.keys()) if (servers[ref] === undefined) watches.delete(ref)
    for (const ref of due(clock.now())) {
      const watch = watchOf(ref)
      watch.isAsking = true
      void look(ref, watch).finally(() => {
        watch.isAsking = false
      })
    }
    forgetStale(clock.now())
    for (const [ref, watch] of watches) judgeAction(ref, watch)
    if (!ending.signal.aborted) cancel = clock.after(tickMs, tick)
  }

  // A new action makes its server due as soon as the panel can know more.
  const unsubscribe = store.subscribe((state, before) => {
    if (state.servers === before.servers) return
    for (const server of Object.values(state.servers)) {
      const earlier = before.servers[server.ref]
      if (server.action?.phase === 'accepted' && earlier?.action?.phase !== 'accepted') watchOf(server.ref).nextAt = 0
    }
  })

  let cancel = clock.after(0, tick)
  return {
    dispose() {
      ending.abort()
      unsubscribe()
      cancel()
    },
  }
}
