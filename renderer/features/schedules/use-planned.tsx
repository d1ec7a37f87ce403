import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { maxSchedules } from '../../../shared/model/restart.ts'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import { useAppState, useClient, useRunOnce, useServerNames } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useDialog } from '../../ui/use-dialog.ts'
import { CreateOnPanelDialog } from './CreateOnPanelDialog.tsx'
import { whyNotOnPanel } from './handover-words.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import { namesText, timesText } from './schedule-words.ts'

/** The menu of a planned restart, and its switch. */
export function usePlannedActs(schedule: ScheduleView, now: number, { edit, createOnPanel, remove }: Planned) {
  const { bridge } = useClient()
  const run = useRunOnce()
  const why = useAppState((state) => whyNotOnPanel(state, schedule, now))
  const { id, enabled } = schedule
  return {
    toggle: () => void run(() => bridge.call('schedules:setEnabled', { id, enabled: !enabled })),
    edit: () => edit(schedule),
    onPanel: { label: 'Create on panel…', why, onClick: () => createOnPanel(schedule) },
    remove: { label: 'Remove…', bad: true, onClick: () => remove(schedule) },
  } as const
}

type AddProps = Pick<Planned, 'add'> & { look?: 'go' | 'plain'; chosen?: readonly ServerRef[]; children: string }

/** The button that plans a restart, unless the list is full. @param chosen the servers that it begins with */
export function AddPlanned({ add, look = 'plain', chosen, children }: AddProps) {
  const isFull = useAppState((state) => Object.keys(state.schedules).length >= maxSchedules)
  return (
    <Button
      look={look}
      aria-disabled={isFull}
      title={isFull ? 'The list is full. Remove some that you no longer need.' : undefined}
      onClick={() => !isFull && add(chosen)}
    >
      {children}
    </Button>
  )
}

/** What can be done with planned restarts: each opens its `dialog`; `notice` says what was created on panels. */
export function usePlanned() {
  const { send } = useClient()
  const nameOf = useServerNames()
  const dialog = useDialog()
  const [created, setCreated] = useState<ScheduleView | null>(null)
  const namesOf = ({ refs }: ScheduleView) => namesText(refs.map((ref) => nameOf(ref)))
  return {
    add: (chosen: readonly ServerRef[] = []) =>
      dialog.open((close) => <ScheduleForm schedule={null} chosen={chosen} onClose={close} />),
    edit: (schedule: ScheduleView) => dialog.open((close) => <ScheduleForm schedule={schedule} onClose={close} />),
    createOnPanel: (schedule: ScheduleView) =>
      dialog.open((close) => {
        const onCreated = () => {
          close()
          setCreated(schedule)
        }
        return <CreateOnPanelDialog schedule={schedule} onCreated={onCreated} onClose={close} />
      }),
    remove: (schedule: ScheduleView) =>
      dialog.open((close) => {
        const onYes = () => {
          close()
          send('schedules:remove', { id: schedule.id })
        }
        const text = `${schedule.refs.length > 1 ? `${namesOf(schedule)}: ` : ''}${timesText(schedule)}. A countdown that has begun continues.`
        const title = 'Remove this planned restart?'
        return <Question title={title} text={text} yes="Remove" look="bad" onYes={onYes} onClose={close} />
      }),
    dialog: dialog.drawn(),
    notice: created && (
      <Notice
        tone="calm"
        message={`Created on the panel: ${namesOf(created)}.`}
        hint="It stands under the server’s Schedules, and is paused here. Before you resume it here, pause or delete it there."
        onDismiss={() => setCreated(null)}
      />
    ),
  }
}
export type Planned = ReturnType<typeof usePlanned>
