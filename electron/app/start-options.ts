import { parseArgs } from 'node:util'
import { linksOf } from '../deep-links/links.ts'

/** `demo`: open on the demo panel. `hidden`: start in the tray, without the window. `quit`: end the app that runs. */
export type StartOptions = { readonly demo: boolean; readonly hidden: boolean; readonly quit: boolean }

/**
 * Reads the app's own options, ignoring those of Chromium and Electron. Beside a link none count: whoever wrote the
 * link may have written them too.
 */
export function startOptions(argv: readonly string[]): StartOptions {
  const { demo, hidden, quit } = parseArgs({ args: linksOf(argv).length > 0 ? [] : [...argv], strict: false }).values
  return { demo: demo === true, hidden: hidden === true, quit: quit === true }
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
