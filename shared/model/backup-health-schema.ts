import { z } from 'zod'
import { type BackupDays, type BackupHealth, backupDaysChoices } from './backup-health.ts'

export const backupHealthSchema = z.object({
  newestGoodAt: z.number().nullable(),
  failedAt: z.number().nullable(),
  readAt: z.number(),
}) satisfies z.ZodType<BackupHealth>

export const backupDaysSchema = z.literal(backupDaysChoices) satisfies z.ZodType<BackupDays>
