import { assemble } from './assembly.ts'
import type { DemoPanel } from './handle.ts'
import type { DemoPanelOptions } from './options.ts'

export type { DemoPanel } from './handle.ts'

/** The demo panel of the app, whose servers have a past, and whose plugin counts players. */
export function createDemoPanel(options: DemoPanelOptions): DemoPanel {
  return assemble({ ...options, madeUpPast: true, playerCounter: true }).panel
}
