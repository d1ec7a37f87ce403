import { useState } from 'react'
import { cronWords } from '../../../shared/model/cron-words.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { cronText, editOf, type PanelSchedule, type PanelScheduleEdit } from '../../../shared/model/panel-schedule.ts'
import { ok } from '../../../shared/result.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { Meanwhile } from '../../parts/area/Meanwhile.tsx'
import { useSeen } from '../../parts/area/use-seen.ts'
import { useClient } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
import { Modal } from '../../ui/Dialogs.tsx'
import fieldStyles from '../../ui/Field.module.css'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useTask } from '../../ui/use-task.ts'
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

type ScheduleDialogProps = {
  serverRef: ServerRef
  /** Null for a new one. */
  schedule: PanelSchedule | null
  /** By whose clock times are. */
  zone: string | null
  /** Told the id of a new one, null where it is not known. */
  onDone: (id: number | null) => void
  onClose: () => void
}

/** The form for a new schedule of the panel, or for one that is there. */
export function ScheduleDialog({ serverRef: ref, schedule, zone, onDone, onClose }: ScheduleDialogProps) {
  const { call } = useClient().bridge
  const { seen, isOld, onMeanwhile, onTaken } = useSeen(schedule)
  const [isTried, setTried] = useState(false)
  const [edit, setEdit] = useState<PanelScheduleEdit>(schedule === null ? newSchedule : editOf(schedule))
  const [form, setForm] = useState(() => whenFormOf(edit.cron))
  const name = edit.name.trim()
  const cron = cronOfForm(form)
  const problem = whenProblem(form)

  const save = useTask(async () => {
    if (cron === null) return ok(null)
    const wanted = { ...edit, name: schedule?.name === edit.name ? edit.name : name, cron }
    if (seen === null) {
      const made = await call('panelSchedules:create', { ref, edit: wanted })
      if (!made.ok) return made
      onDone(made.value.id)
      return ok(null)
    }
    const changed = await call('panelSchedules:update', { ref, id: seen.id, seen: editOf(seen), edit: wanted })
    if (!changed.ok) return changed
    const { meanwhile } = changed.value
    if (meanwhile === null) onDone(seen.id)
    else onMeanwhile(meanwhile)
    return ok(null)
  })

  function takeTheirs(): void {
    if (seen === null) return
    setEdit(editOf(seen))
    setForm(whenFormOf(seen.cron))
    onTaken()
  }
  return (
    <Modal
      title={schedule === null ? 'New schedule on the panel' : 'Edit schedule'}
      lead="The panel runs it, whether this computer is on or not."
      wide
      onClose={onClose}
    >
      <Form
        isTall
        onSubmit={() => {
          setTried(true)
          if (name !== '' && problem === null) save.start()
        }}
      >
        <Field
          label="Name"
          maxLength={maxNameLength}
          value={edit.name}
          onChange={(event) => setEdit({ ...edit, name: event.target.value })}
          error={isTried && name === '' ? { message: 'Type a name.', hint: '' } : null}
        />
        <WhenFields form={form} onChange={setForm} />
        <p className={fieldStyles.help}>
          {cron !== null && cronWords(cron) !== cronText(cron) && <>Runs {cronWords(cron)}. </>}
          {zone ?? 'Times are by the panel’s clock; its zone is known once a schedule has a next run.'}
        </p>
        <label className={controlStyles.tick}>
          <input
            type="checkbox"
            checked={edit.onlyWhenOnline}
            onChange={(event) => setEdit({ ...edit, onlyWhenOnline: event.target.checked })}
          />
          <span>Only while the server is online</span>
          <small>Otherwise nothing is done at its time.</small>
        </label>
        <FormEnd
          submit={schedule === null ? 'Create' : 'Save'}
          isDisabled={save.busy}
          error={save.error && toldOf(save.error)}
          onCancel={onClose}
        >
          {isTried && problem !== null && <Notice tone="bad" message={problem} />}
          {isOld && seen !== null && (
            <Meanwhile
              what="schedule"
              differences={scheduleDifferences(editOf(seen), { ...edit, cron: cron ?? edit.cron })}
              onTheirs={takeTheirs}
            />
          )}
        </FormEnd>
      </Form>
    </Modal>
  )
}
