import type { ServerRef } from '../../shared/model/identifier.ts'
import type {
  PanelSchedule,
  PanelScheduleChange,
  PanelScheduleEdit,
  PanelScheduleList,
  PanelTaskEdit,
} from '../../shared/model/panel-schedule.ts'
import type { Result } from '../../shared/result.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { ScheduleCalls } from '../panel/schedules.ts'

/** Does something with the schedules of a server, with the key that may. */
export type OnSchedules = <T>(
  ref: ServerRef,
  work: (calls: ScheduleCalls, identifier: string) => Promise<Result<T>>,
) => Promise<Result<T>>

/** The calls to a panel about the schedules of one server. None is repeated. */
export type PartCalls = {
  list(): Promise<Result<PanelScheduleList>>
  create(edit: PanelScheduleEdit): Promise<Result<PanelSchedule | null>>
  update(
    id: number,
    change: { readonly seen: PanelScheduleEdit; readonly edit: PanelScheduleEdit },
  ): Promise<Result<PanelScheduleChange>>
  setActive(id: number, isActive: boolean): Promise<Result<void>>
  remove(id: number): Promise<Result<void>>
  addTask(id: number, task: PanelTaskEdit): Promise<Result<void>>
}

export const createPartCalls =
  (on: OnSchedules, options: CallOptions) =>
  (ref: ServerRef): PartCalls => ({
    list: () => on(ref, (calls, server) => calls.list(server, options)),
    create: (edit) => on(ref, (calls, server) => calls.create(server, edit, options)),
    update: (id, change) => on(ref, (calls, server) => calls.update(server, id, change, options)),
    setActive: (id, isActive) => on(ref, (calls, server) => calls.setActive(server, id, isActive, options)),
    remove: (id) => on(ref, (calls, server) => calls.remove(server, id, options)),
    addTask: (id, task) => on(ref, (calls, server) => calls.addTask(server, id, task, options)),
  })
