import type { InvokeChannel } from '../../shared/ipc/channels.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { type PanelSchedulesOfServer, panelScheduleActs } from '../../shared/model/panel-schedule.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { OnSchedules } from '../handover/part-calls.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import { permits } from '../panel/server-facts.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'

type Context = { store: StateStore; clock: Clock }
type Others = { clientFor: ClientFor }

type Api = {
  readonly on: OnSchedules
  /** Reads the schedules of a server, and what its account may not do with them. */
  read(ref: ServerRef): Promise<Result<PanelSchedulesOfServer>>
}

type PanelSchedulesChannel = Extract<InvokeChannel, `panelSchedules:${string}`>

/**
 * The schedules that a panel itself keeps of a server, read when somebody looks: none of them is in the state. They need
 * a key with all permissions, as the client API document has it.
 */
export function createPanelSchedulesFeature(
  { store, clock }: Context,
  { clientFor }: Others,
): Feature<PanelSchedulesChannel> & { readonly api: Api } {
  const ask = createAsk({ store, clock, clientFor })
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  const on: OnSchedules = (ref, work) => ask(ref, 'all', ({ schedules }, { identifier }) => work(schedules, identifier))

  /** The list, and what the panel tells beside it: a list without that is still one. */
  const read = (ref: ServerRef): Promise<Result<PanelSchedulesOfServer>> =>
    ask(ref, 'all', async (client, { identifier }) => {
      const list = await client.schedules.list(identifier, options)
      if (!list.ok) return list
      const facts = await client.readServer(identifier, options)
      const permissions = facts.ok ? facts.value.permissions : null
      return ok({ ...list.value, denied: panelScheduleActs.filter((act) => !permits(permissions, `schedule.${act}`)) })
    })

  return {
    api: { on, read },
    handlers: {
      'panelSchedules:list': ({ ref }) => read(ref),
      'panelSchedules:create': async ({ ref, edit }) => {
        const made = await on(ref, (calls, server) => calls.create(server, edit, options))
        return made.ok ? ok({ id: made.value?.id ?? null }) : made
      },
      'panelSchedules:update': ({ ref, id, seen, edit }) =>
        on(ref, (calls, server) => calls.update(server, id, { seen, edit }, options)),
      'panelSchedules:remove': ({ ref, id }) => on(ref, (calls, server) => calls.remove(server, id, options)),
      'panelSchedules:setActive': ({ ref, id, isActive }) =>
        on(ref, (calls, server) => calls.setActive(server, id, isActive, options)),
      'panelSchedules:reset': ({ ref, id }) => on(ref, (calls, server) => calls.reset(server, id, options)),
      'panelSchedules:run': ({ ref, id }) => on(ref, (calls, server) => calls.run(server, id, options)),
      'panelSchedules:addTask': ({ ref, id, edit }) =>
        on(ref, (calls, server) => calls.addTask(server, id, edit, options)),
      'panelSchedules:changeTask': ({ ref, id, ...change }) =>
        on(ref, (calls, server) => calls.changeTask(server, id, change, options)),
      'panelSchedules:removeTask': ({ ref, id, seen }) =>
        on(ref, (calls, server) => calls.removeTask(server, id, seen, options)),
    },
    dispose: () => ending.abort(),
  }
}
