import { eventFilter } from '../../shared/activity/activity.ts'
import type { ActivityDetail } from '../../shared/activity/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type AreaContext, type AreaUses, createArea } from '../areas/area.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import { readActivity } from './panel.ts'

const gone = {
  message: 'What this line hides is no longer here.',
  hint: 'Look at the activity again, then press Show.',
}

/** Maximum number of lines whose details are held: those that were read last. */
const maxHeld = 10_000

/**
 * What lines of activity hide until a person asks, by server and the panel's id of the entry. Held in this process only,
 * never in the window or on disk.
 */
export function createHeldDetails() {
  const held = new Map<string, readonly ActivityDetail[]>()
  return {
    /** @param lines by the id of each */
    hold(ref: ServerRef, lines: readonly (readonly [id: string, details: readonly ActivityDetail[]])[]): void {
      for (const [id, details] of lines) {
        held.delete(`${ref} ${id}`)
        held.set(`${ref} ${id}`, details)
      }
      for (const oldest of held.keys()) {
        if (held.size <= maxHeld) break
        held.delete(oldest)
      }
    },
    /** Error: `state-changed` where it is not held any more. */
    read(ref: ServerRef, id: string): Result<readonly ActivityDetail[]> {
      const details = held.get(`${ref} ${id}`)
      return details === undefined ? fail('state-changed', gone) : ok(details)
    },
  }
}

/** How many lines of a page the window gets. */
const perPage = 50

/**
 * What a panel tells of a server's activity, read when somebody looks: none of it is in the state, and nothing that may
 * be secret leaves this process before a person asks for it.
 */
export function createPanelActivityFeature(context: AreaContext, uses: AreaUses): FeatureOf<'panelActivity'> {
  const area = createArea('activity', context, uses)
  const held = createHeldDetails()
  return {
    handlers: {
      'panelActivity:list': area.view(async (server, { ref, page, kind }) => {
        const read = await readActivity(server, { page, perPage, filter: eventFilter[kind] })
        if (!read.ok) return read
        const { events, totalPages, leftOut } = read.value
        // The words for hundreds of events are loaded when somebody looks.
        const { lineOf, sentenceOf } = await import('./sentence.ts')
        held.hold(
          ref,
          events.map((event) => [event.id, sentenceOf(event).details]),
        )
        return ok({ lines: events.map(lineOf), page, totalPages: Math.max(page, totalPages), leftOut })
      }),
      'panelActivity:details': ({ ref, id }) => {
        const details = held.read(ref, id)
        return details.ok ? ok({ details: [...details.value] }) : details
      },
    },
  }
}
