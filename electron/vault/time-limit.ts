import type { Clock } from '../lib/clock.ts'

/** What came instead of an outcome within the limit. */
export const late = Symbol('late')

/**
 * The outcome of `work`, or `late` after `ms`; the work itself goes on. Keeps no process alive by itself. It stands before
 * every request, so it makes do without an abort signal, which would cost more than the rest of a token's look-up.
 */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof late> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(late))
    work.then(resolve, reject).finally(cancel)
  })
}
