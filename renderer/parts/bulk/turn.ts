import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AppState } from '../../../shared/state/state.ts'

/** What the row of a server tells of a bulk action that has yet to come to it, or sends it a command now. */
export function turnOf({ bulks }: Pick<AppState, 'bulks'>, ref: ServerRef): string | null {
  for (const { items, phase, work } of Object.values(bulks)) {
    if (phase !== 'running' && phase !== 'paused') continue
    const outcome = items.find((item) => item.ref === ref)?.outcome
    if (outcome === 'waiting') return phase === 'paused' ? 'Waits, paused' : 'Waits for its turn'
    if (outcome === 'running' && work.kind === 'command') return 'Sending the command'
  }
  return null
}
