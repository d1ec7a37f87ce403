import { parseArgs } from 'node:util'
import { z } from 'zod'
import { linksOf } from '../deep-links/links.ts'

const optionsSchema = z.object({
  demo: z.boolean().default(false),
  hidden: z.boolean().default(false),
  quit: z.boolean().default(false),
})

/** `demo`: open on the demo panel. `hidden`: start in the tray, without the window. `quit`: end the app that runs. */
export type StartOptions = z.infer<typeof optionsSchema>

const none: StartOptions = { demo: false, hidden: false, quit: false }

/**
 * Reads the app's own options, ignoring those of Chromium and Electron. Beside a link none count: whoever wrote the
 * link may have written them too.
 */
export function startOptions(argv: readonly string[]): StartOptions {
  if (linksOf(argv).length > 0) return none
  const { values } = parseArgs({
    args: [...argv],
    options: { demo: { type: 'boolean' }, hidden: { type: 'boolean' }, quit: { type: 'boolean' } },
    strict: false,
  })
  return optionsSchema.catch(none).parse(values)
}

/**
 * The first switch that opens the app to a debugger, without its value; null without one. A debugger could read what
 * the window shows and act in its name.
 */
export function debuggingSwitch(argv: readonly string[]): string | null {
  return (
    argv.flatMap((arg) => /^(?:--?|\/)((?:remote-debugging|inspect)[a-z-]*)(?:$|[=:])/i.exec(arg)?.[1] ?? [])[0] ?? null
  )
}
