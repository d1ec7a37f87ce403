import type { ServerRef } from '../../shared/model/identifier.ts'
import { isAhead } from '../../shared/model/restart.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { ServerState, ServerView } from '../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { changedValues, valuesOf } from '../../shared/tables.ts'
import { wallOf } from '../lib/clock.ts'
import { untilState } from '../state/until.ts'
import { noteObservation } from './observations.ts'
import { readingAt } from './observe.ts'
import { mayReadBySelf, type PanelAccess, reach } from './reach.ts'

type Deps = PanelAccess & {
  /** The connections of servers' consoles, which tell a state at once. */
  consoles: { hold(ref: ServerRef): () => void; tells(ref: ServerRef): boolean }
}

/** A state, and since when it surely was so at the latest, in steady milliseconds. */
export type StateNow = { readonly state: ServerState; readonly readFrom: number }

/** How long before its restart a server is looked at closely, in milliseconds: one that is off stays off. */
const beforeZeroMs = 60_000
/** How long a console may take to tell the state before the panel is asked, in milliseconds. */
const consoleMs = 5_000
/** How long it is waited for an answer that is not repeated, in milliseconds: a proxy may keep one for hours. */
const longestRepeatMs = 60_000

/** True for a restart that is ahead, and near. @param now unix milliseconds */
export const isNear = (plan: PlanView, now: number) => isAhead(plan) && plan.zeroAt - now <= beforeZeroMs

/** The servers with an action that the panel took, or a restart that is near or is followed. */
function underWay({ servers, plans }: AppState, now: number): readonly ServerRef[] {
  const acting = valuesOf(servers).filter(({ action }) => action?.phase === 'accepted')
  const near = Object.values(plans).filter((plan) => plan.phase === 'watching' || isNear(plan, now))
  return [...acting, ...near].map(({ ref }) => ref)
}

export function createStateWatch({ store, clock, clientFor, consoles }: Deps) {
  const held = new Map<ServerRef, () => void>()
  const ending = new AbortController()
  let cancelNext = () => {}
  /** No key that the panel refused is used for what nobody pressed. */
  const purpose = () => ({ permission: 'power', now: clock.now(), isAutomatic: true }) as const
  const mayRead = (ref: ServerRef) => mayReadBySelf(store.get(), ref, clientFor, purpose())

  function follow(): void {
    cancelNext()
    if (ending.signal.aborted) return
    const now = clock.now()
    const wanted = new Set(underWay(store.get(), now).filter(mayRead))
    for (const [ref, release] of held) {
      if (wanted.has(ref)) continue
      held.delete(ref)
      release()
    }
    for (const ref of wanted) if (!held.has(ref)) held.set(ref, consoles.hold(ref))
    const later = Object.values(store.get().plans).filter((plan) => isAhead(plan) && !isNear(plan, now))
    const next = Math.min(...later.map(({ zeroAt }) => zeroAt - beforeZeroMs - now))
    if (Number.isFinite(next)) cancelNext = clock.after(next, follow)
  }

  async function readConsole(ref: ServerRef): Promise<ServerState | null> {
    if (!mayRead(ref)) return null
    const release = consoles.hold(ref)
    const isOver = () => {
      const phase = store.get().consoles[ref]?.stream?.phase
      return consoles.tells(ref) || (phase !== 'connecting' && phase !== 'open')
    }
    await untilState({ store, clock }, isOver, { ms: consoleMs, signal: ending.signal })
    release()
    return consoles.tells(ref) ? (store.get().servers[ref]?.state ?? null) : null
  }

  /** Asks the panel, again until its answer was surely read after `since` (steady milliseconds), or may be repeated. */
  async function poll(ref: ServerRef, since: number, mayRepeat: boolean): Promise<Result<StateNow>> {
    const reached = reach(store.get(), ref, clientFor, purpose())
    if (!reached.ok) return reached
    const { server, client } = reached.value
    const askedAt = clock.steady()
    // With a person's priority, which waits for a rate limit: something is to be done by it.
    const read = await client.readResources(server.identifier, { signal: ending.signal })
    if (!read.ok) return read
    const { state, freshForMs } = read.value
    store.update(noteObservation(ref, readingAt(wallOf(clock, askedAt), read.value)))
    const readFrom = askedAt - freshForMs
    const waitMs = since - readFrom
    if (waitMs <= 0 || (mayRepeat && state !== 'offline')) return ok({ state, readFrom })
    if (waitMs > longestRepeatMs) return fail('server-state-unknown', { message: 'The panel repeats an old answer.' })
    return (await clock.sleep(waitMs, ending.signal)) ? poll(ref, since, mayRepeat) : fail('cancelled')
  }

  const unsubscribe = store.subscribe((after, before) => {
    const isActed = ({ ref, action }: ServerView) => action !== before.servers[ref]?.action
    if (after.plans !== before.plans || changedValues(before.servers, after.servers).some(isActed)) follow()
  })
  follow()

  return {
    /** The state that a server's console tells now; null where it opens to no key, or not in time. */
    readConsole,
    /**
     * What state a server has, as of when it was asked for or later: by its console, else by the panel, which is asked
     * again until its answer cannot be a repeated one: 20 s, or what the panel says, up to a minute. For one of many
     * servers that is too long: with `mayRepeat` only *offline* is asked for again, and that a server runs may be as old as
     * the panel's repeated answer.
     * Errors: `unknown-server`, `not-on-panel` for a panel that tells no states, `server-state-unknown` where it repeats an
     * answer for longer, `cancelled`, and those of the reading.
     */
    async read(
      ref: ServerRef,
      { mayRepeat = false }: { readonly mayRepeat?: boolean } = {},
    ): Promise<Result<StateNow>> {
      const since = clock.steady()
      const { servers, panels } = store.get()
      const panelId = servers[ref]?.panelId
      if (panelId !== undefined && panels[panelId]?.dialect !== 'pterodactyl') return fail('not-on-panel')
      const state = await readConsole(ref)
      return state === null ? poll(ref, since, mayRepeat) : ok({ state, readFrom: clock.steady() })
    },
    dispose(): void {
      ending.abort()
      cancelNext()
      unsubscribe()
      for (const release of held.values()) release()
      held.clear()
    },
  }
}

/**
 * States that are known at once, for what decides or proves by them. Panels repeat an answer for 20 s, so the connection
 * of a server's console is held open while an action or a restart is under way. A key that may not open it leaves polls.
 */
export type StateWatch = ReturnType<typeof createStateWatch>
