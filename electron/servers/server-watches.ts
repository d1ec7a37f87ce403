import type { AppError } from '../../shared/error-schema.ts'
import { isInTrouble } from '../../shared/keys/health.ts'
import { chooseKey } from '../../shared/keys/server-keys.ts'
import type { PanelId, ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { getOrMake, keysOf } from '../../shared/tables.ts'
import { type Clock, steadyOf } from '../lib/clock.ts'
import type { StateStore } from '../state/store.ts'
import { isReadByConsole } from './observations.ts'
import type { Watched } from './poll-order.ts'

/** What a panel keeps its answers for when it does not say (panel API: resources are cached 20 s). */
export const defaultFreshMs = 20_000
/**
 * After a 404 a server is asked again when a list names it. So many 404s in a row show that the panel has no such
 * endpoint, or not now, and it is asked now and then.
 */
const notFoundToBelieve = 3
const noStateForMs = { first: 5 * 60_000, believed: 10 * 60_000 }

/** What the poller remembers of one server between polls. Times are steady milliseconds. */
export type ServerWatch = {
  -readonly [field in keyof Watched]: Watched[field]
} & {
  /** It is being asked now. */
  isAsking: boolean
  /** How many 404s there were in a row, and when the last one came. */
  notFoundCount: number
  notFoundAt: number
  /** When it was last asked what the account may do on it. */
  accountAt: number
}

/** True once enough 404s in a row showed that the panel tells no state of this server. */
export const hasNoState = ({ notFoundCount }: ServerWatch) => notFoundCount >= notFoundToBelieve

/** True where the key's list was read after the 404, which shows that the server is there. */
function isNamedSince({ keys }: AppState, { keyIds }: ServerView, watch: ServerWatch, clock: Clock): boolean {
  if (watch.notFoundCount === 0 || hasNoState(watch)) return false
  return keyIds.some((id) => {
    const health = keys[id]?.health
    return health?.kind === 'works' && steadyOf(clock, health.at) >= watch.notFoundAt
  })
}

function isKeyInTrouble(state: AppState, server: ServerView): boolean {
  const keyId = chooseKey(state, server)
  const key = keyId && state.keys[keyId]
  return key !== undefined && isInTrouble(key.health)
}

/** The servers whose open consoles tell their state. */
function serversReadByConsole(state: AppState, now: number): ReadonlySet<string> {
  const refs = keysOf(state.consoles)
  return new Set(refs.filter((ref) => isReadByConsole(state, ref, now)))
}

/**
 * What the poller remembers of all servers.
 * @param isForeground whether somebody looks at the server, or an action on it runs
 */
export function createServerWatches(deps: {
  readonly store: StateStore
  readonly clock: Clock
  readonly isForeground: (server: ServerView) => boolean
}) {
  const { store, clock, isForeground } = deps
  /** In the order in which they were last asked. */
  const watches = new Map<ServerRef, ServerWatch>()

  function watchOf(ref: ServerRef): ServerWatch {
    return getOrMake(watches, ref, () => ({
      ref,
      knownAt: clock.steady(),
      isForeground: false,
      askedAt: null,
      notBefore: 0,
      isUrgent: false,
      isAsking: false,
      notFoundCount: 0,
      notFoundAt: 0,
      accountAt: Number.NEGATIVE_INFINITY,
    }))
  }

  function hurry(watch: ServerWatch): void {
    watch.isUrgent = true
    watch.notBefore = 0
  }

  return {
    of: watchOf,
    /**
     * What decides when the servers of a panel are polled, one by one in the order in which they were last asked, new ones
     * last. Left out are those that are being asked, whose console tells their state, or whose key is in trouble.
     */
    *askable(id: PanelId): Iterable<Watched> {
      const state = store.get()
      const isAnyInTrouble = Object.values(state.keys).some(({ health }) => isInTrouble(health))
      const ofConsoles = serversReadByConsole(state, clock.now())
      for (const watch of watches.values()) {
        const server = state.servers[watch.ref]
        if (server?.panelId !== id || watch.isAsking || ofConsoles.has(watch.ref)) continue
        if (isAnyInTrouble && isKeyInTrouble(state, server)) continue
        watch.isForeground = isForeground(server)
        if (isNamedSince(state, server, watch, clock)) hurry(watch)
        yield watch
      }
    },
    /** A server is asked now. */
    noteAsked(watch: ServerWatch, now: number): void {
      Object.assign(watch, { isAsking: true, isUrgent: false, askedAt: now })
      watches.delete(watch.ref)
      watches.set(watch.ref, watch)
    },
    /** A poll failed: the server is left alone for a while. */
    noteFailure(watch: ServerWatch, error: AppError): void {
      const isGone = error.code === 'server-not-found'
      watch.notFoundCount = isGone ? watch.notFoundCount + 1 : 0
      watch.notFoundAt = clock.steady()
      const notFoundMs = hasNoState(watch) ? noStateForMs.believed : noStateForMs.first
      const retryMs = Math.max(defaultFreshMs, error.retryAfterMs ?? 0)
      watch.notBefore = clock.steady() + (isGone ? notFoundMs : retryMs)
    },
    /** Its next poll cannot wait: what was last read of it is out of date. */
    hurry: (ref: ServerRef): void => hurry(watchOf(ref)),
    /** What was answered with a 404 is asked again. */
    askAgain(): void {
      for (const watch of watches.values()) {
        if (watch.notFoundCount > 0) Object.assign(watch, { notFoundCount: 0, notBefore: 0 })
      }
    },
    forget: (ref: ServerRef): void => void watches.delete(ref),
  }
}
