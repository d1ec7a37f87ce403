import { z } from 'zod'
import { changeOf, done, type PartOfContract } from '../model/contract-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import {
  cronFieldNames,
  isCronField,
  longestTaskOffsetSeconds,
  longestTaskPayload,
  maxPanelSchedules,
  panelScheduleActs,
  panelTaskActions,
} from './panel-schedules.ts'

export const panelScheduleIdSchema = z.number().int().min(1)

/** The five fields of a schedule as the panel keeps them: any text that cron takes. */
const toldCronSchema = z.record(z.enum(cronFieldNames), z.string())
export type PanelCron = z.infer<typeof toldCronSchema>

/** The characters that five-field cron is made of; whether they make sense, the panel judges. */
export const panelCronSchema = z.record(z.enum(cronFieldNames), z.string().trim().refine(isCronField))

const panelTaskActionSchema = z.enum(panelTaskActions)
export type PanelTaskAction = z.infer<typeof panelTaskActionSchema>

const panelTaskSchema = z.object({
  id: z.number().int().min(1),
  /** Its place in the order, from 1. */
  sequence: z.number().int(),
  /** One of `panelTaskActions`, or a word of a newer panel, safe to show. */
  action: z.string(),
  /** The command, the power signal, or the files to leave out; safe to show. */
  payload: z.string(),
  /** Something of the payload is left out: it is too long, or has characters that can't be shown. */
  isCut: z.literal(true).optional(),
  /** How long after the task before it has ended, in seconds. */
  offsetSeconds: z.number().min(0),
  isQueued: z.boolean(),
  /** Goes on with the next task although this one failed; the panel means only a machine that it can't reach. */
  continuesOnFailure: z.boolean(),
})
export type PanelTask = z.infer<typeof panelTaskSchema>

/** A schedule of the panel itself, which runs whether this computer is on or not. Times are unix milliseconds. */
const panelScheduleSchema = z.object({
  id: panelScheduleIdSchema,
  /** The panel's words, safe to show. */
  name: z.string(),
  cron: toldCronSchema,
  isActive: z.boolean(),
  isProcessing: z.boolean(),
  onlyWhenOnline: z.boolean(),
  lastRunAt: z.number().nullable(),
  /** As the panel tells it; never computed here (the panel's API, part 2, *Time zone*). */
  nextRunAt: z.number().nullable(),
  /** The zone that the panel told the next run in, in minutes east of UTC; null where there is no next run. */
  zoneMinutes: z.number().nullable(),
  /** When it was changed last, or began to run. */
  updatedAt: z.number().nullable(),
  /** In the order of their `sequence`. */
  tasks: z.array(panelTaskSchema),
})
export type PanelSchedule = z.infer<typeof panelScheduleSchema>

const panelScheduleListSchema = z.object({
  schedules: z.array(panelScheduleSchema).max(maxPanelSchedules),
  /** Entries that could not be read, and those beyond what is read of a list. */
  leftOut: z.number().int().min(0),
})
/** The schedules of a server, as far as they were read. */
export type PanelScheduleList = z.infer<typeof panelScheduleListSchema>

const panelScheduleActSchema = z.enum(panelScheduleActs)
export type PanelScheduleAct = z.infer<typeof panelScheduleActSchema>

const panelSchedulesOfServerSchema = panelScheduleListSchema.extend({
  /** What the key's account may not do with them by the panel's own word. */
  denied: z.array(panelScheduleActSchema),
})
export type PanelSchedulesOfServer = z.infer<typeof panelSchedulesOfServerSchema>

/** What a person sets of a schedule. An update sends all of it: what is left out, the panel resets. */
export const panelScheduleEditSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^\P{Cc}+$/u),
  cron: panelCronSchema,
  isActive: z.boolean(),
  onlyWhenOnline: z.boolean(),
})
export type PanelScheduleEdit = z.infer<typeof panelScheduleEditSchema>

/** An edit as a person saw it: as far as it was read, its cron as the panel told it. */
const seenScheduleEditSchema = panelScheduleEditSchema.extend({ name: z.string().max(255), cron: toldCronSchema })

/** A place among the tasks of a schedule, from 1; more than any panel allows. */
const taskPlaceSchema = z.number().int().min(1).max(1_000)

/** What a person sets of a task; all of it is sent with every change. */
export const panelTaskEditSchema = z.object({
  action: panelTaskActionSchema,
  payload: z.string().max(longestTaskPayload),
  offsetSeconds: z.number().int().min(0).max(longestTaskOffsetSeconds),
  continuesOnFailure: z.boolean(),
})
export type PanelTaskEdit = z.infer<typeof panelTaskEditSchema>

const panelSchedule = z.object({ ref: serverRefSchema, id: panelScheduleIdSchema })

/** The schedules that a panel itself keeps of a server. */
export const panelSchedulesContract = {
  /**
   * Reads the panel's own schedules of a server. Errors of all channels of schedules beside those of any call to a panel:
   * `not-on-panel`, `unknown-server`, `all-permissions-needed`, `schedule-not-found`.
   */
  'panelSchedules:list': { request: z.object({ ref: serverRefSchema }), reply: panelSchedulesOfServerSchema },
  /** Makes a schedule without tasks; its id, null where the panel does not tell it. */
  'panelSchedules:create': {
    request: z.object({ ref: serverRefSchema, edit: panelScheduleEditSchema }),
    reply: z.object({ id: panelScheduleIdSchema.nullable() }),
  },
  /**
   * Changes a schedule that is still as the person saw it. Where somebody changed it since, nothing is sent, and the
   * reply tells how it is now; as with the tasks below.
   */
  'panelSchedules:update': {
    request: panelSchedule.extend({ seen: seenScheduleEditSchema, edit: panelScheduleEditSchema }),
    reply: changeOf(panelScheduleSchema),
  },
  'panelSchedules:remove': { request: panelSchedule, reply: done },
  /** Pauses or resumes a schedule; all else of it stays as it is on the panel. */
  'panelSchedules:setActive': { request: panelSchedule.extend({ isActive: z.boolean() }), reply: done },
  /** Ends a run that is stuck, by pausing and resuming its schedule. */
  'panelSchedules:reset': { request: panelSchedule, reply: done },
  /** Runs a schedule now. The reply is that of its first task. */
  'panelSchedules:run': { request: panelSchedule, reply: done },
  'panelSchedules:addTask': { request: panelSchedule.extend({ edit: panelTaskEditSchema }), reply: done },
  /** Changes what a task does, or its place. */
  'panelSchedules:changeTask': {
    request: panelSchedule
      .extend({ seen: panelTaskSchema, edit: panelTaskEditSchema.optional(), place: taskPlaceSchema.optional() })
      .refine(({ edit, place }) => edit !== undefined || place !== undefined),
    reply: changeOf(panelScheduleSchema),
  },
  'panelSchedules:removeTask': {
    request: panelSchedule.extend({ seen: panelTaskSchema }),
    reply: changeOf(panelScheduleSchema),
  },
} as const satisfies PartOfContract<'panelSchedules'>
