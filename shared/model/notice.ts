import { z } from 'zod'

/** Names one notice: the same trouble, seen again, takes the place of the notice that is there. */
export const noticeIdSchema = z.string().regex(/^[a-z-]{1,40}$/)

/** Something the app tells the person by itself. Holds nothing secret. */
export const noticeSchema = z.object({
  id: noticeIdSchema,
  level: z.enum(['info', 'warning', 'error']),
  /** What happened. */
  message: z.string(),
  /** The next step. */
  hint: z.string(),
})
export type Notice = z.infer<typeof noticeSchema>
