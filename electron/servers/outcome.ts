import type { PowerAction, PowerSignal } from '../../shared/model/power.ts'
import type { StallMinutes } from '../../shared/model/preferences-schema.ts'
import type { ServerView } from '../../shared/model/server.ts'

/** What was seen of a server around an action. Times are unix milliseconds. */
export type Witness = {
  /** It was seen not running since the action began. */
  readonly wasSeenDown: boolean
  /** When the run began that it was in before the action, as its uptime told; null where that is not known. */
  readonly startedBefore: number | null
}

/** How old an answer may be: panels give the same one for 20 s (the panel's API, *resources*). */
const cachedForMs = 20_000
/** A kill waits for nothing, so it shows soon. */
const killMs = 60_000

/** How long a signal may take to show before its action counts as stalled, in milliseconds. */
function stallAfterMs(signal: PowerSignal, minutes: StallMinutes): number {
  return signal === 'kill' ? killMs : minutes[signal] * 60_000
}

/**
 * When the run of a server began, as its uptime tells; up to 20 s too late, since the answer may be that old.
 * Null where it is not running or tells no uptime.
 */
export function startOf({ state, observedAt, resources }: ServerView): number | null {
  const uptime = resources?.uptimeMs ?? 0
  return state === 'running' && observedAt !== null && uptime > 0 ? observedAt - uptime : null
}

/** True once the server was down since the action began: it was seen so, or its uptime tells of another run. */
function wentDown(server: ServerView, action: PowerAction, { wasSeenDown, startedBefore }: Witness): boolean {
  if (wasSeenDown) return true
  const start = startOf(server)
  if (start === null || start <= action.startedAt) return false
  const isAnotherRun = startedBefore !== null && start - startedBefore > cachedForMs
  return isAnotherRun || start - cachedForMs > action.startedAt
}

function isReached(server: ServerView, action: PowerAction, witness: Witness): boolean {
  switch (action.signal) {
    case 'start':
      return server.state === 'running'
    case 'restart':
      return server.state === 'running' && wentDown(server, action, witness)
    case 'stop':
    case 'kill':
      return server.state === 'offline'
  }
}

/**
 * What an accepted action has come to, judged by what was seen of its server. One that stalled may still be
 * confirmed.
 * @returns the new phase, or null while nothing has changed
 */
export function outcomeOf(
  server: ServerView,
  action: PowerAction,
  witness: Witness,
  context: { readonly now: number; readonly stallMinutes: StallMinutes },
): 'confirmed' | 'stalled' | null {
  const isFresh = server.observedAt !== null && server.observedAt > action.startedAt
  if (isFresh && isReached(server, action, witness)) return 'confirmed'
  const isLate = context.now - action.changedAt > stallAfterMs(action.signal, context.stallMinutes)
  return action.phase === 'accepted' && isLate ? 'stalled' : null
}
