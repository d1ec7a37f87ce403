import { z } from 'zod'

/**
 * What the system does that the stand-in stands for, where systems differ or may fail. Each is a choice that a test sets:
 * as JSON in `SERVERTRAY_STANDIN_CHOICES` before the start, or with the control request `choose` while the app runs.
 * What is not chosen is the kind case.
 */
const choicesSchema = z.strictObject({
  /** The app is one that was installed. */
  isPackaged: z.boolean().default(false),
  /** Electron's own program runs it (`process.defaultApp`), as it does from source. */
  isDefaultApp: z.boolean().default(true),
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
  /**
   * The keyring behind `safeStorage`: `none`, which on Linux encrypts all the same, with a key that everybody knows;
   * `works`; `locked`, whose question the person turned away; `late`, which answers once another one is chosen.
   */
  safeStorage: z.enum(['none', 'works', 'locked', 'late']).default('none'),
  /**
   * What becomes of a notification: `shown`; `asks`, as macOS at the first one, which is lost to the question; `denied`, after
   * a no to that; `fails`; `collected`, shown by a run of the app that has gone, so that its own object hears nothing.
   */
  notifications: z.enum(['shown', 'asks', 'denied', 'fails', 'collected']).default('shown'),
  /** Whether the system lets the app read the clipboard and put something into it. */
  clipboard: z.enum(['works', 'refuses']).default('works'),
  /** How late timers come while nothing keeps the system from suspending the app, in milliseconds. */
  timersLateMs: z.number().default(0),
  /** Whether a hidden window paints, and tells `ready-to-show`. On Wayland it may not (electron#48859). */
  firstPaint: z.enum(['once-loaded', 'never']).default('once-loaded'),
  /** Whether a window that asks for the focus gets it. Windows, and Wayland without an act of the person, refuse it. */
  focus: z.enum(['given', 'refused']).default('given'),
  /** The ways that the system names to any address, as Chromium writes them: `PROXY one:8080; DIRECT`. */
  routes: z.string().default('DIRECT'),
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

const listeners = new Set<() => void>()

export function choose(changed: Partial<Choices>): void {
  Object.assign(choices, changed)
  for (const listener of [...listeners]) listener()
}

/** Resolves once the choices are as `fits` wants them. */
export function whenChosen(fits: () => boolean): Promise<void> {
  if (fits()) return Promise.resolve()
  return new Promise((resolve) => {
    const look = () => {
      if (!fits()) return
      listeners.delete(look)
      resolve()
    }
    listeners.add(look)
  })
}
