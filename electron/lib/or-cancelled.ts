import { fail, type Result } from '../../shared/result.ts'

/** What `work` comes to; `cancelled` where `signal` fires first. `work` itself goes on, and nobody hears of it. */
export function orCancelled<T>(work: Promise<Result<T>>, signal: AbortSignal | undefined): Promise<Result<T>> {
  if (signal === undefined) return work
  const given = Promise.withResolvers<Result<T>>()
  const giveUp = () => given.resolve(fail('cancelled'))
  if (signal.aborted) giveUp()
  else signal.addEventListener('abort', giveUp, { once: true })
  void work.then(given.resolve, given.reject).finally(() => signal.removeEventListener('abort', giveUp))
  return given.promise
}
