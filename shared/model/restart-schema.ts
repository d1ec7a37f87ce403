import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { keptCommandSchema } from './console-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { originSchema } from './power-schema.ts'
import {
  defaultWaitMinutes,
  idleMinutes,
  longestWarningSeconds,
  maxRulePlayers,
  maxWaitMinutes,
  maxWarnings,
} from './restart.ts'

/** Unix milliseconds up to the year 9999, which calendar functions can handle. */
export const timeSchema = z.number().int().min(0).max(253_402_300_799_999)

export const warningsSchema = z
  .array(z.number().int().min(1).max(longestWarningSeconds))
  .max(maxWarnings)
  .refine((warnings) => warnings.every((seconds, i) => i === 0 || seconds < (warnings[i - 1] ?? 0)), {
    message: 'Warnings go from the longest to the shortest.',
  })

/**
 * What a restart does about the players of its server:
 * - `any`: nothing.
 * - `when-empty`: as soon as nobody is on, at zero at the latest. Then it goes on (`restart`, with its warnings before
 *   zero as usual), or is given up (`skip`, without any). *End the countdown when the last one has left* is the same.
 * - `at-most`: at zero, where no more than `players` are on; otherwise it is given up.
 *
 * Nobody is on where a sure count says so twice, 20 s apart. An unknown number never counts as nobody, nor as few.
 */
export const playersRuleSchema = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('any') }),
  z.object({ rule: z.literal('when-empty'), otherwise: z.enum(['restart', 'skip']) }),
  z.object({ rule: z.literal('at-most'), players: z.number().int().min(0).max(maxRulePlayers) }),
])
export type PlayersRule = z.infer<typeof playersRuleSchema>

/** How a server is restarted with warnings. Zero is the moment at which the signal goes out. */
export const restartChoicesSchema = z.object({
  /** Seconds before zero at which a warning goes out, the longest first, each once. */
  warnings: warningsSchema,
  /** The console command of each warning; `{time}` and `{server}` in it are filled in. */
  text: keptCommandSchema,
  /** At zero: one restart signal; or stop, wait until it is offline, start. */
  atZero: z.enum(['restart', 'stop-start']),
  /** Sent `waitSeconds` before zero, such as `save-all`. */
  lastCommand: z.object({ text: keptCommandSchema, waitSeconds: z.number().int().min(1).max(600) }).nullable(),
  /** What to do when a warning is refused, as by a server that is not running. */
  onWarningFailed: z.enum(['go-on', 'stop']),
  /** The console command that tells players of a cancelled restart; null for none. */
  cancelText: keptCommandSchema.nullable(),
  /** Kills a server whose stop still hangs this many minutes after zero; null for never. */
  killAfterMinutes: z.number().int().min(1).max(120).nullable(),
  // Files of before it knew players have none.
  players: playersRuleSchema.default({ rule: 'any' }),
  /**
   * Whether a backup is made before a restart: `no`; `must`, and the restart is given up where it does not succeed;
   * `anyway`, and the server restarts all the same. Files of before it knew backups have none.
   */
  backupFirst: z.enum(['no', 'must', 'anyway']).default('no'),
})
export type RestartChoices = z.infer<typeof restartChoicesSchema>

/** When zero is: so many seconds from now, or at a time in unix milliseconds. */
export const restartWhenSchema = z.union([
  z.object({ inSeconds: z.number().int().min(0).max(longestWarningSeconds) }),
  z.object({ at: timeSchema }),
])
export type RestartWhen = z.infer<typeof restartWhenSchema>

export const planIdSchema = z.string().min(1).max(64)

/**
 * - `counting`: warnings go out. Only now can it be postponed or hurried.
 * - `last-command`: the command before zero was sent; zero comes after its wait. Also where a plan found its server
 *   empty, and says so for the last time before it restarts.
 * - `backing-up`: what comes before zero waits for the end of the backup; `zeroAt` is when it was due.
 * - `signalling`: the signal is on its way. From here on it cannot be cancelled.
 * - `watching`: the panel took it; what follows is watched.
 * - `done`: the server was seen running again, or its panel tells no state (`unconfirmed`).
 * - `failed`: `error` says why. Nothing is tried again.
 * - `missed`: zero passed while the computer slept or the app was closed, and nothing was sent for it.
 */
export const planPhaseSchema = z.enum([
  'counting',
  'last-command',
  'backing-up',
  'signalling',
  'watching',
  'done',
  'cancelled',
  'failed',
  'missed',
])
export type PlanPhase = z.infer<typeof planPhaseSchema>

/** One step of a plan, and what came of it. */
export const planStepSchema = z.object({
  kind: z.enum(['warning', 'backup', 'last-command', 'last-call', 'cancel-text', 'restart', 'stop', 'start', 'kill']),
  /** How long before zero, in seconds; 0 for what comes at or after it. */
  secondsBefore: z.number().int().min(0).max(longestWarningSeconds),
  /**
   * `sending`: also while a backup is made. `unconfirmed`: it is not known whether it arrived. `skipped`: its time
   * passed, or it was needed no more.
   */
  result: z.enum(['waiting', 'sending', 'sent', 'unconfirmed', 'failed', 'skipped']),
  /** When it was sent, in unix milliseconds; null where it was not. */
  sentAt: timeSchema.nullable(),
  error: appErrorSchema.nullable(),
})
export type PlanStep = z.infer<typeof planStepSchema>

export const scheduleIdSchema = z.string().min(1).max(64)

/** What a plan knows of the players that it waits for. */
const planWaitSchema = z.object({
  /** Null while that is not known. */
  online: z.number().int().min(0).nullable(),
  since: timeSchema,
})
export type PlanWait = z.infer<typeof planWaitSchema>

/** A restart with warnings: counting, or ended. */
export const planViewSchema = z.object({
  id: planIdSchema,
  ref: serverRefSchema,
  /** The server's name when it was planned. */
  name: z.string(),
  choices: restartChoicesSchema,
  zeroAt: timeSchema,
  /** The zero that was planned, while the server is empty and zero was brought forward for that; null otherwise. */
  latestAt: timeSchema.nullable().default(null),
  /** Null where it waits for no players. */
  waiting: planWaitSchema.nullable().default(null),
  phase: planPhaseSchema,
  /** In the order in which they go out. */
  steps: z.array(planStepSchema),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  /** Where it was planned; then where somebody brought it forward or cancelled it. */
  origin: originSchema,
  /** The schedule that created it. */
  scheduleId: scheduleIdSchema.nullable(),
  /** What the signal led to, once known. `stalled`: the server did not come back within the limit. */
  outcome: z.enum(['confirmed', 'unconfirmed', 'stalled']).nullable(),
  /** Why it failed. */
  error: appErrorSchema.nullable(),
})
export type PlanView = z.infer<typeof planViewSchema>

export const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const timeZoneSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/)
  .refine(isTimeZone)

const scheduleRefsSchema = z
  .array(serverRefSchema)
  .min(1)
  .max(200)
  .refine((refs) => new Set(refs).size === refs.length)

/** A repeating restart, as saved. */
export const scheduleSchema = z.object({
  id: scheduleIdSchema,
  refs: scheduleRefsSchema,
  /** Days of the week on which zero falls, 0 for Sunday. */
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length),
  /** The time of day of zero in `timeZone`. */
  time: timeOfDaySchema,
  timeZone: timeZoneSchema,
  choices: restartChoicesSchema,
  /** How long before `time` it may begin to wait for an empty server. Only where the choices ask for one. */
  waitMinutes: z.number().int().min(1).max(maxWaitMinutes).default(defaultWaitMinutes),
  enabled: z.boolean(),
})
export type Schedule = z.infer<typeof scheduleSchema>

/** Stops a server on which nobody was for so long. */
export const idleStopSchema = z.object({
  ref: serverRefSchema,
  minutes: z.number().int().min(idleMinutes.least).max(idleMinutes.most),
  /** Said at its console so many seconds before. */
  warn: z.object({ text: keptCommandSchema, seconds: z.number().int().min(5).max(600) }).nullable(),
})
export type IdleStop = z.infer<typeof idleStopSchema>

/** The last run of a schedule: how many of its servers came to each end. */
const scheduleRunSchema = z.object({
  /** Zero. */
  at: timeSchema,
  done: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  missed: z.number(),
  /** Servers that had another plan under way, or were in no list. */
  skipped: z.number(),
  /** Servers whose restart has not ended. */
  running: z.number(),
})
export type ScheduleRun = z.infer<typeof scheduleRunSchema>

export const scheduleViewSchema = scheduleSchema.extend({
  /** Zero of the next run; null while it is paused. */
  nextAt: timeSchema.nullable(),
  lastRun: scheduleRunSchema.nullable(),
})
export type ScheduleView = z.infer<typeof scheduleViewSchema>
