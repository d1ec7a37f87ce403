import { hasStartedSince } from '../../shared/allocations/allocations.ts'
import type { WaitingChange } from '../../shared/allocations/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { wallOf } from '../lib/clock.ts'
import type { FeatureBasics } from '../state/feature.ts'

type PendingChange = Pick<WaitingChange, 'uptimeMs'> & {
  /** In steady milliseconds, which a wall clock that is set back leaves alone. */
  readonly at: number
}

/**
 * Which running servers were changed in a way that they take up at their next start, until that is seen. Kept for this
 * run of the app only.
 */
export function createWaiting({ store, clock }: Pick<FeatureBasics, 'store' | 'clock'>) {
  const waiting = new Map<ServerRef, PendingChange>()
  const shown = ({ at, uptimeMs }: PendingChange): WaitingChange => ({ at: wallOf(clock, at), uptimeMs })

  const unsubscribe = store.subscribe(({ servers }) => {
    for (const [ref, change] of waiting) {
      const server = servers[ref]
      if (server === undefined || hasStartedSince(shown(change), server)) waiting.delete(ref)
    }
  })

  return {
    /** To be called after a change. A server that is down takes it up whenever it is started. */
    note(ref: ServerRef): void {
      const server = store.get().servers[ref]
      if (server === undefined || server.state === 'offline' || server.state === 'unknown') return
      waiting.set(ref, { at: clock.steady(), uptimeMs: server.resources?.uptimeMs ?? null })
    },
    of(ref: ServerRef): WaitingChange | null {
      const change = waiting.get(ref)
      return change === undefined ? null : shown(change)
    },
    dispose: unsubscribe,
  }
}
