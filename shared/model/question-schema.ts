import { z } from 'zod'
export const questionIdSchema = z.string().regex(/^question-\d{1,9}$/)

/** What a person is asked in a small window of its own: yes or no, or a second yes. Holds nothing secret. */
export const questionSchema = z.object({
  id: questionIdSchema,
  /** The question, in one sentence. */
  message: z.string(),
  /** What follows from a yes; an empty line parts paragraphs. */
  detail: z.string(),
  /** What the button of the yes is called. */
  yes: z.string(),
  /** What the button of a second yes is called, which does something first. */
  other: z.string().optional(),
  /**
   * How it looks: `bad` where something is lost, `go` where it is what was wanted, `plain` where no is as good an
   * answer.
   */
  look: z.enum(['go', 'bad', 'plain']),
})
export type Question = z.infer<typeof questionSchema>
