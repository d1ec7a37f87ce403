import type { PanelSchedule, PanelScheduleEdit } from '../../../shared/panel-schedules/contract.ts'
import { cronWords } from '../../../shared/panel-schedules/cron-words.ts'
import { cronText, editOf } from '../../../shared/panel-schedules/panel-schedules.ts'
import { EditDialog, type EditWays, useEdit } from '../../parts/area/EditDialog.tsx'
import { Tick } from '../../ui/Choice.tsx'
import { Field } from '../../ui/Field.tsx'
import { scheduleDifferences } from './schedule-text.ts'
import { WhenFields } from './WhenFields.tsx'
import { cronOfForm, whenFormOf, whenProblem } from './when-form.ts'

/** Panels take no longer names than this; one of them a few more. */
const maxNameLength = 191

const newSchedule: PanelScheduleEdit = {
  name: '',
  cron: { minute: '0', hour: '4', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
  isActive: true,
  onlyWhenOnline: false,
}
const formOf = (edit: PanelScheduleEdit) => ({ ...edit, when: whenFormOf(edit.cron) })

type ScheduleDialogProps = EditWays<PanelSchedule | null, PanelScheduleEdit> & {
  /** Null for a new one. */
  schedule: PanelSchedule | null
  /** By whose clock times are. */
  zone: string | null
}

/** The form for a new schedule of the panel, or for one that is there. */
export function ScheduleDialog({ schedule, zone, ...ways }: ScheduleDialogProps) {
  const form = useEdit({
    ...ways,
    of: schedule,
    edit: formOf(schedule === null ? newSchedule : editOf(schedule)),
    editOf: (seen) => formOf(editOf(seen)),
    send: (edit, seen) => ways.send(wantedOf(edit), seen),
  })
  const { when, ...edit } = form.edit
  const cron = cronOfForm(when)

  function wantedOf({ when, name, ...more }: ReturnType<typeof formOf>): PanelScheduleEdit {
    return { ...more, name: name === schedule?.name ? name : name.trim(), cron: cronOfForm(when) ?? more.cron }
  }
  return (
    <EditDialog
      title={schedule === null ? 'New schedule on the panel' : 'Edit schedule'}
      lead="The panel runs it, whether this computer is on or not."
      wide
      what="schedule"
      form={form}
      submit={schedule === null ? 'Create' : 'Save'}
      fault={whenProblem(when)}
      differences={(seen) => scheduleDifferences(editOf(seen), wantedOf(form.edit))}
    >
      <Field
        label="Name"
        maxLength={maxNameLength}
        value={edit.name}
        onChange={(event) => form.set({ name: event.target.value })}
        fault={edit.name.trim() === '' ? 'Type a name.' : null}
      />
      <WhenFields form={when} onChange={(when) => form.set({ when })} />
      <p data-text="faint">
        {cron !== null && cronWords(cron) !== cronText(cron) && <>Runs {cronWords(cron)}. </>}
        {zone ?? 'Times are by the panel’s clock; its zone is known once a schedule has a next run.'}
      </p>
      <Tick
        label="Only while the server is online"
        note="Otherwise nothing is done at its time."
        checked={edit.onlyWhenOnline}
        onChange={(onlyWhenOnline) => form.set({ onlyWhenOnline })}
      />
    </EditDialog>
  )
}
