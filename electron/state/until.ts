import type { AppState } from '../../shared/state/state-schema.ts'
import type { Clock } from '../lib/clock.ts'
import type { StateStore } from './store.ts'

/**
 * Waits until the state is as `isSo` wants it, which is asked now and after each change.
 * @param end gives the wait up: after `ms`, or as soon as `signal` fires
 */
export async function untilState(
  { store, clock }: { readonly store: Pick<StateStore, 'get' | 'subscribe'>; readonly clock: Pick<Clock, 'sleep'> },
  isSo: (state: AppState) => boolean,
  { ms = Number.POSITIVE_INFINITY, signal }: { readonly ms?: number; readonly signal?: AbortSignal } = {},
): Promise<void> {
  const met = new AbortController()
  const look = () => {
    if (isSo(store.get())) met.abort()
  }
  const unsubscribe = store.subscribe(look)
  look()
  await clock.sleep(ms, signal === undefined ? met.signal : AbortSignal.any([met.signal, signal]))
  unsubscribe()
}
