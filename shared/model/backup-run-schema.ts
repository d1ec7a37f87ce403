import { z } from 'zod'
import { appErrorSchema } from '../error-schema.ts'
import { maxBackups } from './backup.ts'
import {
  type BackupRequest,
  type BackupRun,
  type BackupRunPhase,
  type DownloadPhase,
  type DownloadView,
  maxCommandsBefore,
} from './backup-run.ts'
import { backupIdSchema, backupNameSchema } from './backup-schema.ts'
import { consoleCommandSchema } from './console-schema.ts'
import { serverRefSchema } from './identifier-schema.ts'
import { originSchema } from './power-schema.ts'

const backupRunPhaseSchema = z.enum([
  'making-room',
  'saving',
  'asking',
  'running',
  'done',
  'failed',
  'not-seen',
]) satisfies z.ZodType<BackupRunPhase>

export const backupRunSchema = z.object({
  id: z.string().min(1).max(64),
  ref: serverRefSchema,
  name: z.string(),
  origin: originSchema,
  phase: backupRunPhaseSchema,
  backupId: backupIdSchema.nullable(),
  deleted: z.array(z.string()).max(maxBackups),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  isSlow: z.boolean(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<BackupRun>

export const backupRequestSchema = z.object({
  name: backupNameSchema,
  isLocked: z.boolean(),
  before: z.array(consoleCommandSchema).max(maxCommandsBefore),
}) satisfies z.ZodType<BackupRequest>

export const downloadIdSchema = z.string().min(1).max(64) satisfies z.ZodType<DownloadView['id']>

const downloadPhaseSchema = z.enum([
  'waiting',
  'running',
  'done',
  'failed',
  'cancelled',
]) satisfies z.ZodType<DownloadPhase>

export const downloadViewSchema = z.object({
  id: downloadIdSchema,
  ref: serverRefSchema,
  backupId: backupIdSchema,
  file: z.string(),
  phase: downloadPhaseSchema,
  movedBytes: z.number().min(0),
  totalBytes: z.number().min(0).nullable(),
  isSummed: z.boolean(),
  bytesPerSecond: z.number().min(0).nullable(),
  error: appErrorSchema.nullable(),
}) satisfies z.ZodType<DownloadView>
