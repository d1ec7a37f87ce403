import { z } from 'zod'
import type { LeftOut } from './left-out.ts'

export const leftOutSchema = z.object({
  unusable: z.number().int().min(0),
  beyondBound: z.number().int().min(0),
}) satisfies z.ZodType<LeftOut>
