import { parseArgs } from 'node:util'
import { z } from 'zod'

const optionsSchema = z.object({ demo: z.boolean().default(false), hidden: z.boolean().default(false) })

/** `demo`: open on the demo panel. `hidden`: start in the tray, without the window. */
export type StartOptions = z.infer<typeof optionsSchema>

/** Reads the app's own options; those of Chromium and Electron among them are passed over. */
export function startOptions(argv: readonly string[]): StartOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { demo: { type: 'boolean' }, hidden: { type: 'boolean' } },
    strict: false,
  })
  return optionsSchema.catch({ demo: false, hidden: false }).parse(values)
}
