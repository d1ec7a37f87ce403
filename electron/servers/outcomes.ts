import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import { getOrMake } from '../../shared/tables.ts'
import { steadyOf } from '../lib/clock.ts'
import { stretchMs } from '../lib/sleep-watch.ts'
import type { ResourceReading } from '../panel/types.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { changeAction } from '../state/updates.ts'
import { askAgainAt, type Evidence, forAction, noEvidence, withAnswer, withTold } from './evidence.ts'
import { isStreaming } from './observations.ts'
import { type FailedLook, failedLook, isBlind, outcomeOf, stallAfterMs } from './outcome.ts'

/** The mark of an answer: different for any two that are surely not the same cached one. */
function markOf({ state, resources }: Pick<ResourceReading, 'state' | 'resources'>): string {
  if (resources === null) return state
  const { cpuPercent, memoryBytes, diskBytes, uptimeMs } = resources
  return `${state} ${cpuPercent} ${memoryBytes} ${diskBytes} ${uptimeMs}`
}

const notSeen = appError('timeout', {
  message: 'What came of it was not seen.',
  hint: 'Check whether the panel answers, then look at the server’s state.',
})

/** What is remembered of a server. */
type Followed = {
  evidence: Evidence
  /** For how long the limit of an action has been over, and when that was last counted; null before. */
  overtime: { readonly actionId: string; readonly ms: number; readonly at: number } | null
  /** The last look, where it failed. */
  failed: FailedLook | null
}

/** Keeps what was seen of each server, and ends power actions by it. Times are steady milliseconds. */
export function createOutcomes({ store, clock }: Pick<FeatureBasics, 'store' | 'clock'>) {
  const kept = new Map<ServerRef, Followed>()

  const followedOf = (ref: ServerRef) =>
    getOrMake(kept, ref, (): Followed => ({ evidence: noEvidence, overtime: null, failed: null }))

  /**
   * Open consoles tell each state at once and without a cache, so every one is noted here, not polled for. The load in
   * the state may be older than the state.
   */
  function noteTold({ ref, state, observedAt, resources }: ServerView, earlier: ServerView | undefined): void {
    if (observedAt === null || observedAt === earlier?.observedAt) return
    const followed = followedOf(ref)
    const { evidence } = followed
    const at = steadyOf(clock, observedAt)
    // An answer that `noteAnswer` has taken, or a known time that only moved with the wall clock.
    if (at === evidence.cached?.seen.read.from || at === evidence.latest?.read.from) return
    if (!isStreaming(store.get(), ref)) return
    const uptimeMs = resources === earlier?.resources ? null : (resources?.uptimeMs ?? null)
    followed.evidence = withTold(evidence, { state, uptimeMs }, at)
  }

  /** Counts the time since the limit. Where two looks lie further apart than one may come late, the rest was sleep. */
  function countOvertime({ overtime }: Followed, { id, phase }: PowerAction, lateAt: number): Followed['overtime'] {
    const now = clock.steady()
    if (phase !== 'accepted' || now <= lateAt) return null
    const ms = overtime?.actionId === id ? overtime.ms + Math.min(now - overtime.at, stretchMs) : 0
    return { actionId: id, ms, at: now }
  }

  return {
    /** Takes note of a new action, and of a state that an open console told. */
    follow(server: ServerView, earlier: ServerView | undefined): void {
      const { ref, action } = server
      if (action !== null && action.id !== earlier?.action?.id) {
        const followed = followedOf(ref)
        followed.failed = null
        followed.evidence = forAction(followed.evidence, steadyOf(clock, action.startedAt))
      }
      noteTold(server, earlier)
    },

    /** Takes note of a panel's answer. @returns since when its state was surely so, at the earliest */
    noteAnswer(ref: ServerRef, { freshForMs, ...sample }: ResourceReading, askedAt: number): number {
      const times = { askedAt, answeredAt: clock.steady(), cachedForMs: freshForMs }
      const uptimeMs = sample.resources?.uptimeMs ?? null
      const answer = { ...times, state: sample.state, uptimeMs, mark: markOf(sample) }
      const followed = followedOf(ref)
      followed.evidence = withAnswer(followed.evidence, answer)
      followed.failed = null
      return followed.evidence.cached?.seen.read.from ?? askedAt
    },

    /** Takes note of a look that brought no state. @param askedAt without end where the panel is not asked again for long */
    noteFailure(ref: ServerRef, error: AppError, askedAt: number): void {
      const followed = followedOf(ref)
      followed.failed = failedLook(error, askedAt) ?? followed.failed
    },

    /** When a panel that keeps its answers for `cachedForMs` is asked again for an action; null while none is under way. */
    askAgainAt(ref: ServerRef, askedAt: number, cachedForMs: number): number | null {
      const action = store.get().servers[ref]?.action ?? null
      if (action === null || !isRunning(action)) return null
      if (action.signal !== 'restart') return askedAt + cachedForMs
      return askAgainAt(followedOf(ref).evidence, steadyOf(clock, action.changedAt), askedAt, cachedForMs)
    },

    /** Judges what the action of a server has come to. */
    judge(ref: ServerRef): void {
      const action = store.get().servers[ref]?.action
      if (!action || (action.phase !== 'accepted' && action.phase !== 'stalled')) return
      const { stallMinutes } = store.get().preferences
      const lateAt = steadyOf(clock, action.changedAt) + stallAfterMs(action.signal, stallMinutes)
      const followed = followedOf(ref)
      const { evidence, failed } = followed
      followed.overtime = countOvertime(followed, action, lateAt)
      const overMs = followed.overtime?.ms ?? 0
      const blind = isBlind(evidence, failed, lateAt)
      const outcome = outcomeOf(action, evidence, { now: clock.steady(), lateAt, overMs, isBlind: blind })
      if (outcome === null) return
      const end =
        outcome === 'unseen' ? ({ phase: 'stalled', error: notSeen } as const) : { phase: outcome, error: null }
      store.update(changeAction(ref, action.id, { ...end, changedAt: clock.now() }))
    },

    /** Forgets a server that is not there any more. */
    forget: (ref: ServerRef): void => void kept.delete(ref),
  }
}
