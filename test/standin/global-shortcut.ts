import type { GlobalShortcut } from 'electron'
import { strict } from './strict.ts'

/** Shortcuts as data: no system presses their keys here. One that is held by the app cannot be taken twice. */
export function createGlobalShortcut() {
  const held = new Map<string, () => void>()
  return strict('globalShortcut', {
    register(accelerator: string, press: () => void): boolean {
      if (held.has(accelerator)) return false
      held.set(accelerator, press)
      return true
    },
    unregister(accelerator: string): void {
      held.delete(accelerator)
    },
    isRegistered: (accelerator: string) => held.has(accelerator),
  } satisfies Pick<GlobalShortcut, 'register' | 'unregister' | 'isRegistered'>)
}
