import { type PowerSignal, signalName } from './power.ts'
import type { ServerCondition, ServerState, ServerView, UnexpectedStop } from './server-schema.ts'
import { uncapitalised } from './text.ts'
import { clockTime, countdown, stopwatch } from './time-words.ts'

/** The six marks for a server, told apart by shape first and colour second. */
export type ServerMark = 'running' | 'offline' | 'busy' | 'bad' | 'unknown' | 'held'

export type ServerDescription = { readonly mark: ServerMark; readonly word: string }

const signalUnderWay: Record<PowerSignal, string> = {
  start: 'Starting',
  stop: 'Stopping',
  restart: 'Restarting',
  kill: 'Killing',
}

const conditionWord: Record<ServerCondition, string> = {
  suspended: 'Suspended',
  installing: 'Installing',
  'install-failed': 'Install failed',
  transferring: 'Moving to another node',
  restoring: 'Restoring a backup',
  maintenance: 'Node in maintenance',
  unavailable: 'Unavailable',
}

/** What keeps the panel from acting, where it stands by itself: `Suspended by the panel`. */
export const heldLine = (condition: ServerCondition): string =>
  condition === 'suspended' ? 'Suspended by the panel' : conditionWord[condition]

/** The same as a reason: `suspended by the panel`. */
export const heldReason = (condition: ServerCondition): string => uncapitalised(heldLine(condition))

/** Why nothing of a server can be changed while the panel does something with it, in a few words; null where it can. */
export const whyHeld = ({ condition }: Pick<ServerView, 'condition'>): string | null =>
  condition === null ? null : heldReason(condition)

const stateWord = {
  running: { mark: 'running', word: 'Running' },
  offline: { mark: 'offline', word: 'Offline' },
  starting: { mark: 'busy', word: 'Starting' },
  stopping: { mark: 'busy', word: 'Stopping' },
  unknown: { mark: 'unknown', word: 'Unknown' },
} as const satisfies Record<ServerState, ServerDescription>

/** The mark of a state by itself, whatever became of actions. */
export const markOfState = (state: ServerState) => stateWord[state].mark

const unexpectedStopWord: Record<UnexpectedStop['how'], string> = { crashed: 'Crashed', stopped: 'Stopped' }

/** Age from which a state is shown with the time of day at which it was read, in milliseconds. */
const staleAfterMs = 5 * 60_000

const withTime = (word: string, time: string | 0 | null): string => (time ? `${word}, ${time}` : word)

function describeState(
  { state, observedAt, unexpectedStop }: ServerView,
  now: number | null,
  isAway: boolean,
): ServerDescription {
  if (state === 'offline' && unexpectedStop !== null)
    return { mark: 'bad', word: `${unexpectedStopWord[unexpectedStop.how]} ${clockTime(unexpectedStop.at)}` }
  const known = stateWord[state]
  const isOld = isAway || (now !== null && now - (observedAt ?? now) > staleAfterMs)
  const stale = isOld && state !== 'unknown' && observedAt !== null
  return stale ? { ...known, word: `${known.word} as of ${clockTime(observedAt)}` } : known
}

/**
 * A server in one mark and one short phrase, the same in window and tray. The action under way comes first, then what
 * keeps the panel from acting, then the state, with how it went down where that was unexpected. `unknown` never reads
 * as offline.
 * @param now unix milliseconds; null leaves running times out, for places that are not redrawn every second
 * @param isAway the panel does not answer, so the state is shown with the time at which it was read
 */
export function describeServer(server: ServerView, now: number | null, isAway = false): ServerDescription {
  const { action, condition } = server
  switch (action?.phase) {
    case 'sending':
    case 'accepted':
      return { mark: 'busy', word: withTime(signalUnderWay[action.signal], now && stopwatch(now - action.startedAt)) }
    case 'waiting': {
      const wait = now && action.retryAt && countdown(action.retryAt, now)
      return { mark: 'busy', word: withTime(`${signalName[action.signal]} queued`, wait) }
    }
    case 'stalled':
      return { mark: 'bad', word: `${signalName[action.signal]} stalled` }
    default:
      return condition === null ? describeState(server, now, isAway) : { mark: 'held', word: conditionWord[condition] }
  }
}
