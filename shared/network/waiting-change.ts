import type { ServerView } from '../model/server-schema.ts'
import type { WaitingChange } from './contract.ts'

/**
 * Whether a server was seen down, or in a later run, since a change was made: by what was surely read after it, or by an
 * uptime that is shorter.
 */
export function hasStartedSince(
  { at, uptimeMs }: WaitingChange,
  { state, observedAt, resources }: Pick<ServerView, 'state' | 'observedAt' | 'resources'>,
): boolean {
  if (observedAt === null || observedAt <= at || state === 'unknown') return false
  if (state === 'offline' || state === 'starting') return true
  const up = resources?.uptimeMs ?? null
  if (up === null || up <= 0) return false
  return (uptimeMs !== null && up < uptimeMs) || observedAt - up > at
}
