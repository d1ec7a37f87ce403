import { globalShortcut } from 'electron'
import { fail, ok, type Result } from '../shared/result.ts'

/** The one key combination that works while other programs have the focus. */
export type Shortcut = {
  /**
   * Takes another combination in Electron's words, or none with null. Error: `shortcut-taken` where the system or another
   * program has it, or where this desktop gives none; the one before stays then.
   */
  set(accelerator: string | null): Result<void>
  dispose(): void
}

export function createShortcut(press: () => void): Shortcut {
  let current: string | null = null

  function take(accelerator: string): boolean {
    try {
      return globalShortcut.register(accelerator, press)
    } catch {
      // Electron throws at words that name no keys.
      return false
    }
  }

  return {
    set(accelerator) {
      if (accelerator === current) return ok()
      if (accelerator !== null && !take(accelerator)) return fail('shortcut-taken')
      if (current !== null) globalShortcut.unregister(current)
      current = accelerator
      return ok()
    },
    dispose() {
      if (current !== null) globalShortcut.unregister(current)
      current = null
    },
  }
}
