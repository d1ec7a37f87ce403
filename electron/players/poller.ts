import type { ServerRef } from '../../shared/model/identifier.ts'
import { choiceOf } from '../../shared/model/players.ts'
import type { PlayerCount, PlayersPreferences, PlayersView } from '../../shared/model/players-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues, valuesOf } from '../../shared/tables.ts'
import { wallOf } from '../lib/clock.ts'
import { createLooks } from '../lib/look-loop.ts'
import type { BackgroundPause } from '../servers/background-pause.ts'
import type { VisibleServers } from '../servers/visible-servers.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { setPlayers } from '../state/updates.ts'
import {
  type AskedAt,
  frozenSince,
  type GameAnswer,
  type GameLife,
  noGameLife,
  noteGame,
  type Silence,
  silenceOf,
} from './frozen.ts'
import { type Attention, dueAt, keptMs, type Turn } from './turns.ts'
import {
  type AskPlayers,
  type ByConsole,
  emptyView,
  type Known,
  mergedView,
  type PlayersAnswer,
  shownUntil,
} from './view.ts'

type Deps = Pick<FeatureBasics, 'store' | 'clock'> & {
  visibleServers: Pick<VisibleServers, 'has' | 'refs' | 'onChange'>
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  /** Whether a person allowed to ask this server's game. */
  isAllowed: (server: ServerView) => boolean
  ask: AskPlayers
}

/** What somebody has who waits for a server's players. */
export type PlayersWatch = {
  /** Asks anew, also while a question is out; null where nothing came of it. */
  ask(): Promise<PlayerCount | null>
  release(): void
}

/** Maximum number of servers that are asked at a time: questions are small. The last places are for what is waited for. */
const maxAsking = { 'waited-for': 40, others: 32 }

type Watch = { -readonly [K in keyof Omit<Turn, 'life'>]: Turn[K] } & {
  /** When the newest question was asked, while it is out. */
  asking: AskedAt | null
  /** When the first question was asked that was left open since the last count; null where none was. */
  openSince: number | null
  life: GameLife
  /** Fires when it may not be asked any more. */
  readonly ending: AbortController
}

function answerIn({ count, unknown }: PlayersAnswer): GameAnswer['answer'] {
  if (count === null) return unknown === 'no-answer' ? 'silent' : 'not-asked'
  return count.source === 'game' ? 'answered' : 'told'
}

const isRunning = (server: ServerView | undefined): server is ServerView => server?.state === 'running'

/**
 * Asks the games of running servers how many are on, where a person allowed it: first what something waits for and what was
 * never asked, soon what somebody looks at, the rest more seldom, and games that do not answer more seldom still.
 */
export function createPlayersPoller(deps: Deps) {
  const { store, clock, visibleServers, backgroundPause, isAllowed, ask } = deps
  const watches = new Map<ServerRef, Watch>()
  const holders = new Map<ServerRef, number>()
  const consoles = new Map<ServerRef, NonNullable<ByConsole>>()
  let asking = 0

  function attentionTo(ref: ServerRef): Attention {
    const { stream } = store.get().consoles[ref] ?? { stream: null }
    if (holders.has(ref)) return 'waited-for'
    if (stream !== null || visibleServers.has(ref)) return 'looked-at'
    return visibleServers.refs().length > 0 ? 'open' : 'closed'
  }

  const viewOf = (ref: ServerRef): PlayersView | undefined => store.get().players[ref]

  function knownOf(server: ServerView, asked: PlayersAnswer | null): Known {
    const { ref } = server
    const { openSince, life } = watches.get(ref) ?? { openSince: null, life: noGameLife }
    const ifAllowed = isRunning(server) ? null : 'not-running'
    return {
      asked,
      byConsole: consoles.get(ref) ?? null,
      notAsked: isAllowed(server) ? ifAllowed : 'off',
      believedUntil: openSince === null ? null : wallOf(clock, openSince + keptMs(attentionTo(ref))),
      frozenSince: frozenSince(life),
    }
  }

  /** Shows what is known now, by whatever tells it. */
  function show(ref: ServerRef, asked: PlayersAnswer | null = null): void {
    const server = store.get().servers[ref]
    if (server === undefined) return
    const view = mergedView(viewOf(ref) ?? emptyView(ref), knownOf(server, asked), clock.now())
    // A server that was never asked about needs no reason.
    if (viewOf(ref) !== undefined || view.unknown !== 'off') store.update(setPlayers([view]))
  }

  /** What came back, unless the server stopped, may not be asked any more, or was asked anew meanwhile. */
  function note(ref: ServerRef, watch: Watch, asked: PlayersAnswer, at: AskedAt): void {
    if (watches.get(ref) !== watch || watch.asking !== at) return
    watch.asking = null
    watch.endedAt = clock.steady()
    watch.life = noteGame(watch.life, { answer: answerIn(asked), at })
    if (asked.count === null) watch.failures += 1
    else {
      Object.assign(watch, { failures: 0, openSince: null })
      if (consoles.get(ref) === 'closed') consoles.delete(ref)
    }
    show(ref, asked)
  }

  async function begin(server: ServerView, watch: Watch, isNow: boolean): Promise<PlayersAnswer> {
    const at = { wall: clock.now(), steady: clock.steady() }
    watch.asking = at
    watch.openSince ??= at.steady
    asking += 1
    // It never throws, but what nobody caught would end the app.
    const failed: PlayersAnswer = { count: null, unknown: 'no-answer', game: null, address: null }
    const asked = await ask(server, watch.ending.signal, isNow).catch(() => failed)
    asking -= 1
    note(server.ref, watch, asked, at)
    looks.soon()
    return asked
  }

  /** The servers that may be asked and are not being asked, those whose turn came first in front. */
  function inTurn(now: number) {
    const rank = (watch: Watch, attention: Attention) =>
      attention === 'waited-for' ? 0 : Number(watch.endedAt !== null) + 1
    return [...watches]
      .filter(([, watch]) => watch.asking === null)
      .map(([ref, watch]) => ({ ref, watch, attention: attentionTo(ref) }))
      .map((one) => ({ ...one, rank: rank(one.watch, one.attention), at: dueAt(one.watch, one.attention, now) }))
      .sort((a, b) => a.rank - b.rank || a.at - b.at)
  }

  /** Drops the counts that are not believed any more; returns when the next one will not be, in unix milliseconds. */
  function dropOld(): number {
    const now = clock.now()
    const ends = [...new Set([...watches.keys(), ...consoles.keys()])].map((ref) => {
      const [server, count] = [store.get().servers[ref], viewOf(ref)?.count]
      if (server === undefined || !count) return Number.POSITIVE_INFINITY
      const until = shownUntil(count, knownOf(server, null))
      if (until <= now) show(ref)
      return until > now ? until : Number.POSITIVE_INFINITY
    })
    return Math.min(...ends)
  }

  /** Asks those whose turn has come, as far as there are places; returns in how long the next turn comes. */
  function askDue(): number {
    const now = clock.steady()
    const turns = inTurn(now)
    for (const { ref, watch, attention } of turns.filter(({ at }) => at <= now)) {
      const server = store.get().servers[ref]
      const places = maxAsking[attention === 'waited-for' ? attention : 'others']
      if (server !== undefined && asking < places) void begin(server, watch, false)
    }
    // Where all places are taken, the end of a question wakes this.
    return Math.min(...turns.flatMap(({ at }) => (at > now ? [at] : []))) - now
  }

  let waitMs = Number.POSITIVE_INFINITY
  function look(): void {
    const askInMs = backgroundPause.isPaused() ? Number.POSITIVE_INFINITY : askDue()
    waitMs = Math.min(askInMs, dropOld() - clock.now())
  }
  const looks = createLooks(clock, look, () => (Number.isFinite(waitMs) ? waitMs : null))

  /** Gives up a server, with the question that is under way. */
  function drop(ref: ServerRef): void {
    watches.get(ref)?.ending.abort()
    watches.delete(ref)
  }

  /** Takes up a server that began to run, or may be asked from now on; gives up one that stopped or may not. */
  function follow(server: ServerView): void {
    const { ref } = server
    if (isAllowed(server) && isRunning(server)) takeUp(ref)
    else {
      drop(ref)
      if (!isRunning(server)) consoles.delete(ref)
      show(ref)
    }
  }

  function takeUp(ref: ServerRef): void {
    if (watches.has(ref)) return
    const ending = new AbortController()
    const never = { asking: null, endedAt: null, openSince: null, failures: 0, life: noGameLife }
    watches.set(ref, { ...never, runsSince: clock.steady(), ending })
    // Why it was not asked before is over, and nothing was tried yet.
    if (viewOf(ref)?.count === null) store.update(setPlayers([emptyView(ref)]))
  }

  function followAll(servers: readonly ServerView[], state: AppState): void {
    for (const ref of watches.keys()) if (state.servers[ref] === undefined) drop(ref)
    for (const ref of consoles.keys()) if (state.servers[ref] === undefined) consoles.delete(ref)
    for (const server of servers) follow(server)
    looks.soon()
  }

  /** What a person corrected is asked anew, as if it had never been asked. */
  function forgetCorrected(now: PlayersPreferences, before: PlayersPreferences): void {
    for (const ref of watches.keys()) {
      const [a, b] = [choiceOf(now, ref), choiceOf(before, ref)]
      if (a.game === b.game && a.port === b.port) continue
      drop(ref)
      store.update(setPlayers([emptyView(ref)]))
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
        const isGone = [...watches.keys(), ...consoles.keys()].some((ref) => state.servers[ref] === undefined)
        if (changed.length > 0 || isGone) followAll(changed, state)
      } else if (state.consoles !== before.consoles) looks.soon()
    }),
    visibleServers.onChange(looks.soon),
    backgroundPause.onEnd(looks.soon),
  ]
  followAll(valuesOf(store.get().servers), store.get())

  async function askNow(ref: ServerRef): Promise<PlayersAnswer | null> {
    const server = store.get().servers[ref]
    const watch = watches.get(ref)
    if (server === undefined) return null
    if (watch !== undefined) return begin(server, watch, true)
    return { count: null, unknown: isAllowed(server) ? 'not-running' : 'off', game: null, address: null }
  }

  return {
    /** Asks soon, before others, and then every 20 s, whatever failed before, until that is released. */
    watch(ref: ServerRef): PlayersWatch {
      holders.set(ref, (holders.get(ref) ?? 0) + 1)
      looks.soon()
      let isHeld = true
      return {
        ask: async () => (await askNow(ref))?.count ?? null,
        release() {
          if (!isHeld) return
          isHeld = false
          const left = (holders.get(ref) ?? 1) - 1
          if (left > 0) holders.set(ref, left)
          else holders.delete(ref)
        },
      }
    },
    /** Asks anew at once, whatever failed before; null for a server that is not in the list. */
    askNow,
    /** The silence of a frozen game that answered this computer before; null where there is none. */
    silenceOf(ref: ServerRef): Silence | null {
      const own = watches.get(ref)
      if (own === undefined) return null
      const others = [...watches.values()].filter((watch) => watch !== own)
      return silenceOf(
        own.life,
        others.map(({ life }) => life),
      )
    },
    /**
     * The console tells who is on; null once that is not known. It counts where nothing better is known, and once the console
     * was closed it stays, with its age, until something newer is.
     */
    noteConsole(ref: ServerRef, told: ByConsole): void {
      // Also of a server that has gone: it may come back.
      if (told === null) consoles.delete(ref)
      else if (isRunning(store.get().servers[ref])) consoles.set(ref, told)
      show(ref)
      looks.soon()
    },
    dispose(): void {
      looks.end()
      for (const ref of [...watches.keys()]) drop(ref)
      for (const end of endings) end()
    },
  }
}

export type PlayersPoller = ReturnType<typeof createPlayersPoller>
