import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { serverRefSchema } from '../model/identifier-schema.ts'
import { timeSchema } from '../model/restart-schema.ts'
import { panelCronSchema, panelTaskEditSchema } from '../panel-schedules/contract.ts'
import { maxPanelTasks } from '../panel-schedules/panel-schedules.ts'

/** The schedule that one server would get. */
export const previewPartSchema = z.object({
  ref: serverRefSchema,
  name: z.string(),
  /** How far the panel’s clock is ahead of UTC; null where it tells that only once something is written. */
  zoneMinutes: z.number().nullable(),
  /** When the panel begins, by its own clock. */
  cron: panelCronSchema,
  /** Why this server can’t get one. */
  stop: appErrorSchema.nullable(),
  /** False where the panel lets the account make a schedule, but not delete it. */
  canDelete: z.boolean(),
})
export type PreviewPart = z.infer<typeof previewPartSchema>

/** What would be written to the panels of a planned restart. The tasks are those for the first server. */
export const handoverPreviewSchema = z.object({
  /** The next restart, in unix milliseconds. */
  zeroAt: timeSchema,
  /** From the first task to the restart. */
  leadSeconds: z.number().int().min(0).max(100_000),
  tasks: z.array(panelTaskEditSchema).max(maxPanelTasks),
  /** What the panels do otherwise than the app, in sentences. */
  losses: z.array(z.string()),
  parts: z.array(previewPartSchema).max(200),
})
export type HandoverPreview = z.infer<typeof handoverPreviewSchema>
