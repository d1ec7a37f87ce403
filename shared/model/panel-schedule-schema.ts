import { z } from 'zod'
import {
  isCronField,
  longestTaskOffsetSeconds,
  longestTaskPayload,
  maxPanelSchedules,
  type PanelCron,
  type PanelSchedule,
  type PanelScheduleAct,
  type PanelScheduleChange,
  type PanelScheduleEdit,
  type PanelScheduleList,
  type PanelSchedulesOfServer,
  type PanelTask,
  type PanelTaskAction,
  type PanelTaskEdit,
  panelScheduleActs,
  panelTaskActions,
} from './panel-schedule.ts'

export const panelScheduleIdSchema = z.number().int().min(1) satisfies z.ZodType<PanelSchedule['id']>

/** The characters that five-field cron is made of; whether they make sense, the panel judges. */
const cronFieldSchema = z.string().trim().refine(isCronField)

export const panelCronSchema = z.object({
  minute: cronFieldSchema,
  hour: cronFieldSchema,
  dayOfMonth: cronFieldSchema,
  month: cronFieldSchema,
  dayOfWeek: cronFieldSchema,
}) satisfies z.ZodType<PanelCron>

const panelTaskActionSchema = z.enum(panelTaskActions) satisfies z.ZodType<PanelTaskAction>

export const panelTaskSchema = z.object({
  id: z.number().int().min(1),
  sequence: z.number().int(),
  action: z.string(),
  payload: z.string(),
  isCut: z.literal(true).optional(),
  offsetSeconds: z.number().min(0),
  isQueued: z.boolean(),
  continuesOnFailure: z.boolean(),
}) satisfies z.ZodType<PanelTask>

/** Its cron as the panel told it, whatever that is. */
const toldCronSchema = z.object({
  minute: z.string(),
  hour: z.string(),
  dayOfMonth: z.string(),
  month: z.string(),
  dayOfWeek: z.string(),
})

const panelScheduleSchema = z.object({
  id: panelScheduleIdSchema,
  name: z.string(),
  cron: toldCronSchema,
  isActive: z.boolean(),
  isProcessing: z.boolean(),
  onlyWhenOnline: z.boolean(),
  lastRunAt: z.number().nullable(),
  nextRunAt: z.number().nullable(),
  zoneMinutes: z.number().nullable(),
  updatedAt: z.number().nullable(),
  tasks: z.array(panelTaskSchema),
}) satisfies z.ZodType<PanelSchedule>

const panelScheduleListSchema = z.object({
  schedules: z.array(panelScheduleSchema).max(maxPanelSchedules),
  leftOut: z.number().int().min(0),
}) satisfies z.ZodType<PanelScheduleList>

const panelScheduleActSchema = z.enum(panelScheduleActs) satisfies z.ZodType<PanelScheduleAct>

export const panelSchedulesOfServerSchema = panelScheduleListSchema.extend({
  denied: z.array(panelScheduleActSchema),
}) satisfies z.ZodType<PanelSchedulesOfServer>

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
}) satisfies z.ZodType<PanelScheduleEdit>

/** An edit as a person saw it: as far as it was read, its cron as the panel told it. */
export const seenScheduleEditSchema = z.object({
  name: z.string().max(255),
  cron: toldCronSchema,
  isActive: z.boolean(),
  onlyWhenOnline: z.boolean(),
}) satisfies z.ZodType<PanelScheduleEdit>

export const panelScheduleChangeSchema = z.object({
  meanwhile: panelScheduleSchema.nullable(),
}) satisfies z.ZodType<PanelScheduleChange>

/** A place among the tasks of a schedule, from 1; more than any panel allows. */
export const taskPlaceSchema = z.number().int().min(1).max(1_000)

export const panelTaskEditSchema = z.object({
  action: panelTaskActionSchema,
  payload: z.string().max(longestTaskPayload),
  offsetSeconds: z.number().int().min(0).max(longestTaskOffsetSeconds),
  continuesOnFailure: z.boolean(),
}) satisfies z.ZodType<PanelTaskEdit>
