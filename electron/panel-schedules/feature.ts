import type { ActivityEventOf } from '../../shared/activity/contract.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { PanelSchedulesOfServer } from '../../shared/panel-schedules/contract.ts'
import { deniedScheduleActs } from '../../shared/panel-schedules/panel-schedules.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Activity } from '../activity/feature.ts'
import { type AreaContext, type AreaUses, createArea } from '../areas/area.ts'
import type { FeatureOf } from '../ipc/feature.ts'
import type { AtServer } from '../panel/at-server.ts'
import { readFacts } from '../panel/server-facts.ts'
import {
  addTask,
  changeTask,
  createSchedule,
  listSchedules,
  removeSchedule,
  removeTask,
  resetSchedule,
  runSchedule,
  setScheduleActive,
  updateSchedule,
} from './panel.ts'

type Act = ActivityEventOf<'panel-schedule'>['act']
type Request = { readonly ref: ServerRef; readonly id: number }

/** True for the answer to a change that was not made, since somebody else changed the same. */
const isOfAnother = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'meanwhile' in answer && answer.meanwhile !== null

/** The schedules that a panel itself keeps of a server. What is done to them from here stands in the app's own list. */
export function createPanelSchedulesFeature(
  context: AreaContext,
  { activity, ...uses }: AreaUses & { activity: Pick<Activity, 'note'> },
) {
  const area = createArea('schedules', context, uses)
  /** The names of schedules as they were last listed: the panel takes and tells numbers only. */
  const names = new Map<ServerRef, ReadonlyMap<number, string>>()

  const note = (ref: ServerRef, act: Act, schedule: string) =>
    activity.note(ref, { kind: 'panel-schedule', act, schedule, origin: 'window' })

  /** The handler of a change, which is noted once the panel took it, and it was not another schedule by then. */
  const change =
    <R extends Request, T>(
      act: Act | ((request: R) => Act),
      work: (server: AtServer, request: R) => Promise<Result<T>>,
    ) =>
    async (request: R): Promise<Result<T>> => {
      const { ref, id } = request
      const done = await area.on(ref, 'change', (server) => work(server, request))
      if (done.ok && !isOfAnother(done.value))
        note(ref, typeof act === 'string' ? act : act(request), names.get(ref)?.get(id) ?? `No. ${id}`)
      return done
    }

  /** The list, and what the panel tells beside it: a list without that is still one. */
  const read = (ref: ServerRef): Promise<Result<PanelSchedulesOfServer>> =>
    area.on(ref, 'view', async (server) => {
      const list = await listSchedules(server)
      if (!list.ok) return list
      names.set(ref, new Map(list.value.schedules.map(({ id, name }) => [id, name])))
      const facts = await readFacts(server)
      if (!facts.ok) return ok({ ...list.value, denied: [] })
      const { permissions, convertsText: isPelican } = facts.value
      return ok({ ...list.value, denied: deniedScheduleActs(permissions, isPelican) })
    })

  return {
    api: { on: area.on, read },
    handlers: {
      'panelSchedules:list': ({ ref }) => read(ref),
      'panelSchedules:create': async ({ ref, edit }) => {
        const made = await area.on(ref, 'change', (server) => createSchedule(server, edit))
        if (!made.ok) return made
        note(ref, 'created', edit.name)
        return ok({ id: made.value?.id ?? null })
      },
      'panelSchedules:update': change('changed', (server, { id, ...edit }) => updateSchedule(server, id, edit)),
      'panelSchedules:remove': change('deleted', (server, { id }) => removeSchedule(server, id)),
      'panelSchedules:setActive': change(
        ({ isActive }) => (isActive ? 'resumed' : 'paused'),
        (server, { id, isActive }) => setScheduleActive(server, id, isActive),
      ),
      'panelSchedules:reset': change('reset', (server, { id }) => resetSchedule(server, id)),
      'panelSchedules:run': change('run', (server, { id }) => runSchedule(server, id)),
      'panelSchedules:addTask': change('task-added', (server, { id, edit }) => addTask(server, id, edit)),
      'panelSchedules:changeTask': change('task-changed', (server, { id, ...what }) => changeTask(server, id, what)),
      'panelSchedules:removeTask': change('task-deleted', (server, { id, seen }) => removeTask(server, id, seen)),
    },
  } satisfies FeatureOf<'panelSchedules'> & { api: unknown }
}

export type PanelSchedulesFeature = ReturnType<typeof createPanelSchedulesFeature>
