import { z } from 'zod'
import type { Notice } from './notice.ts'

export const noticeIdSchema = z.string().regex(/^[a-z-]{1,40}$/) satisfies z.ZodType<Notice['id']>

export const noticeSchema = z.object({
  id: noticeIdSchema,
  level: z.enum(['info', 'warning', 'error']),
  message: z.string(),
  hint: z.string(),
}) satisfies z.ZodType<Notice>
