import type { MenuItemConstructorOptions } from 'electron'
import { Menu, Tray } from 'electron'
import { isAhead } from '../../shared/model/restart-choices.ts'
import type { AppState } from '../../shared/state/state.ts'
import type { Clock } from '../lib/clock.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'
import type { StateStore } from '../state/store.ts'
import { setApp } from '../state/updates.ts'
import type { TrayIcons } from './icon.ts'
import type { MenuItem, TrayCommand } from './menu.ts'
import { menuModel } from './menu-model.ts'
import { createPresence } from './presence.ts'
import { type TrayReading, trayFace } from './reading.ts'
import { isSeenInTray } from './seen-change.ts'

type Deps = {
  store: StateStore
  clock: Clock
  log: Logger
  icons: TrayIcons
  platform: NodeJS.Platform
  run: (command: TrayCommand) => void
  /** Watches whether this desktop shows tray icons; null where every desktop does. */
  watchHost: ((onChange: (isThere: boolean) => void) => { dispose(): void }) | null
  /** The app was started without a window. */
  isHidden: boolean
  /** Called when the app was started where nobody can see the tray. */
  onMissing: () => void
}

/** Least time between two updates of the icon, in milliseconds: desktops drop faster ones. */
const updateEveryMs = 200

/** How often the menu is recomputed during a countdown, in milliseconds; it is set only where its text changed. */
const countEveryMs = 1_000

/** When the menu next changes while the state stays: a countdown, or the end of muting. Unix milliseconds. */
function nextChange({ plans, preferences }: AppState, now: number): number | null {
  if (Object.values(plans).some(isAhead)) return now + countEveryMs
  const until = preferences.muted?.until ?? 0
  return until > now ? until : null
}

type View = { readonly menu: string; readonly reading: TrayReading; readonly tooltip: string }

function templateItem(item: MenuItem, run: (command: TrayCommand) => void): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' }
    case 'text':
      return { label: item.label, enabled: false }
    case 'action':
      return { label: item.label, enabled: item.enabled, click: () => run(item.command) }
    case 'submenu':
      return { label: item.label, submenu: item.items.map((inner) => templateItem(inner, run)) }
  }
}

type Icon = { draw(state: AppState, now: number): void; redraw(): void; destroy(): void }

/** The icon in the tray; `draw` sets only what changed of it. */
function createIcon(state: AppState, { icons, platform, run }: Deps): Icon {
  const tray = new Tray(icons.image(trayFace(state).reading))
  let shown: View | undefined
  // On macOS a click opens the menu. Other systems may do nothing on a click, so it opens the window.
  if (platform !== 'darwin') tray.on('click', () => run({ kind: 'open-window' }))
  return {
    draw(next, now) {
      const face = trayFace(next)
      const items = menuModel(next, now, face)
      const { reading, tooltip } = face
      const menu = JSON.stringify(items)
      if (reading !== shown?.reading) tray.setImage(icons.image(reading))
      if (tooltip !== shown?.tooltip) tray.setToolTip(tooltip)
      // Linux shows a changed menu only after it is set again, so the menu is built anew for each change.
      if (menu !== shown?.menu) {
        tray.setContextMenu(Menu.buildFromTemplate(items.map((item) => templateItem(item, run))))
      }
      shown = { menu, reading, tooltip }
    },
    redraw() {
      if (shown !== undefined) tray.setImage(icons.image(shown.reading))
    },
    destroy: () => tray.destroy(),
  }
}

/** Shows the state in the tray. Works with no window open, and goes on where this desktop has no tray. */
export function createTray(deps: Deps): { dispose(): void } {
  const { store, clock, log, icons, watchHost, isHidden, onMissing } = deps
  let icon: Icon | null = null
  let cancelUpdate: (() => void) | undefined
  let cancelNext: (() => void) | undefined

  function update(): void {
    cancelUpdate?.()
    cancelUpdate = undefined
    const [state, now] = [store.get(), clock.now()]
    icon?.draw(state, now)
    cancelNext?.()
    const until = nextChange(state, now)
    cancelNext = until === null ? undefined : clock.after(until - now, update)
  }

  /** Where the system takes no icon at all, says so in the log and the state. */
  function renew(): void {
    icon?.destroy()
    try {
      icon = createIcon(store.get(), deps)
    } catch (failure) {
      icon = null
      log.warn('this desktop takes no tray icon', { failure: describeFailure(failure) })
    }
    update()
  }

  renew()
  if (icon === null) {
    store.update(setApp({ trayAvailable: false }))
    return { dispose: () => cancelNext?.() }
  }
  const presence = createPresence({ store, clock, isPatient: isHidden, renew, onMissing })
  const endings = [
    store.subscribe((after, before) => {
      if (isSeenInTray(before, after)) cancelUpdate ??= clock.after(updateEveryMs, update)
    }),
    icons.onThemeChange(() => icon?.redraw()),
    presence.dispose,
    watchHost?.(presence.note).dispose ?? (() => {}),
  ]
  return {
    dispose() {
      for (const end of endings) end()
      cancelUpdate?.()
      cancelNext?.()
      icon?.destroy()
    },
  }
}
