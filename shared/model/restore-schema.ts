import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { backupSchema } from './backup-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { maxRestoreEntries, restorePhases } from './restore.ts'

/** Unix milliseconds up to the year 9999, which calendar functions can handle. */
const timeSchema = z.number().int().min(0).max(253_402_300_799_999)

export const restoreIdSchema = z.string().min(1).max(64)

const restorePhaseSchema = z.enum(restorePhases)

/** What a server's activity told of restores before the request, so that what comes after it can be told from that. */
export const restoreMarkSchema = z.object({
  /** The newest entry, by the panel's own clock in unix milliseconds; null where there was none. */
  at: timeSchema.nullable(),
  /** The ids of all entries that were read. */
  ids: z.array(z.string().max(200)).max(maxRestoreEntries),
})
export type RestoreMark = z.infer<typeof restoreMarkSchema>

/** A guided restore of a backup: under way, or ended. Times are unix milliseconds by this computer's clock. */
export const restoreViewSchema = z.object({
  id: restoreIdSchema,
  ref: serverRefSchema,
  /** The server's name. */
  name: z.string(),
  backup: backupSchema.pick({ id: true, name: true, createdAt: true }),
  /** The panel deletes all files before it looks for the archive. */
  deletesFiles: z.boolean(),
  phase: restorePhaseSchema,
  startedAt: timeSchema,
  endedAt: timeSchema.nullable(),
  /** When each was sent; null where it was not, and for a stop that was refused. Each is sent once at most. */
  sent: z.object({
    backup: timeSchema.nullable(),
    stop: timeSchema.nullable(),
    restore: timeSchema.nullable(),
  }),
  /** The panel answered that it began. */
  isAccepted: z.boolean(),
  /** The panel was seen restoring since. */
  wasSeen: z.boolean(),
  /** Null before the request, and where this key may not read the activity: then the end cannot be seen. */
  mark: restoreMarkSchema.nullable(),
  error: appErrorSchema.nullable(),
})
export type RestoreView = z.infer<typeof restoreViewSchema>
