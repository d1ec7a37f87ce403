import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { backupSchema } from './backup-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { maxRestoreEntries, type RestoreMark, type RestorePhase, type RestoreView, restorePhases } from './restore.ts'

/** Unix milliseconds up to the year 9999, which calendar functions can handle. */
const timeSchema = z.number().int().min(0).max(253_402_300_799_999)

export const restoreIdSchema = z.string().min(1).max(64) satisfies z.ZodType<RestoreView['id']>

export const restorePhaseSchema = z.enum(restorePhases) satisfies z.ZodType<RestorePhase>

export const restoreMarkSchema = z.object({
  at: timeSchema.nullable(),
  ids: z.array(z.string().max(200)).max(maxRestoreEntries),
}) satisfies z.ZodType<RestoreMark>

export const restoreViewSchema = z.object({
  id: restoreIdSchema,
  ref: serverRefSchema,
  name: z.string(),
  backup: backupSchema.pick({ id: true, name: true, createdAt: true }),
  deletesFiles: z.boolean(),
  phase: restorePhaseSchema,
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  sent: z.object({
    backup: timeSchema.nullable(),
    stop: timeSchema.nullable(),
    restore: timeSchema.nullable(),
  }),
  isAccepted: z.boolean(),
  wasSeen: z.boolean(),
  mark: restoreMarkSchema.nullable(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<RestoreView>
