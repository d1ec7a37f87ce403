import { useState } from 'react'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import type { PanelSchedule, PanelScheduleChange, PanelTask } from '../../../shared/panel-schedules/contract.ts'
import { editOf, isStuck } from '../../../shared/panel-schedules/panel-schedules.ts'
import { fail, ok, type Result } from '../../../shared/result.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaGroup } from '../../parts/area/AreaGroup.tsx'
import { AreaPage } from '../../parts/area/AreaPage.tsx'
import { AreaRows } from '../../parts/area/AreaRows.tsx'
import { whyDenied } from '../../parts/area/area-words.ts'
import { useArea } from '../../parts/area/use-area.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Empty } from '../../ui/Empty.tsx'
import { PanelScheduleRow, type ScheduleActs } from './PanelScheduleRow.tsx'
import { ScheduleDialog } from './ScheduleDialog.tsx'
import { factTexts, taskText, zoneText } from './schedule-text.ts'
import { TaskDialog } from './TaskDialog.tsx'

const columns = [
  { name: 'Name and times' },
  { name: 'Next and last run', holds: 'state' },
  { name: 'State', holds: 'amount' },
  { name: 'Actions', holds: 'menu' },
] as const

const changedMeanwhile = {
  message: 'Somebody changed this schedule meanwhile.',
  hint: 'Look at it as it is now, then try again.',
}

const deletedMeanwhile = {
  message: 'Somebody deleted this task meanwhile, so nothing was saved.',
  hint: 'Close this, and look at the schedule as it is now.',
}

/** A change as a call that fails where somebody else changed the same. */
async function orChanged(call: Promise<Result<PanelScheduleChange>>): Promise<Result<unknown>> {
  const result = await call
  return result.ok && result.value.meanwhile !== null ? fail('state-changed', changedMeanwhile) : result
}

/** How a change to a task ended: of its schedule as it is now, the task alone. */
function taskOf(changed: Result<PanelScheduleChange>, id: number): Result<{ meanwhile: PanelTask | null }> {
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

/** Which schedules are unfolded: those that the person opened, and those that are stuck, until they close them. */
function useUnfolded() {
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>({})
  return {
    isOpen: (schedule: PanelSchedule, now: number) => chosen[schedule.id] ?? isStuck(schedule, now),
    setOpen: (id: number, isOpen: boolean) => setChosen((before) => ({ ...before, [id]: isOpen })),
  }
}

/**
 * The schedules that a server's panel keeps, read while they are looked at.
 * @param here what this computer does by itself, below them
 */
export function PanelSchedulesArea({ server, here }: { server: ServerView; here: React.ReactNode }) {
  const { call } = useClient().bridge
  const { ref } = server
  const area = useArea('schedules', server, () => call('panelSchedules:list', { ref }), {
    everyMs: (value) => (value?.schedules.some(({ isProcessing }) => isProcessing) ? runningEveryMs : everyMs),
  })
  const { now } = area
  const isPelican = useAppState((state) => state.panels[server.panelId]?.isPelican ?? false)
  const unfolded = useUnfolded()
  const zone = zoneText(area.list.value?.schedules ?? [])

  /** What was changed of a schedule is shown in it. */
  async function unfolding<T>(id: number, call: Promise<Result<T>>): Promise<Result<T>> {
    const result = await call
    if (result.ok) unfolded.setOpen(id, true)
    return result
  }

  /** @param schedule null for a new one */
  const editSchedule = (schedule: PanelSchedule | null) =>
    area.open((close) => (
      <ScheduleDialog
        schedule={schedule}
        zone={zone}
        send={({ seen, edit }, onMeanwhile) => {
          if (seen === null || schedule === null) {
            async function create() {
              const made = await call('panelSchedules:create', { ref, edit })
              if (made.ok && made.value.id !== null) unfolded.setOpen(made.value.id, true)
              return made
            }
            return area.submit({ what: `Making “${edit.name}”`, call: create }, close)
          }
          const { id, name } = schedule
          const change = () => unfolding(id, call('panelSchedules:update', { ref, id, seen: editOf(seen), edit }))
          return area.change({ what: `Changing “${name}”`, call: change }, { close, onMeanwhile })
        }}
        onClose={close}
      />
    ))

  /** @param task null for a new one */
  const editTask = (schedule: PanelSchedule, task: PanelTask | null) =>
    area.open((close) => (
      <TaskDialog
        schedule={schedule}
        task={task}
        isPelican={isPelican}
        send={({ seen, edit }, onMeanwhile) => {
          const { id, name } = schedule
          if (seen === null) {
            const add = () => unfolding(id, call('panelSchedules:addTask', { ref, id, edit }))
            return area.submit({ what: `Adding a task to “${name}”`, call: add }, close)
          }
          const change = async () =>
            taskOf(await unfolding(id, call('panelSchedules:changeTask', { ref, id, seen, edit })), seen.id)
          return area.change({ what: `Changing a task of “${name}”`, call: change }, { close, onMeanwhile })
        }}
        onClose={close}
      />
    ))

  const on: ScheduleActs = {
    run: ({ id, name, onlyWhenOnline }) =>
      area.act({
        what: `Running “${name}”`,
        call: () => call('panelSchedules:run', { ref, id }),
        done: () => ({
          message: `The panel began “${name}”.`,
          hint: onlyWhenOnline && server.state === 'offline' ? offlineHint : '',
        }),
      }),
    setActive: ({ id, name }, isActive) =>
      area.act({
        what: `${isActive ? 'Resuming' : 'Pausing'} “${name}”`,
        call: () => call('panelSchedules:setActive', { ref, id, isActive }),
      }),
    reset: ({ id, name }) =>
      area.act({ what: `Resetting “${name}”`, call: () => call('panelSchedules:reset', { ref, id }) }),
    edit: editSchedule,
    remove: ({ id, name }) =>
      area.ask({
        title: `Delete “${name}”?`,
        text: 'The panel deletes it with its tasks. It can’t be brought back.',
        yes: 'Delete schedule',
        what: `Deleting “${name}”`,
        call: () => call('panelSchedules:remove', { ref, id }),
      }),
    addTask: (schedule) => editTask(schedule, null),
    editTask,
    moveTask({ id, name, tasks }, task, by) {
      const place = tasks[tasks.findIndex((one) => one.id === task.id) + by]?.sequence
      if (place === undefined) return
      area.act({
        what: `Moving a task of “${name}”`,
        call: () => orChanged(call('panelSchedules:changeTask', { ref, id, seen: task, place })),
      })
    },
    removeTask: ({ id, name }, task) =>
      area.ask({
        title: 'Delete this task?',
        text: `${Object.values(taskText(task)).join(' ').trim()}. The others move up.`,
        yes: 'Delete task',
        what: `Deleting a task of “${name}”`,
        call: () => orChanged(call('panelSchedules:removeTask', { ref, id, seen: task })),
      }),
  }

  return (
    <AreaPage
      area={area}
      label="Schedules"
      fact={({ schedules }) => factTexts(schedules, now)}
      action={{
        label: 'New schedule…',
        why: ({ denied }) => whyDenied('create', denied),
        onClick: () => editSchedule(null),
      }}
      after={here}
    >
      {({ schedules, leftOut, denied }) => (
        <>
          <AreaGroup name="On the panel" more="also while this computer is off" />
          {schedules.length === 0 ? (
            <Empty
              title="No schedules on the panel"
              text="Make one: at its times it sends commands, backs up or restarts the server."
            />
          ) : (
            <AreaRows label="Schedules on the panel" columns={columns}>
              {schedules.map((schedule) => (
                <PanelScheduleRow
                  key={schedule.id}
                  schedule={schedule}
                  denied={denied}
                  isOpen={unfolded.isOpen(schedule, now)}
                  now={now}
                  onOpen={(isOpen) => unfolded.setOpen(schedule.id, isOpen)}
                  on={on}
                />
              ))}
            </AreaRows>
          )}
          {leftOut > 0 && <p className={styles.foot}>{leftOut} more could not be read.</p>}
          {zone !== null && <p className={styles.foot}>{zone}</p>}
        </>
      )}
    </AreaPage>
  )
}
