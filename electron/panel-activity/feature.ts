import { eventFilter } from '../../shared/activity/activity.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { ActivityQuery } from '../panel/activity.ts'
import type { PanelEventPage } from '../panel/activity-entry.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { createHeldDetails } from './held-details.ts'
import { lineOf } from './sentence.ts'

type Context = { store: StateStore; clock: Clock }
type Others = { clientFor: ClientFor }

type PanelActivityChannel = Extract<InvokeChannel, `panelActivity:${string}`>

/** How many lines of a page the window gets. */
const perPage = 50

/**
 * What a panel tells of a server's activity, read when somebody looks: none of it is in the state, and nothing that may
 * be secret leaves this process before a person asks for it.
 */
export function createPanelActivityFeature(
  { store, clock }: Context,
  { clientFor }: Others,
): Feature<PanelActivityChannel> {
  const ask = createAsk({ store, clock, clientFor })
  const held = createHeldDetails()
  const ending = new AbortController()

  const read = (ref: ServerRef, query: ActivityQuery): Promise<Result<PanelEventPage>> =>
    ask(ref, 'all', ({ readActivity }, { identifier }) => readActivity(identifier, query, { signal: ending.signal }))

  return {
    handlers: {
      'panelActivity:list': async ({ ref, page, kind }) => {
        const result = await read(ref, { page, perPage, filter: eventFilter[kind] })
        if (!result.ok) return result
        const { events, totalPages, leftOut } = result.value
        held.hold(ref, events)
        return ok({ lines: events.map(lineOf), page, totalPages: Math.max(page, totalPages), leftOut })
      },
      'panelActivity:details': ({ ref, id }) => {
        const details = held.read(ref, id)
        return details.ok ? ok({ details: [...details.value] }) : details
      },
    },
    dispose: () => ending.abort(),
  }
}
