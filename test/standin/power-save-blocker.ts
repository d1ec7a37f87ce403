import type { PowerSaveBlocker } from 'electron'
import { strict } from './strict.ts'

type Kind = Parameters<PowerSaveBlocker['start']>[0]

/** What keeps the system from suspending the app, or the display on: data, by its number. */
export function createPowerSaveBlocker() {
  const held = new Map<number, Kind>()
  let last = 0
  const powerSaveBlocker = strict('powerSaveBlocker', {
    start(type) {
      last += 1
      held.set(last, type)
      return last
    },
    stop: (id) => held.delete(id),
    isStarted: (id) => held.has(id),
  } satisfies PowerSaveBlocker)
  return { powerSaveBlocker, held: (): readonly Kind[] => [...held.values()] }
}
export type PowerSaveBlockerParts = ReturnType<typeof createPowerSaveBlocker>
