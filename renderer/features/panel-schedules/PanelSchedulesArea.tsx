import { useState } from 'react'
import {
  isStuck,
  type PanelSchedule,
  type PanelScheduleChange,
  type PanelTask,
} from '../../../shared/model/panel-schedule.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { fail, type Result } from '../../../shared/result.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaGroup } from '../../parts/area/AreaGroup.tsx'
import { AreaFact, AreaHead } from '../../parts/area/AreaHead.tsx'
import { AreaRows } from '../../parts/area/AreaRows.tsx'
import { type AreaNews, AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, newsOfAct, notAllowed, notReadAgain } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import { PanelScheduleRow, type ScheduleAct } from './PanelScheduleRow.tsx'
import { type ScheduleAsked, ScheduleDialogs } from './ScheduleDialogs.tsx'
import { factTexts, zoneText } from './schedule-text.ts'
import type { TaskAct } from './Tasks.tsx'
import { usePanelSchedules } from './use-panel-schedules.ts'

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

/** A change as a call that fails where somebody else changed the same. */
async function orChanged(call: Promise<Result<PanelScheduleChange>>): Promise<Result<unknown>> {
  const result = await call
  return result.ok && result.value.meanwhile !== null ? fail('state-changed', changedMeanwhile) : result
}

const offlineHint = 'It runs only while the server is online, so nothing is done now.'

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
  const list = usePanelSchedules(ref)
  const acts = useActs(list.again)
  const now = useNow(15_000)
  const [asked, setAsked] = useState<ScheduleAsked | null>(null)
  const [begun, setBegun] = useState<PanelSchedule | null>(null)
  const unfolded = useUnfolded()
  const focus = useKeepFocus<HTMLDivElement>()
  const schedules = list.value?.schedules ?? []
  const zone = zoneText(schedules)
  const isDenied = list.value?.denied.includes('create') ?? false
  const canMake = list.value !== null && !isDenied
  const close = () => setAsked(null)
  const done = (id: number | null) => {
    if (id !== null) unfolded.setOpen(id, true)
    close()
    list.again()
  }

  async function run(schedule: PanelSchedule) {
    const result = await call('panelSchedules:run', { ref, id: schedule.id })
    if (result.ok) setBegun(schedule)
    return result
  }

  const on = ({ id, name }: PanelSchedule, what: string, work: () => Promise<Result<unknown>>) =>
    acts.act(String(id), `${what} “${name}”`, work)

  function onAct(act: ScheduleAct, schedule: PanelSchedule): void {
    const { id, isActive } = schedule
    setBegun(null)
    if (act === 'run') on(schedule, 'Running', () => run(schedule))
    else if (act === 'reset') on(schedule, 'Resetting', () => call('panelSchedules:reset', { ref, id }))
    else if (act === 'add-task') setAsked({ kind: 'task', schedule, task: null })
    else if (act !== 'active') setAsked({ kind: act, schedule })
    else {
      on(schedule, isActive ? 'Pausing' : 'Resuming', () =>
        call('panelSchedules:setActive', { ref, id, isActive: !isActive }),
      )
    }
  }

  function move(schedule: PanelSchedule, task: PanelTask, by: number): void {
    const { id, tasks } = schedule
    const place = tasks[tasks.findIndex((one) => one.id === task.id) + by]?.sequence
    if (place === undefined) return
    on(schedule, 'Moving a task of', () => orChanged(call('panelSchedules:changeTask', { ref, id, seen: task, place })))
  }

  function onTask(act: TaskAct, task: PanelTask, schedule: PanelSchedule): void {
    if (act === 'edit') setAsked({ kind: 'task', schedule, task })
    else if (act === 'remove') setAsked({ kind: 'remove-task', schedule, task })
    else move(schedule, task, act === 'up' ? -1 : 1)
  }

  function remove(schedule: PanelSchedule): void {
    close()
    on(schedule, 'Deleting', () => call('panelSchedules:remove', { ref, id: schedule.id }))
  }
  function removeTask(schedule: PanelSchedule, task: PanelTask): void {
    close()
    on(schedule, 'Deleting a task of', () =>
      orChanged(call('panelSchedules:removeTask', { ref, id: schedule.id, seen: task })),
    )
  }

  function news(): AreaNews | null {
    if (acts.failed !== null) return newsOfAct(acts.failed, list.again, acts.clear)
    const unread = notReadAgain('The list', list)
    if (unread !== null) return unread
    if (begun === null) return null
    const isInVain = begun.onlyWhenOnline && server.state === 'offline'
    return {
      hasFailed: false,
      message: `The panel began “${begun.name}”.`,
      hint: isInVain ? offlineHint : '',
      onDismiss: () => setBegun(null),
    }
  }

  const [count, ...more] = factTexts(schedules, now)
  const age = asOf(list.at, list.error !== null, now)
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <AreaHead fact={<AreaFact first={count} more={[...more, age]} />}>
        <Button
          look="go"
          aria-disabled={!canMake}
          title={isDenied ? `${capitalised(notAllowed)}.` : undefined}
          onClick={() => canMake && setAsked({ kind: 'new' })}
        >
          New schedule…
        </Button>
      </AreaHead>
      <AreaSlot news={news()} />
      <AreaContent label="Schedules" asked={list} after={here}>
        {({ leftOut, denied }) => (
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
                    onAct={onAct}
                    onTask={onTask}
                  />
                ))}
              </AreaRows>
            )}
            {leftOut > 0 && <p className={styles.foot}>{leftOut} more could not be read.</p>}
            {zone !== null && <p className={styles.foot}>{zone}</p>}
          </>
        )}
      </AreaContent>
      {asked && (
        <ScheduleDialogs
          serverRef={ref}
          asked={asked}
          zone={zone}
          onDone={done}
          onRemove={remove}
          onRemoveTask={removeTask}
          onClose={close}
        />
      )}
    </div>
  )
}
