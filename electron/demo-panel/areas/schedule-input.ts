import { z } from 'zod'
import type { Dialect } from '../http/dialect.ts'
import { truth } from './input.ts'

const cronPart = z.string().max(191)

/** The month, where the panel does not check it: null for what its code cannot take as text. */
const uncheckedMonth = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : null))

const untruths: readonly unknown[] = [undefined, null, false, 0, '', '0']

/** A truth value as PHP casts it: any text but the empty one and `0` is true, `"false"` too. */
const cast = z
  .unknown()
  .optional()
  .transform((value) => !isEmptyList(value) && !untruths.includes(value))

function isEmptyList(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** A number, or a text that is one. */
const numeric = (least: number, most: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d{1,9}(\.\d{1,9})?$/.test(value) ? Number(value) : value),
    z.number().min(least).max(most),
  )

/** A schedule's fields. What is left out of the last two is false. */
export function scheduleInput(dialect: Dialect) {
  return z.object({
    name: z.string().max(dialect === 'pelican' ? 255 : 191),
    minute: cronPart,
    hour: cronPart,
    day_of_month: cronPart,
    month: dialect === 'pelican' ? cronPart : uncheckedMonth,
    day_of_week: cronPart,
    is_active: cast,
    only_when_online: cast,
  })
}

const actions = {
  pterodactyl: ['command', 'power', 'backup'],
  pelican: ['command', 'power', 'backup', 'delete_files'],
} as const

/** A task's fields. Only a backup's payload may be empty; a signal is not checked. */
export function taskInput(dialect: Dialect) {
  return z
    .object({
      action: z.enum(actions[dialect]),
      payload: z.string().max(65_535).nullish(),
      time_offset: numeric(0, 900).transform(Math.trunc),
      sequence_id: numeric(1, 1_000_000).transform(Math.trunc).optional(),
      continue_on_failure: truth.optional(),
    })
    .refine(({ action, payload }) => action === 'backup' || typeof payload === 'string', { path: ['payload'] })
}
