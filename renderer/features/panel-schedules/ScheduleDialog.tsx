import { useState } from 'react'
import type { PanelSchedule, PanelScheduleEdit } from '../../../shared/panel-schedules/contract.ts'
import { cronWords } from '../../../shared/panel-schedules/cron-words.ts'
import { cronText, editOf } from '../../../shared/panel-schedules/panel-schedules.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { Meanwhile } from '../../parts/area/Meanwhile.tsx'
import { useSeen } from '../../parts/area/use-seen.ts'
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
  /** Null for a new one. */
  schedule: PanelSchedule | null
  /** By whose clock times are. */
  zone: string | null
  /** `seen` is the schedule as it was told last, null for a new one; `onMeanwhile` is told how somebody else changed it. */
  send: (
    change: { readonly seen: PanelSchedule | null; readonly edit: PanelScheduleEdit },
    onMeanwhile: (now: PanelSchedule) => void,
  ) => Promise<Result<null>>
  onClose: () => void
}

/** The form for a new schedule of the panel, or for one that is there. */
export function ScheduleDialog({ schedule, zone, send, onClose }: ScheduleDialogProps) {
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
    return send({ seen, edit: wanted }, onMeanwhile)
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
