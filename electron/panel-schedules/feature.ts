import type { ActivityEventOf } from '../../shared/activity/contract.ts'
import type { InvokeChannel } from '../../shared/ipc/contract.ts'
import { permits } from '../../shared/keys/rights.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelScheduleChange, PanelSchedulesOfServer } from '../../shared/panel-schedules/contract.ts'
import { deniedScheduleActs } from '../../shared/panel-schedules/panel-schedules.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Activity } from '../activity/feature.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { ScheduleCalls } from '../panel/schedules.ts'
import { createAsk } from '../servers/ask.ts'
import type { ClientFor } from '../servers/reach.ts'
import type { StateStore } from '../state/store.ts'
import { createKnownNames } from './known-names.ts'

type Context = { store: StateStore; clock: Clock }
type Others = { clientFor: ClientFor; activity: Pick<Activity, 'note'> }

type Api = {
  /** Does something with the schedules of a server, with the key that may. */
  on<T>(ref: ServerRef, work: (calls: ScheduleCalls, identifier: string) => Promise<Result<T>>): Promise<Result<T>>
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
  { clientFor, activity }: Others,
): Feature<PanelSchedulesChannel> & { readonly api: Api } {
  const ask = createAsk({ store, clock, clientFor })
  const ending = new AbortController()
  const options: CallOptions = { signal: ending.signal }

  const on: Api['on'] = (ref, work) => ask(ref, 'all', ({ schedules }, { identifier }) => work(schedules, identifier))
  const names = createKnownNames()

  type Act = ActivityEventOf<'panel-schedule'>['act']

  /** Keeps in the app's own list what was done: once the panel took it, and it was not another one by then. */
  function noted<T>(result: Result<T>, ref: ServerRef, id: number, act: Act): Result<T> {
    if (result.ok) activity.note(ref, { kind: 'panel-schedule', act, schedule: names.of(ref, id), origin: 'window' })
    return result
  }
  const notedChange = (result: Result<PanelScheduleChange>, ref: ServerRef, id: number, act: Act) =>
    result.ok && result.value.meanwhile !== null ? result : noted(result, ref, id, act)

  /** The list, and what the panel tells beside it: a list without that is still one. */
  const read = (ref: ServerRef): Promise<Result<PanelSchedulesOfServer>> =>
    ask(ref, 'all', async (client, { identifier }) => {
      const list = await client.schedules.list(identifier, options)
      if (!list.ok) return list
      names.know(ref, list.value.schedules)
      const facts = await client.readServer(identifier, options)
      if (!facts.ok) return ok({ ...list.value, denied: [] })
      const { permissions, convertsText: isPelican } = facts.value
      return ok({ ...list.value, denied: deniedScheduleActs((name) => permits(permissions, name), isPelican) })
    })

  return {
    api: { on, read },
    handlers: {
      'panelSchedules:list': ({ ref }) => read(ref),
      'panelSchedules:create': async ({ ref, edit }) => {
        const made = await on(ref, (calls, server) => calls.create(server, edit, options))
        if (!made.ok) return made
        activity.note(ref, { kind: 'panel-schedule', act: 'created', schedule: edit.name, origin: 'window' })
        return ok({ id: made.value?.id ?? null })
      },
      'panelSchedules:update': async ({ ref, id, seen, edit }) =>
        notedChange(
          await on(ref, (calls, server) => calls.update(server, id, { seen, edit }, options)),
          ref,
          id,
          'changed',
        ),
      'panelSchedules:remove': async ({ ref, id }) =>
        noted(await on(ref, (calls, server) => calls.remove(server, id, options)), ref, id, 'deleted'),
      'panelSchedules:setActive': async ({ ref, id, isActive }) =>
        noted(
          await on(ref, (calls, server) => calls.setActive(server, id, isActive, options)),
          ref,
          id,
          isActive ? 'resumed' : 'paused',
        ),
      'panelSchedules:reset': async ({ ref, id }) =>
        noted(await on(ref, (calls, server) => calls.reset(server, id, options)), ref, id, 'reset'),
      'panelSchedules:run': async ({ ref, id }) =>
        noted(await on(ref, (calls, server) => calls.run(server, id, options)), ref, id, 'run'),
      'panelSchedules:addTask': async ({ ref, id, edit }) =>
        noted(await on(ref, (calls, server) => calls.addTask(server, id, edit, options)), ref, id, 'task-added'),
      'panelSchedules:changeTask': async ({ ref, id, ...change }) =>
        notedChange(
          await on(ref, (calls, server) => calls.changeTask(server, id, change, options)),
          ref,
          id,
          'task-changed',
        ),
      'panelSchedules:removeTask': async ({ ref, id, seen }) =>
        notedChange(
          await on(ref, (calls, server) => calls.removeTask(server, id, seen, options)),
          ref,
          id,
          'task-deleted',
        ),
    },
    dispose: () => ending.abort(),
  }
}

export type PanelSchedulesFeature = ReturnType<typeof createPanelSchedulesFeature>
