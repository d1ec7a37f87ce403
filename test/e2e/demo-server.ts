import type { StartedDemo } from '../fixtures/demo.ts'
import type { App } from './app.ts'
import { until } from './until.ts'

/** How long a panel gives the same answer again. */
export const cachedForMs = 20_000

/** How often a server of the demo panel has come up so far. */
const upsOf = ({ panel }: StartedDemo, identifier: string) =>
  panel.consoleLines(identifier).filter((line) => line.includes('Done (')).length

/**
 * Does what starts a server of the demo panel anew and waits until it is up, then lets the time go by for which the app
 * does not ask again.
 */
export async function comesUp(
  { app, panel, identifier }: { app: App; panel: StartedDemo; identifier: string },
  act: () => Promise<void>,
): Promise<void> {
  const before = upsOf(panel, identifier)
  await act()
  await until(`${identifier} to come up`, () => upsOf(panel, identifier) > before)
  await app.passTime(cachedForMs)
}
