import type { ServerCondition, ServerView } from '../../shared/model/server-schema.ts'
import { clearerHold } from '../panel/conditions.ts'
import type { ResourceReading } from '../panel/types.ts'

/** What one poll of a server brought. */
export type Observation =
  /** `at` is when it was asked for. Panels repeat an answer: the state was so at `from`, or later; at `at` without one. */
  | { readonly kind: 'reading'; readonly at: number; readonly from?: number; readonly reading: ResourceReading }
  /** The panel refuses the server for now (409) and says why. */
  | { readonly kind: 'held'; readonly at: number; readonly condition: ServerCondition }
  /** The panel has no such server, or not for this key (404). */
  | { readonly kind: 'gone'; readonly at: number }
  /** No usable answer. */
  | { readonly kind: 'failed'; readonly at: number }

/** An answer of the panel that was asked for at `at`, unix milliseconds, and may have been repeated. */
export const readingAt = (at: number, reading: ResourceReading) =>
  ({ kind: 'reading', at, from: at - reading.freshForMs, reading }) as const satisfies Observation

/** How long the last reading counts while newer polls fail, in milliseconds: longer than the minute of a rate limit. */
export const staleAfterMs = 90_000

/** No answer comes later than this after another, in milliseconds: what seems to be older was read by a clock set back. */
const latestMs = 120_000

const isOlder = (at: number, than: number | null) => than !== null && at < than && than - at < latestMs

/** A console tells of the container alone, and is open to an admin all the while: what the panel holds, it alone lifts. */
const isOverruled = ({ condition }: ServerView, seen: Observation) =>
  condition !== null && seen.kind === 'reading' && seen.reading.freshForMs === 0

/**
 * The server after one observation. An older reading, or one that may be older, never replaces a newer one, and a failed
 * poll never makes a server offline: after a minute and a half without a reading it is unknown.
 */
export function observe(server: ServerView, seen: Observation): ServerView {
  if (isOlder(seen.at, server.observedAt) || isOverruled(server, seen)) return server
  switch (seen.kind) {
    case 'reading': {
      const { state } = seen.reading
      const { at, from = at } = seen
      if (server.state !== 'unknown' && isOlder(from, server.observedAt)) return server
      // Panels give zeros for a stopped server, which say nothing.
      const resources = state === 'offline' ? null : seen.reading.resources
      return { ...server, state, resources, condition: null, observedAt: from }
    }
    case 'held':
      return {
        ...server,
        state: 'unknown',
        resources: null,
        condition: clearerHold(server.condition, seen.condition),
        observedAt: seen.at,
      }
    case 'gone':
      return server.state === 'unknown' ? server : { ...server, state: 'unknown', resources: null }
    case 'failed': {
      const isStale = server.observedAt === null || Math.abs(seen.at - server.observedAt) > staleAfterMs
      return isStale && server.state !== 'unknown' ? { ...server, state: 'unknown', resources: null } : server
    }
  }
}
