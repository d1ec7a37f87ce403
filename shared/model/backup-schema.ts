import { z } from 'zod'
import {
  type Backup,
  type BackupAct,
  type BackupList,
  type BackupState,
  type BackupsOfServer,
  backupActs,
  maxBackupNameLength,
  maxBackups,
} from './backup.ts'

/** Stands in addresses, so only what a uuid is made of. */
export const backupIdSchema = z
  .string()
  .regex(/^[0-9A-Fa-f-]{8,64}$/)
  .brand<'BackupId'>()

const backupStateSchema = z.enum(['pending', 'good', 'failed', 'unknown']) satisfies z.ZodType<BackupState>

export const backupSchema = z.object({
  id: backupIdSchema,
  name: z.string(),
  state: backupStateSchema,
  isLocked: z.boolean(),
  bytes: z.number().min(0).nullable(),
  sha1: z
    .string()
    .regex(/^[0-9a-f]{40}$/)
    .nullable(),
  createdAt: z.number().nullable(),
  completedAt: z.number().nullable(),
  isScheduled: z.boolean().nullable(),
}) satisfies z.ZodType<Backup>

const backupListSchema = z.object({
  backups: z.array(backupSchema).max(maxBackups),
  counted: z.number().int().min(0).nullable(),
  leftOut: z.number().int().min(0),
}) satisfies z.ZodType<BackupList>

const backupActSchema = z.enum(backupActs) satisfies z.ZodType<BackupAct>

export const backupsOfServerSchema = backupListSchema.extend({
  limit: z.number().int().min(0).nullable(),
  denied: z.array(backupActSchema),
  saveCommands: z.array(z.string()),
}) satisfies z.ZodType<BackupsOfServer>

/** As a person types it; empty stands for the panel's own choice. */
export const backupNameSchema = z
  .string()
  .trim()
  .max(maxBackupNameLength)
  .regex(/^\P{Cc}*$/u) satisfies z.ZodType<Backup['name']>
