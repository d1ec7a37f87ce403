import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import {
  type Handed,
  type HandedFinding,
  type HandedLook,
  type HandedPart,
  type HandedStage,
  type HandedView,
  type HandoverPhase,
  type HandoverPreview,
  handedFindings,
  handedStages,
  handedTroubleKinds,
  handoverPhases,
  type PreviewPart,
  type TakenBack,
} from './handed.ts'
import type { HandoverLoss } from './handover.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { maxPanelSchedules, maxPanelTasks } from './panel-schedule.ts'
import {
  panelCronSchema,
  panelScheduleEditSchema,
  panelScheduleIdSchema,
  panelTaskEditSchema,
} from './panel-schedule-schema.ts'
import { scheduleIdSchema, scheduleSchema, timeSchema } from './restart-schema.ts'

export const handoverPhaseSchema = z.enum(handoverPhases) satisfies z.ZodType<HandoverPhase>
export const handedStageSchema = z.enum(handedStages) satisfies z.ZodType<HandedStage>
export const handedFindingSchema = z.enum(handedFindings) satisfies z.ZodType<HandedFinding>

/** Maximum number of servers of a planned restart. */
const maxParts = 200

const secondsSchema = z.number().int().min(0).max(100_000)
const tasksSchema = z.array(panelTaskEditSchema).max(maxPanelTasks)

export const handedPartSchema = z.object({
  ref: serverRefSchema,
  name: z.string(),
  edit: panelScheduleEditSchema,
  tasks: tasksSchema,
  leadSeconds: secondsSchema,
  stage: handedStageSchema,
  panelId: panelScheduleIdSchema.nullable(),
  before: z.array(panelScheduleIdSchema).max(maxPanelSchedules),
}) satisfies z.ZodType<HandedPart>

export const handedSchema = z.object({
  id: scheduleIdSchema,
  schedule: scheduleSchema,
  phase: handoverPhaseSchema,
  parts: z.array(handedPartSchema).max(maxParts),
}) satisfies z.ZodType<Handed>

export const handedViewSchema = handedSchema.pick({ id: true, schedule: true, phase: true }).extend({
  isBusy: z.boolean(),
  parts: z
    .array(
      handedPartSchema
        .pick({ ref: true, name: true, stage: true })
        .extend({ trouble: z.enum(handedTroubleKinds).nullable() }),
    )
    .max(maxParts),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<HandedView>

export const handoverLossSchema = z.union([
  z.object({ kind: z.enum(['dropped', 'added']), seconds: z.array(z.number()) }),
  z.object({ kind: z.enum(['stop-start', 'kill', 'no-wait', 'no-backup']) }),
]) satisfies z.ZodType<HandoverLoss>

export const previewPartSchema = z.object({
  ref: serverRefSchema,
  name: z.string(),
  zoneMinutes: z.number().nullable(),
  cron: panelCronSchema,
  stop: appErrorSchema.nullable(),
  canDelete: z.boolean(),
}) satisfies z.ZodType<PreviewPart>

export const handoverPreviewSchema = z.object({
  zeroAt: timeSchema,
  leadSeconds: secondsSchema,
  tasks: tasksSchema,
  losses: z.array(handoverLossSchema),
  parts: z.array(previewPartSchema).max(maxParts),
}) satisfies z.ZodType<HandoverPreview>

export const handedLookSchema = z.object({
  ref: serverRefSchema,
  finding: handedFindingSchema,
  zeroAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<HandedLook>

export const takenBackSchema = z.object({
  leftPaused: z.array(z.string()).max(maxParts),
}) satisfies z.ZodType<TakenBack>
