import type { AppState } from '../../shared/state/state.ts'
import { isBusy } from '../state/busy.ts'

/** Whether a restart of the app for an update would end or lose something: what is busy, paused, or not sent yet. */
export function holdsRestart(state: Pick<AppState, 'plans' | 'bulks' | 'servers' | 'consoles'>): boolean {
  const { bulks, consoles } = state
  return (
    isBusy(state) ||
    Object.values(bulks).some(({ endedAt }) => endedAt === null) ||
    Object.values(consoles).some(({ entries }) =>
      entries.some(({ phase }) => phase === 'waiting' || phase === 'sending'),
    )
  )
}
