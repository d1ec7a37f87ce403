import { z } from 'zod'

/**
 * What the system does that the stand-in stands for, where systems differ or may fail. Each is a choice that a test sets:
 * as JSON in `SERVERTRAY_STANDIN_CHOICES` before the start, or with the control request `choose` while the app runs.
 * What is not chosen is the kind case.
 */
const choicesSchema = z.strictObject({
  /** The work areas of the displays, the first one's first; one as large as Chromium says, where none are named. */
  displays: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })).default([]),
})

export type Choices = z.infer<typeof choicesSchema>
export const someChoicesSchema = choicesSchema.partial()

/** The choices of this process. It is one object for each process, as Electron's API is. */
export const choices: Choices = choicesSchema.parse(JSON.parse(process.env.SERVERTRAY_STANDIN_CHOICES ?? '{}'))

export function choose(changed: z.infer<typeof someChoicesSchema>): void {
  Object.assign(choices, changed)
}
