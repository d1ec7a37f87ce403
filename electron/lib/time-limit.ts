import { fail, type Result } from '../../shared/result.ts'
import type { Clock } from './clock.ts'

/** Returned in place of an outcome that did not come within the limit. */
export const late = Symbol('late')

/**
 * The outcome of `work`, or `late` after `ms`, and as soon as `signal` fires; the work itself goes on. Its timer ends with
 * it, and keeps no process alive. Called before every request, so it does without an AbortSignal of its own, which would
 * cost more than the rest of a token's look-up.
 */
export function withTimeout<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: Promise<T>,
  signal?: AbortSignal | undefined,
): Promise<T | typeof late> {
  return new Promise((resolve, reject) => {
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', giveUp)
    }
    const giveUp = () => {
      end()
      resolve(late)
    }
    const cancel = clock.after(ms, giveUp)
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp, { once: true })
    work.then(resolve, reject).finally(end)
  })
}

const withoutLimit: Pick<Clock, 'after'> = { after: () => () => {} }

/** The outcome of `work`, or `late` as soon as `signal` fires; the work itself goes on. */
export const orGivenUp = <T>(work: Promise<T>, signal: AbortSignal | undefined) =>
  withTimeout(withoutLimit, Number.POSITIVE_INFINITY, work, signal)

/** What `work` comes to; `cancelled` where `signal` fires first. `work` itself goes on, and nobody hears of it. */
export async function orCancelled<T>(work: Promise<Result<T>>, signal: AbortSignal | undefined): Promise<Result<T>> {
  const outcome = await orGivenUp(work, signal)
  return outcome === late ? fail('cancelled') : outcome
}
