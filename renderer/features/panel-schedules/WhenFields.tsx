import type { PanelCron } from '../../../shared/panel-schedules/contract.ts'
import { hourSteps, minuteSteps } from '../../../shared/panel-schedules/cron-words.ts'
import { cronFieldNames } from '../../../shared/panel-schedules/panel-schedules.ts'
import { Select } from '../../ui/Choice.tsx'
import controlStyles from '../../ui/controls.module.css'
import { Field } from '../../ui/Field.tsx'
import { NumberInput } from '../../ui/NumberInput.tsx'
import { Pills } from '../../ui/Pills.tsx'
import { WeekDays } from '../../ui/WeekDays.tsx'
import styles from './PanelSchedules.module.css'
import { type WhenForm, type WhenKind, withKind } from './when-form.ts'

type WhenProps = { form: WhenForm; onChange: (form: WhenForm) => void }

const kinds: readonly { readonly value: WhenKind; readonly label: string }[] = [
  { value: 'minutes', label: 'Minutes' },
  { value: 'hours', label: 'Hours' },
  { value: 'daily', label: 'Day' },
  { value: 'weekly', label: 'Week' },
  { value: 'monthly', label: 'Month' },
  { value: 'cron', label: 'As cron' },
]

const fieldLabels: Readonly<Record<keyof PanelCron, string>> = {
  minute: 'Minute',
  hour: 'Hour',
  dayOfMonth: 'Day of month',
  month: 'Month',
  dayOfWeek: 'Day of week',
}

const asOptions = (steps: readonly number[]) => steps.map((step) => [step, String(step)] as const)

function Time({ form, onChange }: WhenProps) {
  return (
    <input
      type="time"
      className={controlStyles.time}
      aria-label="Time by the panel’s clock"
      value={form.time}
      onChange={(event) => onChange({ ...form, time: event.target.value })}
    />
  )
}

/** The five fields of cron as they are. */
function Raw({ form, onChange }: WhenProps) {
  return (
    <div className={styles.raw} data-stack="s2">
      {cronFieldNames.map((name) => (
        <Field
          key={name}
          label={fieldLabels[name]}
          mono
          maxLength={100}
          value={form.raw[name]}
          onChange={(event) => onChange({ ...form, raw: { ...form.raw, [name]: event.target.value.trim() } })}
        />
      ))}
    </div>
  )
}

/** What the chosen kind needs to be told. */
function Details({ form, onChange }: WhenProps) {
  switch (form.kind) {
    case 'minutes':
      return (
        <p className={controlStyles.sentence}>
          Every{' '}
          <Select
            label="Minutes"
            options={asOptions(minuteSteps)}
            value={form.everyMinutes}
            onChange={(everyMinutes) => onChange({ ...form, everyMinutes })}
          />{' '}
          minutes
        </p>
      )
    case 'hours':
      return (
        <p className={controlStyles.sentence}>
          Every{' '}
          <Select
            label="Hours"
            options={asOptions(hourSteps)}
            value={form.everyHours}
            onChange={(everyHours) => onChange({ ...form, everyHours })}
          />{' '}
          hours from midnight, at{' '}
          <NumberInput
            label="Minutes past the hour"
            min={0}
            max={59}
            value={form.minute}
            onChange={(minute) => onChange({ ...form, minute })}
          />{' '}
          minutes past
        </p>
      )
    case 'daily':
      return (
        <p className={controlStyles.sentence}>
          Every day at <Time form={form} onChange={onChange} />
        </p>
      )
    case 'weekly':
      return (
        <div className={controlStyles.sentence}>
          <WeekDays days={form.days} onChange={(days) => onChange({ ...form, days })} /> at{' '}
          <Time form={form} onChange={onChange} />
        </div>
      )
    case 'monthly':
      return (
        <p className={controlStyles.sentence}>
          On day{' '}
          <NumberInput
            label="Day of the month"
            min={1}
            max={31}
            value={form.day}
            onChange={(day) => onChange({ ...form, day })}
          />{' '}
          of each month at <Time form={form} onChange={onChange} />
        </p>
      )
    case 'cron':
      return <Raw form={form} onChange={onChange} />
  }
}

/** When a schedule runs: picked in one of the usual forms, or typed as the five fields of cron. */
export function WhenFields({ form, onChange }: WhenProps) {
  return (
    <div data-stack="s3">
      <Pills
        legend="Runs by the"
        options={kinds}
        value={form.kind}
        onChange={(kind) => onChange(withKind(form, kind))}
      />
      <Details form={form} onChange={onChange} />
    </div>
  )
}
