import { z } from 'zod'
export const noticeIdSchema = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** Something the app tells the person by itself. Holds nothing secret. */
export const noticeSchema = z.object({
  /** A notice with the same id replaces the one that is shown. */
  id: noticeIdSchema,
  level: z.enum(['info', 'warning', 'error']),
  /** What happened. */
  message: z.string(),
  /** The next step. */
  hint: z.string(),
  /** The job that it tells of, with the console commands that undo what that told its server. */
  job: z.object({ id: z.string(), undo: z.array(z.string()) }).optional(),
})
export type Notice = z.infer<typeof noticeSchema>
