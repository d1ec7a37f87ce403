import type { Clock } from '../clock.ts'

/** What came instead of an outcome within the limit. */
export const late = Symbol('late')

/** The outcome of `work`, or `late` after `ms`; the work itself goes on. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof late> {
  const ending = new AbortController()
  const limit = clock.sleep(ms, ending.signal).then((): typeof late => late)
  try {
    return await Promise.race([work, limit])
  } finally {
    ending.abort()
  }
}
