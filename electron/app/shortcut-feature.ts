import type { Notice } from '../../shared/model/notice-schema.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Feature } from '../ipc/feature.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { Notices } from '../state/notices.ts'
import type { Shortcut } from './shortcut.ts'

type Deps = {
  shortcut: Shortcut
  /** On Wayland: the desktop's portal gives shortcuts. */
  onWayland: boolean
  preferences: Pick<PreferenceEdits, 'setShortcut'>
  /** The shortcut in the settings. */
  readKept: () => string | null
  notices: Notices
}

const askedDesktop: Notice = {
  id: 'shortcut-asked',
  level: 'info',
  message: 'The desktop was asked for the shortcut.',
  hint: 'On Wayland the desktop decides, and may ask you. If the keys do nothing, look at its own keyboard settings.',
}

/** The global shortcut: registered with the system first, then saved. */
export function createShortcutFeature(deps: Deps) {
  const { shortcut, onWayland, preferences, readKept, notices } = deps

  function change(accelerator: string | null): Result<void> {
    const before = shortcut.current()
    const taken = shortcut.set(accelerator)
    if (!taken.ok) return taken
    const saved = preferences.setShortcut(accelerator)
    if (!saved.ok) {
      shortcut.set(before)
      return saved
    }
    notices.withdraw('shortcut-taken')
    if (onWayland && accelerator !== null) notices.show(askedDesktop)
    return ok()
  }

  /** Registers the shortcut in the settings; a notice says where the system refuses it. */
  function takeKept(): void {
    const taken = shortcut.set(readKept())
    if (taken.ok) return
    const again = 'Choose another one in Settings, or close the program that has it and start Servertray again.'
    const hint = onWayland ? taken.error.hint : again
    notices.show({ id: 'shortcut-taken', level: 'warning', message: 'The global shortcut could not be taken.', hint })
  }

  const handlers: Feature<'preferences:setShortcut'>['handlers'] = {
    'preferences:setShortcut': ({ accelerator }) => change(accelerator),
  }
  return {
    api: { takeKept },
    handlers,
    dispose: shortcut.dispose,
  }
}
