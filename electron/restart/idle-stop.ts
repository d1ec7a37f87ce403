import type { AppError } from '../../shared/error-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { hasEnded, warningText } from '../../shared/model/restart.ts'
import type { IdleStop } from '../../shared/model/restart-schema.ts'
import { type Moment, momentOf, steadyOf } from '../lib/clock.ts'
import { createLooks } from '../lib/look-loop.ts'
import { emptyMs, followOnlinePlayers, isJustTold, isStillAhead } from './online-players.ts'
import type { RestartParts } from './parts.ts'
import { graceMs } from './plan.ts'

/** How far the stop of a server on which nobody is has come, since somebody was last on or it was not known. */
type IdleProgress = {
  /** When it was announced, by the monotonic clock in milliseconds. */
  readonly warnedAt: number | null
  /** Not before this, by the same clock, after a rate limit or a sleep held the signal back. */
  readonly againAt: number | null
  readonly isOver: boolean
}

const notIdle: IdleProgress = { warnedAt: null, againAt: null, isOver: false }

/** A stop that was held back is tried again after this long at least, in milliseconds. Panels count requests by the minute. */
const againMs = 60_000

type IdleMove = { readonly course: IdleProgress; readonly order: 'warn' | 'stop' | null }

const noChange = (course: IdleProgress): IdleMove => ({ course, order: null })

/**
 * What is due now. A server is stopped once for each time that it was empty for so long; a stop that was refused is not
 * tried again before somebody was on. Somebody who joins after it was announced ends it.
 * @param emptyMs for how long nobody was on, in milliseconds; null where somebody is on, or it is not known
 * @param mono the monotonic clock, in milliseconds
 */
function idleStep({ minutes, warn }: IdleStop, course: IdleProgress, emptyMs: number | null, mono: number): IdleMove {
  if (emptyMs === null || emptyMs < minutes * 60_000) return noChange(notIdle)
  if (course.isOver) return noChange(course)
  if (course.againAt !== null && mono < course.againAt) return noChange(course)
  if (warn !== null && course.warnedAt === null) return { course: { ...course, warnedAt: mono }, order: 'warn' }
  if (warn !== null && mono - (course.warnedAt ?? mono) < warn.seconds * 1_000) return noChange(course)
  return { course: { ...course, isOver: true }, order: 'stop' }
}

/**
 * The course after its stop failed with this. A stop that was too late was not sent, and one that a rate limit refused
 * did nothing: it is due again. Every other failure ends it.
 * @param mono the monotonic clock, in milliseconds
 */
function afterFailure(
  course: IdleProgress,
  { code, mayHaveActed, retryAfterMs }: AppError,
  mono: number,
): IdleProgress {
  const didNothing = (code === 'too-late' || code === 'rate-limited') && !mayHaveActed
  return didNothing ? { ...course, againAt: mono + Math.max(againMs, retryAfterMs ?? 0), isOver: false } : course
}

/** While one is announced, it is looked at this often, in milliseconds. */
const intervalMs = 1_000

type Parts = Pick<RestartParts, 'store' | 'clock' | 'power' | 'commands' | 'watchPlayers'>

/** Stops servers on which nobody was for as long as a person chose. */
export function createIdleStops(parts: Parts) {
  const { store, clock, power, commands } = parts
  const onlinePlayers = followOnlinePlayers(parts)
  const courses = new Map<ServerRef, IdleProgress>()

  /** Those whose server runs, with no restart planned and nothing on its way. */
  function open(): readonly IdleStop[] {
    const { preferences, servers, plans } = store.get()
    const busy = new Set(Object.values(plans).flatMap((plan) => (hasEnded(plan) ? [] : [plan.ref])))
    return preferences.idleStops.filter(({ ref }) => servers[ref]?.state === 'running' && !busy.has(ref))
  }

  async function stop(ref: ServerRef, notAfter: number): Promise<void> {
    const sent = await power.send(ref, 'stop', 'schedule', { isAutomatic: true, notAfter })
    const course = courses.get(ref)
    if (!sent.ok && course !== undefined) courses.set(ref, afterFailure(course, sent.error, clock.mono()))
  }

  function carryOut({ ref, warn }: IdleStop, order: 'warn' | 'stop', now: Moment): void {
    const notAfter = steadyOf(clock, now.wall + graceMs)
    if (order === 'stop') void stop(ref, notAfter)
    else if (warn !== null) {
      const text = warningText(warn.text, warn.seconds, store.get().servers[ref]?.name ?? ref)
      void commands.send(ref, text, { isAutomatic: true, notAfter, isPrivate: true })
    }
  }

  /** Looks at the players once more before the stop. Where only an old count comes back, the next one is waited for. */
  function lookFirst(ref: ServerRef, now: Moment): void {
    const { look: last } = onlinePlayers.of(ref)
    if (last?.answer === 'open') return
    if (last?.answer === 'before' && isStillAhead(onlinePlayers.of(ref), last.at, now)) return
    void onlinePlayers.look(ref).then(() => {
      if (isJustTold(onlinePlayers.of(ref), momentOf(clock))) looks.now()
    })
  }

  function step(one: IdleStop, now: Moment): void {
    const players = onlinePlayers.of(one.ref)
    const empty = emptyMs(players, now)
    // Only zeros so far, the last one too old to act by: what was announced waits for the next count.
    if (empty === null && players.zeroSince !== null) return
    const { course, order } = idleStep(one, courses.get(one.ref) ?? notIdle, empty, now.mono)
    if (order === 'stop' && !isJustTold(players, now)) lookFirst(one.ref, now)
    else {
      courses.set(one.ref, course)
      if (order !== null) carryOut(one, order, now)
    }
  }

  function stepAll(): void {
    const now = momentOf(clock)
    const all = open()
    onlinePlayers.follow(new Set(all.map(({ ref }) => ref)), now)
    for (const ref of courses.keys()) if (!all.some((one) => one.ref === ref)) courses.delete(ref)
    for (const one of all) step(one, now)
  }

  const looks = createLooks(clock, stepAll, () => {
    const isAnnounced = [...courses.values()].some(({ warnedAt, isOver }) => warnedAt !== null && !isOver)
    return isAnnounced ? intervalMs : null
  })

  const unsubscribe = store.subscribe((after, before) => {
    const hasChanged = (['players', 'servers', 'plans'] as const).some((table) => after[table] !== before[table])
    const isChosen = after.preferences.idleStops !== before.preferences.idleStops
    if (isChosen || (hasChanged && after.preferences.idleStops.length > 0)) looks.now()
  })

  return {
    dispose() {
      unsubscribe()
      looks.end()
      onlinePlayers.dispose()
    },
  }
}
