import type { PanelCron } from '../../../shared/panel-schedules/contract.ts'
import {
  type CronForm,
  cronFields,
  cronForm,
  hourSteps,
  minuteSteps,
  neverComes,
} from '../../../shared/panel-schedules/cron-words.ts'
import { isCronField } from '../../../shared/panel-schedules/panel-schedules.ts'

/** How a time is told: picked in one of the forms, or typed as five fields. */
export type WhenKind = CronForm['kind'] | 'cron'

/** All that a person may have picked or typed; what the kind does not use stays for when it is chosen again. */
export type WhenForm = {
  readonly kind: WhenKind
  readonly everyMinutes: number
  readonly everyHours: number
  /** Past the hour. */
  readonly minute: number
  /** `HH:MM`. */
  readonly time: string
  /** 0 is Sunday. */
  readonly days: readonly number[]
  readonly day: number
  readonly raw: PanelCron
}

const fresh: Omit<WhenForm, 'raw' | 'kind'> = {
  everyMinutes: minuteSteps.at(-1) ?? 30,
  everyHours: hourSteps.at(-1) ?? 12,
  minute: 0,
  time: '04:00',
  days: [1],
  day: 1,
}

/** The form that stands for the fields: picked where it can be, else the fields themselves. */
export const whenFormOf = (raw: PanelCron): WhenForm => ({ ...fresh, kind: 'cron', ...cronForm(raw), raw })

/** The five fields; null where something is missing, or is no cron. */
export function cronOfForm({ kind, raw, ...picked }: WhenForm): PanelCron | null {
  if (kind !== 'cron') return cronFields({ ...picked, kind })
  return Object.values(raw).every(isCronField) ? raw : null
}

/** What is missing, as a sentence; null where nothing is. */
export function whenProblem(form: WhenForm): string | null {
  if (form.kind === 'cron' && neverComes(form.raw))
    return 'There is no such time, so it would never run. Look at the numbers in the fields.'
  if (cronOfForm(form) !== null) return null
  if (form.kind === 'cron') return 'Fill in all five fields. Cron takes digits, names and * , - / in them.'
  return form.kind === 'weekly' && form.days.length === 0 ? 'Choose at least one day.' : 'Type a time of day.'
}

/** The form with another kind; the typed fields begin with what was picked. */
export const withKind = (form: WhenForm, kind: WhenKind): WhenForm => ({
  ...form,
  kind,
  raw: cronOfForm(form) ?? form.raw,
})
