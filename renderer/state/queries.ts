import { notifyManager, QueryClient, useQuery } from '@tanstack/react-query'
import type { AppError } from '../../shared/error-schema.ts'
import type { Result } from '../../shared/result.ts'
import { attempt } from '../bridge/bridge.ts'
import { useClient } from './hooks.ts'

/** For how long an answer counts as new, in milliseconds: leaving an area and coming back asks the panel nothing. */
const freshMs = 30_000

/**
 * What was asked of panels for the areas of servers. The rate limit is the person's, so nothing is tried again by
 * itself, and nothing is asked while nobody looks.
 */
function createQueries(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: false, staleTime: freshMs },
    },
  })
  // What is put for an answer is drawn at once: by a timer, what stood there before would be seen again first.
  notifyManager.setScheduler(queueMicrotask)
  // Follows whether the window is in sight.
  queries.mount()
  return queries
}

/** What was asked: the last answer, and why there is no newer one. */
export type Query<T> = {
  /** Null until the first answer. */
  readonly value: T | null
  /** When `value` came, in unix milliseconds; 0 without one. */
  readonly at: number
  /** Why the last try came to nothing; null after an answer. */
  readonly error: AppError | null
  readonly isAsking: boolean
  /** Asks anew, in place of what is under way. */
  readonly again: () => void
  /** Takes what is known to hold by now for the answer, where there is one. */
  readonly put: (change: (value: T) => T) => void
}

/**
 * Asks while the caller is shown: as it comes into sight, where the last answer is older than half a minute, and then
 * again and again.
 * @param key what is asked for, and of which server
 * @param ask calls the main process
 * @param everyMs how long after an answer it is asked anew; without end for never
 * @param isWanted false where nothing is to be asked
 */
export function useAsked<T>(
  key: readonly string[],
  ask: () => Promise<Result<T>>,
  everyMs: (value: T | null) => number,
  isWanted = true,
): Query<T> {
  const queries = useClient().queries(createQueries)
  const { data, dataUpdatedAt, error, isFetching } = useQuery<T, AppError>(
    {
      queryKey: key,
      queryFn: async () => {
        const result = await attempt(ask)
        return result.ok ? result.value : Promise.reject(result.error)
      },
      refetchInterval: ({ state }) => everyMs(state.data ?? null),
      enabled: isWanted,
    },
    queries,
  )
  return {
    value: data ?? null,
    at: dataUpdatedAt,
    error,
    isAsking: isFetching,
    again: () => void queries.invalidateQueries({ queryKey: key }),
    put: (change) => queries.setQueryData<T>(key, (before) => before && change(before)),
  }
}

/** Lets everything that was asked under a key be asked anew, as soon as somebody looks at it. */
export function useAskAgain(): (key: readonly string[]) => void {
  const queries = useClient().queries(createQueries)
  return (queryKey) => void queries.invalidateQueries({ queryKey })
}
