import { useState } from 'react'
import { asChange, type Change } from '../../../shared/model/change.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { PanelSchedule, PanelTask } from '../../../shared/panel-schedules/contract.ts'
import { editOf, isStuck } from '../../../shared/panel-schedules/panel-schedules.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import { doing, useArea } from '../../parts/area/use-area.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { panelZoneText, taskText } from './schedule-text.ts'
import { TaskDialog } from './TaskDialog.tsx'

const changedMeanwhile = {
  message: 'Somebody changed this schedule meanwhile.',
  hint: 'Look at it as it is now, then try again.',
}

const deletedMeanwhile = {
  message: 'Somebody deleted this task meanwhile, so nothing was saved.',
  hint: 'Close this, and look at the schedule as it is now.',
}

/** A change as a call that fails where somebody else changed the same. */
async function orChanged(call: Promise<Result<Change<PanelSchedule>>>): Promise<Result<unknown>> {
  const result = await call
  return result.ok && result.value.meanwhile !== null ? fail('state-changed', changedMeanwhile) : result
}

/** How a change to a task ended: of its schedule as it is now, the task alone. */
function taskOf(changed: Result<Change<PanelSchedule>>, id: number): Result<Change<PanelTask>> {
  if (!changed.ok) return changed
  const { meanwhile } = changed.value
  if (meanwhile === null) return ok({ meanwhile })
  const now = meanwhile.tasks.find((one) => one.id === id)
  return now === undefined ? fail('state-changed', deletedMeanwhile) : ok({ meanwhile: now })
}

const offlineHint = 'It runs only while the server is online, so nothing is done now.'

/** How long after an answer the list is read again while it is looked at, in milliseconds. */
const everyMs = 120_000
/** The same while one of them runs, since nothing else tells of its end. */
const runningEveryMs = 20_000

/** The schedules that a server's panel keeps, which of them are unfolded, and what can be done with them. */
export function useSchedules(server: ServerView) {
  const { call } = useClient().bridge
  const { ref } = server
  const area = useArea('schedules', server, () => call('panelSchedules:list', { ref }), {
    everyMs: (value) => (value?.schedules.some(({ isProcessing }) => isProcessing) ? runningEveryMs : everyMs),
  })
  const isPelican = useAppState((state) => state.panels[server.panelId]?.isPelican ?? false)
  /** What the person unfolded and folded; of the rest those are unfolded that are stuck. */
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>({})
  const setOpen = (id: number, isOpen: boolean) => setChosen((before) => ({ ...before, [id]: isOpen }))
  const zone = panelZoneText(area.list.value?.schedules ?? [])

  /** What was changed of a schedule is shown in it. */
  async function unfolding<T>(id: number, call: Promise<Result<T>>): Promise<Result<T>> {
    const result = await call
    if (result.ok) setOpen(id, true)
    return result
  }

  /** @param schedule null for a new one */
  const edit = (schedule: PanelSchedule | null) =>
    area.open((close) => (
      <ScheduleDialog
        area={area}
        schedule={schedule}
        zone={zone}
        send={(edit, seen) => {
          async function create() {
            const made = await call('panelSchedules:create', { ref, edit })
            if (made.ok && made.value.id !== null) setOpen(made.value.id, true)
            return asChange(made)
          }
          if (schedule === null || seen === null) return { what: `Making “${edit.name}”`, call: create }
          const { id, name } = schedule
          const change = () => unfolding(id, call('panelSchedules:update', { ref, id, seen: editOf(seen), edit }))
          return { what: `Changing “${name}”`, call: change }
        }}
        onClose={close}
      />
    ))

  /** @param task null for a new one */
  const editTask = (schedule: PanelSchedule, task: PanelTask | null) =>
    area.open((close) => (
      <TaskDialog
        area={area}
        schedule={schedule}
        task={task}
        isPelican={isPelican}
        send={(edit, seen) => {
          const { id, name } = schedule
          const what = seen === null ? `Adding a task to “${name}”` : `Changing a task of “${name}”`
          return {
            what,
            async call() {
              if (seen === null) return asChange(await unfolding(id, call('panelSchedules:addTask', { ref, id, edit })))
              return taskOf(await unfolding(id, call('panelSchedules:changeTask', { ref, id, seen, edit })), seen.id)
            },
          }
        }}
        onClose={close}
      />
    ))

  const on = {
    run: ({ id, name, onlyWhenOnline }: PanelSchedule) =>
      area.act({
        ...doing('Running', { id, name }),
        call: () => call('panelSchedules:run', { ref, id }),
        done: () => ({
          message: `The panel began “${name}”.`,
          hint: onlyWhenOnline && server.state === 'offline' ? offlineHint : '',
        }),
      }),
    setActive: ({ id, name }: PanelSchedule, isActive: boolean) =>
      area.act({
        ...doing(isActive ? 'Resuming' : 'Pausing', { id, name }),
        call: () => call('panelSchedules:setActive', { ref, id, isActive }),
      }),
    reset: ({ id, name }: PanelSchedule) =>
      area.act({ ...doing('Resetting', { id, name }), call: () => call('panelSchedules:reset', { ref, id }) }),
    edit,
    remove: ({ id, name }: PanelSchedule) =>
      area.ask({
        title: `Delete “${name}”?`,
        text: 'The panel deletes it with its tasks. It can’t be brought back.',
        yes: 'Delete schedule',
        ...doing('Deleting', { id, name }),
        call: () => call('panelSchedules:remove', { ref, id }),
      }),
    editTask,
    /** Puts a task in the place of another one; nothing is done without one. */
    moveTask: ({ id, name }: PanelSchedule, seen: PanelTask, other: PanelTask | undefined) =>
      other &&
      area.act({
        ...doing('Moving a task of', { id, name }),
        call: () => orChanged(call('panelSchedules:changeTask', { ref, id, seen, place: other.sequence })),
      }),
    removeTask: ({ id, name }: PanelSchedule, seen: PanelTask) =>
      area.ask({
        title: 'Delete this task?',
        text: `${Object.values(taskText(seen)).join(' ').trim()}. The others move up.`,
        yes: 'Delete task',
        ...doing('Deleting a task of', { id: seen.id, name }),
        call: () => orChanged(call('panelSchedules:removeTask', { ref, id, seen })),
      }),
    setOpen,
  }
  return { area, zone, isOpen: (one: PanelSchedule) => chosen[one.id] ?? isStuck(one, area.now), on }
}
export type ScheduleActs = ReturnType<typeof useSchedules>['on']
