import { globalShortcut } from 'electron'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { Notice } from '../../shared/model/notice-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { Notices } from '../state/notices.ts'

/** On Wayland programs cannot listen to all keys; shortcuts come from the desktop's portal, where it has one. */
export const isWayland = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean =>
  platform === 'linux' && (env.XDG_SESSION_TYPE === 'wayland' || Boolean(env.WAYLAND_DISPLAY))

const refused: Readonly<Record<'usual' | 'wayland', AppError>> = {
  usual: appError('shortcut-taken'),
  wayland: appError('shortcut-taken', {
    message: 'This desktop did not give the shortcut: it gives programs none, or another program has this one.',
    hint: 'In the desktop’s own settings, add a shortcut that starts Servertray. A second start shows the window.',
  }),
}

const askedDesktop: Notice = {
  id: 'shortcut-asked',
  level: 'info',
  message: 'The desktop was asked for the shortcut.',
  hint: 'On Wayland the desktop decides, and may ask you. If the keys do nothing, look at its own keyboard settings. It may not know an app that runs from source.',
}

/**
 * The global shortcut, the one key combination that works while other programs have the focus: registered with the system
 * first, then saved.
 */
export function createShortcutFeature(deps: {
  /** Called when it is pressed. */
  press: () => void
  /** As from `isWayland`. */
  onWayland: boolean
  preferences: Pick<PreferenceEdits, 'setShortcut'>
  /** The shortcut in the settings. */
  readKept: () => string | null
  notices: Pick<Notices, 'show' | 'withdraw'>
  /** Makes the app known to a desktop that gives only such ones a shortcut; null where that is not to be done here. */
  makeKnown: ((pageId: number) => Promise<Result<void>>) | null
}) {
  const { press, onWayland, preferences, readKept, notices, makeKnown } = deps
  let current: string | null = null
  let choices = 0

  function take(accelerator: string): boolean {
    try {
      // On Wayland one cannot be given back (`electron_api_global_shortcut.cc`, `Unregister`), and goes on calling.
      return globalShortcut.register(accelerator, () => {
        if (current === accelerator) press()
      })
    } catch {
      // Electron throws for a malformed accelerator.
      return false
    }
  }

  /** Registers another combination, or none; where the system refuses it, the former one stays. */
  function set(accelerator: string | null): Result<void> {
    if (accelerator === current) return ok()
    if (accelerator !== null && !take(accelerator)) return fail(refused[onWayland ? 'wayland' : 'usual'])
    if (current !== null) globalShortcut.unregister(current)
    current = accelerator
    return ok()
  }

  function choose(accelerator: string | null): Result<void> {
    const before = current
    const taken = set(accelerator)
    if (!taken.ok) return taken
    const saved = preferences.setShortcut(accelerator)
    if (!saved.ok) {
      set(before)
      return saved
    }
    notices.withdraw('shortcut-taken')
    if (onWayland && accelerator !== null) notices.show(askedDesktop)
    return ok()
  }

  const handlers: Feature<'preferences:setShortcut'>['handlers'] = {
    async 'preferences:setShortcut'({ accelerator }, { pageId }) {
      choices += 1
      const place = choices
      const asksFirst = onWayland && accelerator !== null
      const known = asksFirst && makeKnown !== null ? await makeKnown(pageId) : ok()
      // Another one was chosen while the question was open.
      if (place !== choices) return ok()
      return known.ok ? choose(accelerator) : known
    },
  }

  return {
    api: {
      /** Registers the shortcut in the settings; a notice says where the system refuses it. */
      takeKept(): void {
        const taken = set(readKept())
        if (taken.ok) return
        const again = 'Choose another one in Settings, or close the program that has it and start Servertray again.'
        const hint = onWayland ? taken.error.hint : again
        const message = 'The global shortcut could not be taken.'
        notices.show({ id: 'shortcut-taken', level: 'warning', message, hint })
      },
    },
    handlers,
    dispose: (): void => void set(null),
  }
}
