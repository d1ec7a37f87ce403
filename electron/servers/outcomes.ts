import { type AppError, appError } from '../../shared/errors.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PowerAction } from '../../shared/model/power.ts'
import { isRunning } from '../../shared/model/power-choices.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { type Clock, steadyOf } from '../lib/clock.ts'
import { stretchMs } from '../lib/sleep-watch.ts'
import type { ResourceReading } from '../panel/types.ts'
import type { StateStore } from '../state/store.ts'
import { changeAction } from '../state/updates.ts'
import { isStreaming } from './console-readings.ts'
import { askAgainAt, type Evidence, forAction, noEvidence, withAnswer, withTold } from './evidence.ts'
import { type FailedLook, failedLook, isBlind, outcomeOf, stallAfterMs } from './outcome.ts'

type Deps = { store: StateStore; clock: Clock }

/** Times are steady milliseconds. */
export type Outcomes = {
  /** Takes note of a new action, and of a state that an open console told. */
  follow(server: ServerView, earlier: ServerView | undefined): void
  /** Takes note of a panel's answer. */
  noteAnswer(ref: ServerRef, reading: ResourceReading, askedAt: number): void
  /** Takes note of a look that brought no state. @param askedAt without end where the panel is not asked again for long */
  noteFailure(ref: ServerRef, error: AppError, askedAt: number): void
  /** When a panel that keeps its answers for `cachedForMs` is asked again for an action; null while none is under way. */
  askAgainAt(ref: ServerRef, askedAt: number, cachedForMs: number): number | null
  /** Judges what the action of a server has come to. */
  judge(ref: ServerRef): void
  /** Forgets a server that is not there any more. */
  forget(ref: ServerRef): void
}

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

/** For how long no answer came since the limit of an action, and when that was last counted. */
type Unseen = { readonly actionId: string; readonly ms: number; readonly at: number }

/** Keeps what was seen of each server, and ends power actions by it. */
export function createOutcomes({ store, clock }: Deps): Outcomes {
  const kept = new Map<ServerRef, Evidence>()
  const unseen = new Map<ServerRef, Unseen>()
  /** The last look at each server, where it failed. */
  const failed = new Map<ServerRef, FailedLook>()
  const evidenceOf = (ref: ServerRef) => kept.get(ref) ?? noEvidence

  /**
   * Open consoles tell each state at once and without a cache, so every one is noted here, not polled for. The load in
   * the state may be older than the state.
   */
  function noteTold({ ref, state, observedAt, resources }: ServerView, earlier: ServerView | undefined): void {
    const evidence = evidenceOf(ref)
    if (observedAt === null || observedAt === earlier?.observedAt) return
    const at = steadyOf(clock, observedAt)
    // An answer that `noteAnswer` has taken, or a known time that only moved with the wall clock.
    if (at === evidence.cached?.askedAt || at === evidence.latest?.askedAt) return
    if (!isStreaming(store.get(), ref)) return
    const uptimeMs = resources === earlier?.resources ? null : (resources?.uptimeMs ?? null)
    kept.set(ref, withTold(evidence, { state, uptimeMs }, at))
  }

  /** Counts the time in which no answer came. Where two looks lie further apart than one may come late, the rest was sleep. */
  function countUnseen(ref: ServerRef, { id, phase }: PowerAction, lateAt: number): number {
    const now = clock.steady()
    if (phase !== 'accepted' || now <= lateAt) {
      unseen.delete(ref)
      return 0
    }
    const known = unseen.get(ref)
    const ms = known?.actionId === id ? known.ms + Math.min(now - known.at, stretchMs) : 0
    unseen.set(ref, { actionId: id, ms, at: now })
    return ms
  }

  return {
    follow(server, earlier) {
      const { ref, action } = server
      if (action !== null && action.id !== earlier?.action?.id) {
        failed.delete(ref)
        kept.set(ref, forAction(evidenceOf(ref), steadyOf(clock, action.startedAt)))
      }
      noteTold(server, earlier)
    },

    noteAnswer(ref, { freshForMs, ...told }, askedAt) {
      const times = { askedAt, answeredAt: clock.steady(), cachedForMs: freshForMs }
      const uptimeMs = told.resources?.uptimeMs ?? null
      const answer = { ...times, state: told.state, uptimeMs, mark: markOf(told) }
      kept.set(ref, withAnswer(evidenceOf(ref), answer))
      failed.delete(ref)
    },

    noteFailure(ref, error, askedAt) {
      const look = failedLook(error, askedAt)
      if (look !== null) failed.set(ref, look)
    },

    askAgainAt(ref, askedAt, cachedForMs) {
      const action = store.get().servers[ref]?.action ?? null
      if (action === null || !isRunning(action)) return null
      if (action.signal !== 'restart') return askedAt + cachedForMs
      return askAgainAt(evidenceOf(ref), steadyOf(clock, action.changedAt), askedAt, cachedForMs)
    },

    judge(ref) {
      const action = store.get().servers[ref]?.action
      if (!action || (action.phase !== 'accepted' && action.phase !== 'stalled')) return
      const { stallMinutes } = store.get().preferences
      const lateAt = steadyOf(clock, action.changedAt) + stallAfterMs(action.signal, stallMinutes)
      const unseenMs = countUnseen(ref, action, lateAt)
      const evidence = evidenceOf(ref)
      const blind = isBlind(evidence, failed.get(ref) ?? null, lateAt)
      const outcome = outcomeOf(action, evidence, { now: clock.steady(), lateAt, unseenMs, isBlind: blind })
      if (outcome === null) return
      const end =
        outcome === 'unseen' ? ({ phase: 'stalled', error: notSeen } as const) : { phase: outcome, error: null }
      store.update(changeAction(ref, action.id, { ...end, changedAt: clock.now() }))
    },

    forget(ref) {
      kept.delete(ref)
      unseen.delete(ref)
      failed.delete(ref)
    },
  }
}
