import type { Clock } from '../lib/clock.ts'

/** Returned in place of an outcome that did not come within the limit. */
export const late = Symbol('late')

/**
 * The outcome of `work`, or `late` after `ms`; the work itself goes on. Does not keep the process alive. Called before
 * every request, so it does without an AbortSignal, which would cost more than the rest of a token's look-up.
 */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof late> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(late))
    work.then(resolve, reject).finally(cancel)
  })
}
