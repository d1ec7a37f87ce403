import { hasEnded } from '../../shared/model/restart-choices.ts'
import type { AppState } from '../../shared/state/state.ts'

/** Actions that the app still sends, or watches for what follows from them. */
const underWay = new Set(['sending', 'waiting', 'accepted'])

/** Whether something is under way that goes on only while the app runs, so that an update must not restart it. */
export function isBusy({ plans, bulks, servers, consoles }: AppState): boolean {
  return (
    Object.values(plans).some((plan) => !hasEnded(plan)) ||
    Object.values(bulks).some(({ endedAt }) => endedAt === null) ||
    Object.values(servers).some(({ action }) => action !== null && underWay.has(action.phase)) ||
    Object.values(consoles).some(({ entries }) =>
      entries.some(({ phase }) => phase === 'waiting' || phase === 'sending'),
    )
  )
}
