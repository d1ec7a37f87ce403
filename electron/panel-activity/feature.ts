import { eventFilter } from '../../shared/activity/activity.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { ok } from '../../shared/result.ts'
import { type AreaContext, type AreaOthers, createArea } from '../areas/area.ts'
import type { Feature } from '../ipc/feature.ts'
import { createHeldDetails } from './held-details.ts'
import { readActivity } from './panel.ts'
import { lineOf } from './sentence.ts'

/** How many lines of a page the window gets. */
const perPage = 50

/**
 * What a panel tells of a server's activity, read when somebody looks: none of it is in the state, and nothing that may
 * be secret leaves this process before a person asks for it.
 */
export function createPanelActivityFeature(
  context: AreaContext,
  others: AreaOthers,
): Feature<Extract<InvokeChannel, `panelActivity:${string}`>> {
  const area = createArea('activity', context, others)
  const held = createHeldDetails()
  return {
    handlers: {
      'panelActivity:list': area.view(async (server, { ref, page, kind }) => {
        const read = await readActivity(server, { page, perPage, filter: eventFilter[kind] })
        if (!read.ok) return read
        const { events, totalPages, leftOut } = read.value
        held.hold(ref, events)
        return ok({ lines: events.map(lineOf), page, totalPages: Math.max(page, totalPages), leftOut })
      }),
      'panelActivity:details': ({ ref, id }) => {
        const details = held.read(ref, id)
        return details.ok ? ok({ details: [...details.value] }) : details
      },
    },
    dispose: area.dispose,
  }
}
