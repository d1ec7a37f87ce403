import type { AppError } from '../../shared/error-schema.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { PowerAction } from '../../shared/model/power-schema.ts'
import type { StallMinutes } from '../../shared/model/preferences-schema.ts'
import type { ServerState } from '../../shared/model/server-schema.ts'
import { type Evidence, runsAnew, stateSince } from './evidence.ts'

/**
 * Once the limit is over, an answer is waited for this long, in milliseconds, while the computer is awake: longer than a
 * panel takes for its own update, since a start that was to follow would not come any more.
 */
const patienceMs = 30 * 60_000
/** On wake a console may first tell what it had told before the sleep; so soon, in milliseconds, it tells what is. */
const settleMs = 20_000
/** A kill waits for nothing, so its effect shows within a minute. */
const killMs = 60_000

/** How long a signal may take to show before its action counts as stalled, in milliseconds. */
export const stallAfterMs = (signal: PowerSignal, minutes: StallMinutes): number =>
  signal === 'kill' ? killMs : minutes[signal] * 60_000

/** Counts only states that were read after the action began, not older ones from the panel's cache. */
function isReached(signal: PowerSignal, evidence: Evidence): boolean {
  switch (signal) {
    case 'start':
      return stateSince(evidence) === 'running'
    case 'restart':
      return runsAnew(evidence)
    case 'stop':
    case 'kill':
      return stateSince(evidence) === 'offline'
  }
}

/** True where what was asked for is still under way, however long it takes. */
const isOnItsWay = (signal: PowerSignal, state: ServerState) =>
  state === 'starting' && (signal === 'start' || signal === 'restart')

/** A look at a server that brought no state. */
export type FailedLook = {
  /** In steady milliseconds; without end where the panel is not asked again for long. */
  readonly askedAt: number
  /** The panel itself answered, but told no state. */
  readonly isAnswered: boolean
}

/** From this status on, proxies answer for a panel that is away, and panels while they are updated. */
const firstAwayStatus = 502

/** What a failed look says of the readings to come; null where it says nothing, as a rate limit. */
export function failedLook({ code, status = 0 }: AppError, askedAt: number): FailedLook | null {
  if (code === 'rate-limited' || code === 'cancelled') return null
  // Pages of others too, such as a hotspot's.
  const isOthers = code === 'not-json' && status !== 404
  const isAway = code === 'node-unreachable' || code === 'machine-failed' || isOthers || status >= firstAwayStatus
  return { askedAt, isAnswered: code === 'server-not-found' || (status > 0 && !isAway) }
}

/** True where no reading can be expected of a server: see the table below. */
export function isBlind({ latest, actionAt }: Evidence, failed: FailedLook | null, lateAt: number): boolean {
  if (failed === null || failed.askedAt <= lateAt) return false
  return latest === null || (failed.isAnswered && latest.askedAt <= actionAt)
}

/**
 * What an accepted action has come to, judged by what was seen of its server since. It has stalled where a state that was
 * surely read after its limit says so: before a sleep, or before its panel went away, there was time left. One that
 * stalled may still be confirmed.
 *
 * | what came of looks at the server's state                             | once the limit is over                      |
 * | -------------------------------------------------------------------- | ------------------------------------------- |
 * | a state that was surely read after the limit                         | `stalled`, or confirmed by it               |
 * | the same, `starting` after a start or a restart                      | waited for: it is on its way                |
 * | none since the action: the panel answers, but not with a state, also | `unseen`: it tells no state                 |
 * | after the limit; or it is believed to have no such page              |                                             |
 * | none ever, and what was asked for after the limit failed             | `unseen`: nothing says that one will come   |
 * | one since the action; later ones failed                              | waited for, half an hour awake              |
 * | one before the action; since, panel or machine were out of reach     | the same: they went away                    |
 * | none was asked for after the limit: sleep, no network, a rate limit  | the same                                    |
 *
 * @param context.lateAt when its limit is over, in steady milliseconds as all times here
 * @param context.overMs for how long it has been over while the computer was awake
 * @param context.isBlind whether no reading can be expected: the second and third row
 * @returns the new phase, or null while nothing has changed; `unseen` where nothing is waited for any longer
 */
export function outcomeOf(
  { signal, phase }: Pick<PowerAction, 'signal' | 'phase'>,
  evidence: Evidence,
  context: { readonly now: number; readonly lateAt: number; readonly overMs: number; readonly isBlind: boolean },
): 'confirmed' | 'stalled' | 'unseen' | null {
  const { now, lateAt, overMs, isBlind } = context
  const { latest } = evidence
  if (isReached(signal, evidence)) return 'confirmed'
  if (phase !== 'accepted' || now <= lateAt) return null
  if (latest !== null && latest.read.from > lateAt) {
    return isOnItsWay(signal, latest.state) || overMs < settleMs ? null : 'stalled'
  }
  return isBlind || overMs > patienceMs ? 'unseen' : null
}
