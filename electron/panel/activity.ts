import type { Result } from '../../shared/result.ts'
import { type PanelEventPage, readPanelEvents } from './activity-entry.ts'
import type { AtServer } from './at-server.ts'
import type { CallOptions } from './call-options.ts'

/** Which part of a list of activity is asked for. */
export type ActivityQuery = {
  /** From 1. */
  readonly page: number
  /** How many, 100 at most. */
  readonly perPage: number
  /** Parts of the names of events, with commas between; null for all. */
  readonly filter: string | null
}

/** The query of a list of activity, newest first: without a word about the order it may come in any. */
export function activityPath({ page, perPage, filter }: ActivityQuery): string {
  const events = filter === null ? '' : `&filter%5Bevent%5D=${encodeURIComponent(filter)}`
  return `/activity?sort=-timestamp&include=actor&page=${page}&per_page=${perPage}${events}`
}

/**
 * A server's activity, a page of it, newest first (the panel's API, part 2, *Activity*). Error beside the usual:
 * `not-on-panel`.
 */
export type ReadActivity = (
  identifier: string,
  query: ActivityQuery,
  options?: CallOptions,
) => Promise<Result<PanelEventPage>>

export const createReadActivity =
  (at: (identifier: string, options?: CallOptions) => AtServer): ReadActivity =>
  (identifier, query, options) =>
    at(identifier, options).read('activity', activityPath(query), readPanelEvents)
