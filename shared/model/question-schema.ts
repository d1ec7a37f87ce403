import { z } from 'zod'
import type { Question } from './question.ts'

export const questionIdSchema = z.string().regex(/^question-\d{1,9}$/) satisfies z.ZodType<Question['id']>

export const questionSchema = z.object({
  id: questionIdSchema,
  message: z.string(),
  detail: z.string(),
  yes: z.string(),
  look: z.enum(['go', 'bad', 'plain']),
}) satisfies z.ZodType<Question>
