import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import type { BackgroundPause } from './background-pause.ts'

type Deps = {
  clock: Clock
  backgroundPause: Pick<BackgroundPause, 'isPaused' | 'onEnd'>
  /** The servers of which something is to be known though nobody looks. */
  refs: () => readonly ServerRef[]
  /** How old it may get, in milliseconds. */
  everyMs: number
  /** The same after sleep or a lost network, when much may have happened. */
  afterPauseMs: number
  /** When it was read last, whoever wanted it, in steady milliseconds; null for never in this run. */
  readAt: (ref: ServerRef) => number | null
  /** Reads it as background work. */
  read: (ref: ServerRef) => Promise<Result<unknown>>
}

/** How often it is looked what is due, in milliseconds. */
const intervalMs = 10 * 60_000
/** The same after a start, once lists were read. */
const firstIntervalMs = 60_000
/** What could not be read is tried again after this, in milliseconds, however seldom it is wanted, or when a pause ends. */
const againMs = 60 * 60_000

/** Reads something of a few servers now and then, one after the other, while nothing else has read it. */
export function createSlowReading(deps: Deps) {
  const { clock, backgroundPause, refs, everyMs, afterPauseMs, readAt, read } = deps
  /** Until when a server is left alone after a reading that failed, in steady milliseconds. */
  const failedUntil = new Map<ServerRef, number>()
  let isEnding = false
  let cancelNap = () => {}
  let underWay: Promise<void> = Promise.resolve()

  function isDue(ref: ServerRef, ageMs: number): boolean {
    const now = clock.steady()
    return now >= (failedUntil.get(ref) ?? now) && now - (readAt(ref) ?? Number.NEGATIVE_INFINITY) >= ageMs
  }

  async function look(ageMs: number): Promise<void> {
    for (const ref of refs()) {
      if (isEnding || backgroundPause.isPaused()) return
      if (!isDue(ref, ageMs)) continue
      failedUntil.delete(ref)
      const done = await read(ref)
      if (!done.ok) failedUntil.set(ref, clock.steady() + againMs)
    }
  }

  function lookThenRest(ageMs: number): void {
    cancelNap()
    underWay = underWay.then(() => look(ageMs)).then(() => rest(intervalMs))
  }

  function rest(ms: number): void {
    cancelNap()
    if (!isEnding) cancelNap = clock.after(ms, () => lookThenRest(everyMs))
  }

  const unsubscribe = backgroundPause.onEnd(() => {
    // Earlier failures may have been the missing network, so they are forgotten. One under way is waited for, which may
    // fail yet.
    underWay = underWay.then(() => failedUntil.clear())
    lookThenRest(Math.min(afterPauseMs, everyMs))
  })
  return {
    start: (): void => rest(firstIntervalMs),
    dispose(): void {
      isEnding = true
      unsubscribe()
      cancelNap()
    },
  }
}
