import type { GlobalShortcut } from 'electron'
import { strict } from './strict.ts'

/** Global shortcuts as data: a driver presses the keys, and sets which ones another program has. */
export function createGlobalShortcut() {
  const held = new Map<string, () => void>()
  const taken = new Set<string>()
  const globalShortcut = strict('globalShortcut', {
    register(accelerator: string, press: () => void): boolean {
      if (held.has(accelerator) || taken.has(accelerator)) return false
      held.set(accelerator, press)
      return true
    },
    unregister(accelerator: string): void {
      held.delete(accelerator)
    },
  } satisfies Pick<GlobalShortcut, 'register' | 'unregister'>)
  return {
    globalShortcut,
    /** Presses the keys; throws where the app has not registered them. */
    press(accelerator: string): void {
      const press = held.get(accelerator)
      if (press === undefined) throw new Error(`the app does not hold ${accelerator}`)
      press()
    },
    take: (accelerator: string) => void taken.add(accelerator),
  }
}
export type GlobalShortcutParts = ReturnType<typeof createGlobalShortcut>
