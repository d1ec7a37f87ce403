import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { consoleCommandSchema } from './console.ts'
import { serverRefSchema } from './identifier.ts'
import { originSchema } from './power.ts'
import { longestWarningSeconds, maxWarnings, onWarningFailedChoices, zeroChoices } from './restart-choices.ts'

/** Unix milliseconds up to the year 9999, with which calendars can reckon. */
const timeSchema = z.number().int().min(0).max(253_402_300_799_999)

/** Seconds before zero at which a warning goes out, the longest first, each once. */
export const warningsSchema = z
  .array(z.number().int().min(1).max(longestWarningSeconds))
  .max(maxWarnings)
  .refine((warnings) => warnings.every((seconds, i) => i === 0 || seconds < (warnings[i - 1] ?? 0)), {
    message: 'Warnings go from the longest to the shortest.',
  })

/** How a server is restarted with warnings. Zero is the moment at which the signal goes out. */
export const restartChoicesSchema = z.object({
  warnings: warningsSchema,
  /** The console command of each warning; `{time}` and `{server}` in it are filled in. */
  text: consoleCommandSchema,
  /** At zero: one restart signal; or stop, wait until it is offline, start. */
  atZero: z.enum(zeroChoices),
  /** Sent so many seconds before zero, such as `save-all`. */
  lastCommand: z.object({ text: consoleCommandSchema, waitSeconds: z.number().int().min(1).max(600) }).nullable(),
  /** What follows when a warning was refused, as by a server that is not running. */
  onWarningFailed: z.enum(onWarningFailedChoices),
  /** The console command that tells players of a cancelled restart; null where nothing is told. */
  cancelText: consoleCommandSchema.nullable(),
  /** Kills a server whose stop hangs for so many minutes after zero; null where that never happens. */
  killAfterMinutes: z.number().int().min(1).max(120).nullable(),
})
export type RestartChoices = z.infer<typeof restartChoicesSchema>

export const planIdSchema = z.string().min(1).max(64)

/**
 * - `counting`: warnings go out. Only now can it be postponed or hurried.
 * - `last-command`: the command before zero was sent; zero comes after its wait.
 * - `signalling`: the signal is on its way. From here on it cannot be cancelled.
 * - `watching`: the panel took it; what follows is watched.
 * - `done`: the server was seen running again, or its panel tells no state (`unconfirmed`).
 * - `failed`: `error` says why. Nothing is tried again.
 * - `missed`: zero passed while the computer slept or the app was closed, and nothing was sent for it.
 */
export const planPhaseSchema = z.enum([
  'counting',
  'last-command',
  'signalling',
  'watching',
  'done',
  'cancelled',
  'failed',
  'missed',
])
export type PlanPhase = z.infer<typeof planPhaseSchema>

/** One thing that a plan sends, and what came of it. */
export const planStepSchema = z.object({
  kind: z.enum(['warning', 'last-command', 'cancel-text', 'restart', 'stop', 'start', 'kill']),
  /** How long before zero, in seconds; 0 for what comes at or after it. */
  secondsBefore: z.number().int().min(0).max(longestWarningSeconds),
  /** `unconfirmed`: it is not known whether it arrived. `skipped`: its time passed, or it was needed no more. */
  result: z.enum(['waiting', 'sending', 'sent', 'unconfirmed', 'failed', 'skipped']),
  /** When it was sent, in unix milliseconds; null where it was not. */
  sentAt: timeSchema.nullable(),
  error: appErrorSchema.nullable(),
})
export type PlanStep = z.infer<typeof planStepSchema>

export const scheduleIdSchema = z.string().min(1).max(64)

/** A restart with warnings: counting, or ended. Times are unix milliseconds. */
export const planViewSchema = z.object({
  id: planIdSchema,
  ref: serverRefSchema,
  /** The server's name when it was planned. */
  name: z.string(),
  choices: restartChoicesSchema,
  zeroAt: timeSchema,
  phase: planPhaseSchema,
  /** In the order in which they go out. */
  steps: z.array(planStepSchema),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  origin: originSchema,
  /** The repeating plan that made it. */
  scheduleId: scheduleIdSchema.nullable(),
  /** What the signal led to, once that is known. `stalled`: the server did not come back within the limit. */
  outcome: z.enum(['confirmed', 'unconfirmed', 'stalled']).nullable(),
  /** Why it failed. */
  error: appErrorSchema.nullable(),
})
export type PlanView = z.infer<typeof planViewSchema>

/** A time of day as `HH:MM`, 00:00 to 23:59. */
export const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** An IANA time zone that this system knows, such as `Europe/Berlin`. */
export const timeZoneSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/)
  .refine(isTimeZone)

const scheduleRefsSchema = z
  .array(serverRefSchema)
  .min(1)
  .max(200)
  .refine((refs) => new Set(refs).size === refs.length)

/** A repeating restart as it is kept. */
export const scheduleSchema = z.object({
  id: scheduleIdSchema,
  refs: scheduleRefsSchema,
  /** Days of the week on which zero falls, 0 for Sunday, each once. */
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length),
  /** Zero, as the clocks of `timeZone` show it. */
  time: timeOfDaySchema,
  timeZone: timeZoneSchema,
  choices: restartChoicesSchema,
  enabled: z.boolean(),
})
export type Schedule = z.infer<typeof scheduleSchema>

/**
 * `nextAt`: zero of the next run in unix milliseconds, null while it is paused. `lastRun`: zero of the newest run, and
 * of its servers how many ended in which way; `running` counts those that have not.
 */
export const scheduleViewSchema = scheduleSchema.extend({
  nextAt: timeSchema.nullable(),
  lastRun: z
    .object({
      at: timeSchema,
      done: z.number(),
      failed: z.number(),
      cancelled: z.number(),
      missed: z.number(),
      /** Another plan of the server was under way, or it was not in the list. */
      skipped: z.number(),
      running: z.number(),
    })
    .nullable(),
})
export type ScheduleView = z.infer<typeof scheduleViewSchema>
export type ScheduleRun = NonNullable<ScheduleView['lastRun']>
