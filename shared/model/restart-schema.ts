import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { consoleCommandSchema } from './console-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { originSchema } from './power-schema.ts'
import {
  backupFirstChoices,
  defaultWaitMinutes,
  type IdleStop,
  idleMinutes,
  maxRulePlayers,
  maxWaitMinutes,
  onWarningFailedChoices,
  type PlanPhase,
  type PlanStep,
  type PlanView,
  type PlanWait,
  type PlayersRule,
  type RestartChoices,
  type RestartWhen,
  type Schedule,
  type ScheduleView,
  zeroChoices,
} from './restart.ts'
import { longestWarningSeconds, maxWarnings } from './restart-choices.ts'

/** Unix milliseconds up to the year 9999, which calendar functions can handle. */
export const timeSchema = z.number().int().min(0).max(253_402_300_799_999)

export const warningsSchema = z
  .array(z.number().int().min(1).max(longestWarningSeconds))
  .max(maxWarnings)
  .refine((warnings) => warnings.every((seconds, i) => i === 0 || seconds < (warnings[i - 1] ?? 0)), {
    message: 'Warnings go from the longest to the shortest.',
  }) satisfies z.ZodType<RestartChoices['warnings']>

export const playersRuleSchema = z.discriminatedUnion('rule', [
  z.object({ rule: z.literal('any') }),
  z.object({ rule: z.literal('when-empty'), otherwise: z.enum(['restart', 'skip']) }),
  z.object({ rule: z.literal('at-most'), players: z.number().int().min(0).max(maxRulePlayers) }),
]) satisfies z.ZodType<PlayersRule>

export const restartChoicesSchema = z.object({
  warnings: warningsSchema,
  text: consoleCommandSchema,
  atZero: z.enum(zeroChoices),
  lastCommand: z.object({ text: consoleCommandSchema, waitSeconds: z.number().int().min(1).max(600) }).nullable(),
  onWarningFailed: z.enum(onWarningFailedChoices),
  cancelText: consoleCommandSchema.nullable(),
  killAfterMinutes: z.number().int().min(1).max(120).nullable(),
  // Files of before it knew players have none.
  players: playersRuleSchema.default({ rule: 'any' }),
  // Nor those of before it knew backups.
  backupFirst: z.enum(backupFirstChoices).default('no'),
}) satisfies z.ZodType<RestartChoices>

export const restartWhenSchema = z.union([
  z.object({ inSeconds: z.number().int().min(0).max(longestWarningSeconds) }),
  z.object({ at: timeSchema }),
]) satisfies z.ZodType<RestartWhen>

export const planIdSchema = z.string().min(1).max(64) satisfies z.ZodType<PlanView['id']>

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
]) satisfies z.ZodType<PlanPhase>

export const planStepSchema = z.object({
  kind: z.enum(['warning', 'backup', 'last-command', 'last-call', 'cancel-text', 'restart', 'stop', 'start', 'kill']),
  secondsBefore: z.number().int().min(0).max(longestWarningSeconds),
  result: z.enum(['waiting', 'sending', 'sent', 'unconfirmed', 'failed', 'skipped']),
  sentAt: timeSchema.nullable(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<PlanStep>

export const scheduleIdSchema = z.string().min(1).max(64) satisfies z.ZodType<Schedule['id']>

const planWaitSchema = z.object({
  online: z.number().int().min(0).nullable(),
  since: timeSchema,
}) satisfies z.ZodType<PlanWait>

export const planViewSchema = z.object({
  id: planIdSchema,
  ref: serverRefSchema,
  name: z.string(),
  choices: restartChoicesSchema,
  zeroAt: timeSchema,
  latestAt: timeSchema.nullable().default(null),
  waiting: planWaitSchema.nullable().default(null),
  phase: planPhaseSchema,
  steps: z.array(planStepSchema),
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  origin: originSchema,
  scheduleId: scheduleIdSchema.nullable(),
  outcome: z.enum(['confirmed', 'unconfirmed', 'stalled']).nullable(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<PlanView>

export const timeOfDaySchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/) satisfies z.ZodType<Schedule['time']>

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
  .refine(isTimeZone) satisfies z.ZodType<Schedule['timeZone']>

const scheduleRefsSchema = z
  .array(serverRefSchema)
  .min(1)
  .max(200)
  .refine((refs) => new Set(refs).size === refs.length)

export const scheduleSchema = z.object({
  id: scheduleIdSchema,
  refs: scheduleRefsSchema,
  days: z
    .array(z.number().int().min(0).max(6))
    .min(1)
    .max(7)
    .refine((days) => new Set(days).size === days.length),
  time: timeOfDaySchema,
  timeZone: timeZoneSchema,
  choices: restartChoicesSchema,
  waitMinutes: z.number().int().min(1).max(maxWaitMinutes).default(defaultWaitMinutes),
  enabled: z.boolean(),
}) satisfies z.ZodType<Schedule>

export const idleStopSchema = z.object({
  ref: serverRefSchema,
  minutes: z.number().int().min(idleMinutes.least).max(idleMinutes.most),
  warn: z.object({ text: consoleCommandSchema, seconds: z.number().int().min(5).max(600) }).nullable(),
}) satisfies z.ZodType<IdleStop>

export const scheduleViewSchema = scheduleSchema.extend({
  nextAt: timeSchema.nullable(),
  lastRun: z
    .object({
      at: timeSchema,
      done: z.number(),
      failed: z.number(),
      cancelled: z.number(),
      missed: z.number(),
      skipped: z.number(),
      running: z.number(),
    })
    .nullable(),
}) satisfies z.ZodType<ScheduleView>
