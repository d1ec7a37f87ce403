import type { PowerAction, PowerSignal } from '../../shared/model/power.ts'
import type { ServerView } from '../../shared/model/server.ts'

/** How long a signal may take to show before the action counts as stalled, in milliseconds. */
export const stallAfterMs: Readonly<Record<PowerSignal, number>> = {
  start: 3 * 60_000,
  stop: 10 * 60_000,
  restart: 10 * 60_000,
  kill: 60_000,
}

/** A reading may be this much older than the panel says, and an uptime that much off, in milliseconds. */
const clockSlackMs = 1_000

/** True once the server was down since the action began: it was seen so, or its uptime says so. */
function wentDown(server: ServerView, action: PowerAction, wasSeenDown: boolean): boolean {
  const uptime = server.resources?.uptimeMs ?? 0
  const startedAt = (server.observedAt ?? 0) - uptime
  return wasSeenDown || (uptime > 0 && startedAt > action.startedAt - clockSlackMs)
}

function isReached(server: ServerView, action: PowerAction, wasSeenDown: boolean): boolean {
  switch (action.signal) {
    case 'start':
      return server.state === 'running'
    case 'restart':
      return server.state === 'running' && wentDown(server, action, wasSeenDown)
    case 'stop':
    case 'kill':
      return server.state === 'offline'
  }
}

/**
 * What an accepted action has come to, judged by what was seen of its server.
 * @param wasSeenDown whether the server was seen not running since the action began
 * @returns the new phase, or null while the outcome is open
 */
export function outcomeOf(
  server: ServerView,
  action: PowerAction,
  wasSeenDown: boolean,
  now: number,
): 'confirmed' | 'stalled' | null {
  const isFresh = server.observedAt !== null && server.observedAt > action.startedAt
  if (isFresh && isReached(server, action, wasSeenDown)) return 'confirmed'
  return now - action.changedAt > stallAfterMs[action.signal] ? 'stalled' : null
}
