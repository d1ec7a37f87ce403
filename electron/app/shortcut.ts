import { globalShortcut } from 'electron'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

/** On Wayland programs cannot listen to all keys; shortcuts come from the desktop's portal, where it has one. */
export function isWayland(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  return platform === 'linux' && (env.XDG_SESSION_TYPE === 'wayland' || Boolean(env.WAYLAND_DISPLAY))
}

const refused: Readonly<Record<'usual' | 'wayland', AppError>> = {
  usual: appError('shortcut-taken'),
  wayland: appError('shortcut-taken', {
    message: 'This desktop did not give the shortcut: it gives programs none, or another program has this one.',
    hint: 'In the desktop’s own settings, add a shortcut that starts Servertray. A second start shows the window.',
  }),
}

/**
 * @param press called when the shortcut is pressed
 * @param onWayland as from `isWayland`
 */
export function createShortcut(press: () => void, onWayland: boolean) {
  let current: string | null = null

  function take(accelerator: string): boolean {
    try {
      return globalShortcut.register(accelerator, press)
    } catch {
      // Electron throws for a malformed accelerator.
      return false
    }
  }

  return {
    /**
     * Registers another combination, written as an Electron accelerator, or none with null. Error: `shortcut-taken` where
     * the system or another program has it, or the desktop gives none; the former one then stays.
     */
    set(accelerator: string | null): Result<void> {
      if (accelerator === current) return ok()
      if (accelerator !== null && !take(accelerator)) return fail(refused[onWayland ? 'wayland' : 'usual'])
      if (current !== null) globalShortcut.unregister(current)
      current = accelerator
      return ok()
    },
    /** The registered combination. */
    current: (): string | null => current,
    dispose(): void {
      if (current !== null) globalShortcut.unregister(current)
      current = null
    },
  }
}

/** The global shortcut: the one key combination that works while other programs have the focus. */
export type Shortcut = ReturnType<typeof createShortcut>
