import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'

/** The text in a server's row while a bulk action has yet to reach it, or sends it a command. */
export function bulkTurnText({ bulks }: Pick<AppState, 'bulks'>, ref: ServerRef): string | null {
  for (const { items, phase, work } of Object.values(bulks)) {
    if (phase !== 'running' && phase !== 'paused') continue
    const outcome = items.find((item) => item.ref === ref)?.outcome
    if (outcome === 'waiting') return phase === 'paused' ? 'Queued, paused' : 'Queued'
    if (outcome === 'running' && work.kind === 'command') return 'Sending the command'
  }
  return null
}
