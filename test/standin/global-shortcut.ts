import type { GlobalShortcut } from 'electron'
import { strict } from './strict.ts'
import { isOnWayland } from './system.ts'

/**
 * Global shortcuts as data: a driver presses the keys, and sets which ones another program has. On Wayland the desktop's
 * portal has them: it always says yes, and gives none back (`electron_api_global_shortcut.cc`, electron#52218).
 */
export function createGlobalShortcut() {
  const held = new Map<string, () => void>()
  const taken = new Set<string>()
  const globalShortcut = strict('globalShortcut', {
    register(accelerator: string, press: () => void): boolean {
      if (!isOnWayland() && (held.has(accelerator) || taken.has(accelerator))) return false
      held.set(accelerator, press)
      return true
    },
    unregister(accelerator: string): void {
      if (!isOnWayland()) held.delete(accelerator)
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
