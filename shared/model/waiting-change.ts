import type { ServerView } from './server.ts'

/** A change that a running server takes up only when it starts again. */
export type WaitingChange = {
  /** When it was made, in unix milliseconds. */
  at: number
  /** For how long the server had run by then, in milliseconds; null where that was not known. */
  uptimeMs: number | null
}

/** For so long a panel gives the same reading of a server, in milliseconds (the panel's API, *resources*). */
const cachedMs = 20_000

/**
 * Whether a server was seen down, or in a later run, since a change was made. Panels cache: an answer soon after the
 * change may have been read before it, and counts only if its uptime is shorter.
 */
export function hasStartedSince(
  { at, uptimeMs }: WaitingChange,
  { state, observedAt, resources }: Pick<ServerView, 'state' | 'observedAt' | 'resources'>,
): boolean {
  if (observedAt === null || observedAt <= at || state === 'unknown') return false
  if (state === 'offline' || state === 'starting') return observedAt > at + cachedMs
  const up = resources?.uptimeMs ?? null
  if (up === null || up <= 0) return false
  return (uptimeMs !== null && up < uptimeMs) || observedAt - up > at + cachedMs
}
