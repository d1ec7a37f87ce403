import type { ServerRef } from '../../shared/model/identifier.ts'
import {
  choiceOf,
  type PlayerCount,
  type PlayersPreferences,
  type PlayersUnknown,
  type PlayersView,
} from '../../shared/model/players.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { AppState } from '../../shared/state/state.ts'
import { changedValues, valuesOf } from '../../shared/tables.ts'
import { type Clock, wallOf } from '../lib/clock.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { VisibleServers } from '../servers/visible-servers.ts'
import type { StateStore } from '../state/store.ts'
import { setPlayers } from '../state/updates.ts'
import type { Asked, AskPlayers } from './asked.ts'
import {
  frozenSince,
  type GameLife,
  type GameReading,
  noGameLife,
  noteGame,
  type Silence,
  silenceOf,
} from './frozen.ts'
import { type Attention, backedOffUntil, dueAt, keptMs, longestKnownMs, type Turn } from './turns.ts'
import { emptyView, viewAfter, withoutCount } from './view.ts'

type Deps = {
  store: StateStore
  clock: Clock
  visibleServers: Pick<VisibleServers, 'has' | 'refs' | 'onChange'>
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  /** Whether a person allowed to ask this server's game. */
  isAllowed: (server: ServerView) => boolean
  ask: AskPlayers
}

export type PlayersPoller = {
  /** Asks now, and then as if somebody looked at the server, until the returned function is called. */
  watch(ref: ServerRef): () => void
  /** A person tries it: asks now, whatever failed before; null for a server that is not in the list. */
  askNow(ref: ServerRef): Promise<Asked | null>
  /** The silence of a frozen game that answered this computer before; null where there is none. */
  silenceOf(ref: ServerRef): Silence | null
  /** The console tells who is on; null once that is not known. It counts where nothing better is known. */
  noteConsole(ref: ServerRef, count: PlayerCount | null): void
  /** The console that told a count was closed: the count stays, with its age, until something newer is known. */
  leaveConsole(ref: ServerRef): void
  dispose(): void
}

/** Maximum number of servers that are asked at a time. */
const maxAsking = 4

type Watch = { -readonly [K in keyof Turn]: Turn[K] } & {
  asking: Promise<Asked> | null
  life: GameLife
  /** Fires when it may not be asked any more. */
  readonly ending: AbortController
}

const isByConsole = ({ source }: PlayerCount) => source === 'console' || source === 'list-command'

function answerIn({ count, unknown }: Asked): GameReading['answer'] {
  if (count === null) return unknown === 'no-answer' ? 'silent' : 'not-asked'
  return count.source === 'game' ? 'answered' : 'told'
}

const isRunning = (server: ServerView | undefined): server is ServerView => server?.state === 'running'

/**
 * Asks the games of running servers how many are on, where a person allowed it: soon what somebody looks at, the rest
 * more seldom, and games that do not answer more seldom still.
 */
export function createPlayersPoller(deps: Deps): PlayersPoller {
  const { store, clock, visibleServers, backgroundPause, isAllowed, ask } = deps
  const watches = new Map<ServerRef, Watch>()
  const holders = new Map<ServerRef, number>()
  /** What open consoles tell. */
  const byConsole = new Map<ServerRef, PlayerCount>()
  /** Servers of which the last that is known was told by a console that is closed by now. */
  const closed = new Set<ServerRef>()
  let isOver = false
  let asking = 0
  let cancel: () => void = () => undefined

  function attentionTo(ref: ServerRef): Attention {
    const { stream } = store.get().consoles[ref] ?? { stream: null }
    if (holders.has(ref) || stream !== null || visibleServers.has(ref)) return 'looked-at'
    return visibleServers.refs().length > 0 ? 'open' : 'closed'
  }

  const viewOf = (ref: ServerRef): PlayersView | undefined => store.get().players[ref]

  function show(views: readonly PlayersView[]): void {
    if (views.length > 0) store.update(setPlayers(views))
  }

  /** What came back goes into the state, unless the server stopped or may not be asked any more. */
  function note(ref: ServerRef, watch: Watch, asked: Asked): void {
    if (watches.get(ref) !== watch) return
    watch.failures = asked.count === null ? watch.failures + 1 : 0
    if (asked.count !== null) {
      watch.hasAnswered = true
      closed.delete(ref)
    }
    const ofClosed = closed.has(ref) ? viewOf(ref)?.count : undefined
    const at = { wall: clock.now(), steady: clock.steady() }
    watch.life = noteGame(watch.life, { isRunning: true, answer: answerIn(asked), at })
    const retryAt = backedOffUntil(watch, clock.steady())
    show([
      viewAfter(viewOf(ref), {
        ref,
        asked,
        byConsole: byConsole.get(ref) ?? ofClosed ?? null,
        now: clock.now(),
        keptMs: keptMs(attentionTo(ref)),
        retryAt: retryAt === null ? null : wallOf(clock, retryAt),
        frozenSince: frozenSince(watch.life),
      }),
    ])
  }

  function begin(server: ServerView, watch: Watch): Promise<Asked> {
    watch.askedAt = clock.steady()
    asking += 1
    watch.asking = ask(server, watch.ending.signal)
      // It does not, but what nobody caught would end the app.
      .catch((): Asked => ({ count: null, unknown: 'no-answer', game: null, address: null }))
      .then((asked) => {
        note(server.ref, watch, asked)
        return asked
      })
      .finally(() => {
        watch.asking = null
        asking -= 1
        wake()
      })
    return watch.asking
  }

  /** The servers that may be asked and are not being asked, those whose turn came first in front. */
  function inTurn(now: number): { ref: ServerRef; watch: Watch; at: number }[] {
    return [...watches]
      .filter(([, watch]) => watch.asking === null)
      .map(([ref, watch]) => ({ ref, watch, at: dueAt(watch, attentionTo(ref), now) }))
      .sort((a, b) => a.at - b.at)
  }

  /** What is shown of a server whose count is too old: what its console tells, if it does. */
  function withoutOld(view: PlayersView): PlayersView {
    const { ref } = view
    const count = byConsole.get(ref)
    closed.delete(ref)
    // Of one that is not asked only its console told.
    if (count === undefined) return withoutCount(view, watches.has(ref) ? 'no-answer' : 'off')
    return { ...view, count, unknown: null }
  }

  /** Drops the counts that are too old to be shown; returns when the next one will be. */
  function dropOld(): number {
    const oldest = clock.now() - longestKnownMs
    // A count from a console stays valid while that is open.
    const aging = [...new Set([...watches.keys(), ...closed])].flatMap((ref) => viewOf(ref) ?? [])
    const leftMs = ({ ref, count }: PlayersView) =>
      count === null || (isByConsole(count) && byConsole.has(ref)) ? Number.POSITIVE_INFINITY : count.at - oldest
    show(aging.filter((view) => leftMs(view) <= 0).map(withoutOld))
    return aging.map(leftMs).reduce((least, ms) => (ms > 0 ? Math.min(least, ms) : least), Number.POSITIVE_INFINITY)
  }

  /** Asks those whose turn has come, as far as there are places; returns in how long the next turn comes. */
  function askDue(): number {
    const now = clock.steady()
    const turns = inTurn(now)
    for (const { ref, watch } of turns.filter(({ at }) => at <= now).slice(0, Math.max(0, maxAsking - asking))) {
      const server = store.get().servers[ref]
      if (server !== undefined) void begin(server, watch)
    }
    // Where all places are taken, the end of a question wakes this.
    return (turns.find(({ at }) => at > now)?.at ?? Number.POSITIVE_INFINITY) - now
  }

  function tick(): void {
    const oldInMs = dropOld()
    const waitMs = Math.min(oldInMs, backgroundPause.isPaused() ? Number.POSITIVE_INFINITY : askDue())
    if (Number.isFinite(waitMs)) cancel = clock.after(waitMs, tick)
  }

  function wake(): void {
    cancel()
    if (!isOver && watches.size + closed.size > 0) cancel = clock.after(0, tick)
  }

  /** Gives up a server, with the question that is under way. */
  function drop(ref: ServerRef): void {
    watches.get(ref)?.ending.abort()
    watches.delete(ref)
  }

  /** Takes up a server that began to run, or may be asked from now on; gives up one that stopped or may not. */
  function follow(server: ServerView): void {
    const { ref } = server
    if (isAllowed(server) && isRunning(server)) takeUp(ref)
    else giveUp(server, isAllowed(server) ? 'not-running' : 'off')
  }

  function takeUp(ref: ServerRef): void {
    if (watches.has(ref)) return
    const runsSince = clock.steady()
    const ending = new AbortController()
    watches.set(ref, {
      askedAt: null,
      failures: 0,
      runsSince,
      asking: null,
      ending,
      hasAnswered: false,
      life: noGameLife,
    })
    // Why it was not asked before is over, and nothing was tried yet.
    const view = viewOf(ref)
    if (view !== undefined && view.count === null) show([emptyView(ref)])
  }

  function giveUp(server: ServerView, why: PlayersUnknown): void {
    const { ref } = server
    drop(ref)
    const [told, view] = [byConsole.get(ref), viewOf(ref)]
    if (isRunning(server) && closed.has(ref)) return
    if (isRunning(server) && told !== undefined) {
      // The game's own count is not known any more.
      if (view?.count !== told) show([{ ...(view ?? emptyView(ref)), count: told, unknown: null }])
      return
    }
    byConsole.delete(ref)
    closed.delete(ref)
    // A server that was never asked about needs no reason.
    const isNews = view === undefined ? why !== 'off' : view.unknown !== why
    if (isNews) show([withoutCount(view ?? emptyView(ref), why)])
  }

  /** Forgets a count that came from the console. */
  function forgetConsole(server: ServerView): void {
    const view = viewOf(server.ref)
    const isShown = view !== undefined && view.count !== null && isByConsole(view.count)
    if (isShown) show([withoutCount(view, isAllowed(server) ? 'no-answer' : 'off')])
  }

  function followAll(servers: readonly ServerView[], state: AppState): void {
    for (const ref of watches.keys()) if (state.servers[ref] === undefined) drop(ref)
    for (const ref of closed) if (state.servers[ref] === undefined) closed.delete(ref)
    for (const server of servers) follow(server)
    wake()
  }

  /** What a person corrected is asked anew, as if it had never been asked. */
  function forgetCorrected(now: PlayersPreferences, before: PlayersPreferences): void {
    for (const ref of watches.keys()) {
      const [a, b] = [choiceOf(now, ref), choiceOf(before, ref)]
      if (a.game === b.game && a.port === b.port) continue
      drop(ref)
      show([emptyView(ref)])
    }
  }

  const endings = [
    store.subscribe((state, before) => {
      if (state.preferences.players !== before.preferences.players) {
        forgetCorrected(state.preferences.players, before.preferences.players)
        followAll(valuesOf(state.servers), state)
      } else if (state.servers !== before.servers) {
        const changed = changedValues(before.servers, state.servers).filter(
          ({ ref, state }) => before.servers[ref]?.state !== state,
        )
        const isGone = [...watches.keys(), ...closed].some((ref) => state.servers[ref] === undefined)
        if (changed.length > 0 || isGone) followAll(changed, state)
      } else if (state.consoles !== before.consoles) wake()
    }),
    visibleServers.onChange(wake),
    backgroundPause.onEnd(wake),
  ]
  followAll(valuesOf(store.get().servers), store.get())

  return {
    watch(ref) {
      holders.set(ref, (holders.get(ref) ?? 0) + 1)
      const watch = watches.get(ref)
      // Somebody waits for the answer: it is tried again soon, though not often.
      if (watch !== undefined) watch.failures = 0
      wake()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        const left = (holders.get(ref) ?? 1) - 1
        if (left > 0) holders.set(ref, left)
        else holders.delete(ref)
      }
    },
    async askNow(ref) {
      const server = store.get().servers[ref]
      if (server === undefined) return null
      const watch = watches.get(ref)
      if (watch === undefined) {
        return { count: null, unknown: isAllowed(server) ? 'not-running' : 'off', game: null, address: null }
      }
      watch.failures = 0
      return watch.asking ?? begin(server, watch)
    },
    silenceOf(ref) {
      const own = watches.get(ref)
      const others = [...watches.values()].filter((watch) => watch !== own)
      return own === undefined
        ? null
        : silenceOf(
            own.life,
            others.map(({ life }) => life),
          )
    },
    noteConsole(ref, count) {
      // Also of a server that has gone: it may come back.
      if (count === null) byConsole.delete(ref)
      const server = store.get().servers[ref]
      if (server === undefined) return
      if (count === null) return forgetConsole(server)
      if (!isRunning(server)) return
      byConsole.set(ref, count)
      closed.delete(ref)
      const view = viewOf(ref) ?? emptyView(ref)
      const isBest = view.count === null || isByConsole(view.count) || count.source === 'list-command'
      if (isBest) show([{ ...view, count, unknown: null }])
    },
    leaveConsole(ref) {
      byConsole.delete(ref)
      const count = viewOf(ref)?.count ?? null
      if (count === null || !isByConsole(count)) return
      closed.add(ref)
      wake()
    },
    dispose() {
      isOver = true
      cancel()
      for (const ref of [...watches.keys()]) drop(ref)
      for (const end of endings) end()
    },
  }
}
