import { z } from 'zod'

/**
 * What the system does that the stand-in stands for, where systems differ or may fail. Each is a choice that a test sets:
 * as JSON in `SERVERTRAY_STANDIN_CHOICES` before the start, or with the control request `choose` while the app runs.
 * What is not chosen is the kind case.
 */
const choicesSchema = z.strictObject({
  /** The app is one that was installed. */
  isPackaged: z.boolean().default(false),
  /** The folder of `process.resourcesPath`; one that is not there, where none is named. */
  resources: z.string().default('/nonexistent'),
  /**
   * What becomes of a login item that the app asks for: it `works`, the system takes none (`refused`), macOS waits for
   * the person's yes (`needs-approval`), or the person turned it off in Windows' Task Manager (`turned-off`).
   */
  loginItem: z.enum(['works', 'refused', 'needs-approval', 'turned-off']).default('works'),
  /** macOS started the app at the person's login. */
  openedAtLogin: z.boolean().default(false),
  /** How macOS judges the signature of a downloaded update. */
  updateSignature: z.enum(['right', 'wrong']).default('right'),
  /** The work areas of the displays, the first one's first; one as large as Chromium says, where none are named. */
  displays: z.array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })).default([]),
})

export type Choices = z.infer<typeof choicesSchema>

/** Some of the choices, and no other one: `partial()` would fill in the kind case for what was not named. */
export const someChoicesSchema = z.looseObject({}).transform((given): Partial<Choices> => {
  const parsed = choicesSchema.parse(given)
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => Object.hasOwn(given, name)))
})

/** The choices of this process. It is one object for each process, as Electron's API is. */
export const choices: Choices = choicesSchema.parse(JSON.parse(process.env.SERVERTRAY_STANDIN_CHOICES ?? '{}'))

export function choose(changed: Partial<Choices>): void {
  Object.assign(choices, changed)
}
