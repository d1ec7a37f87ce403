import { z } from 'zod'
import type { WaitingChange } from './waiting-change.ts'

export const waitingChangeSchema = z.object({
  at: z.number(),
  uptimeMs: z.number().nullable(),
}) satisfies z.ZodType<WaitingChange>
