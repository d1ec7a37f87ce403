import type { MenuItemConstructorOptions } from 'electron'
import { Menu, Tray } from 'electron'
import type { AppState } from '../../shared/state.ts'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { describeFailure } from '../log/logger.ts'
import type { StateStore } from '../state/store.ts'
import { setApp } from '../state/updates.ts'
import type { TrayIcons } from './icon.ts'
import type { MenuItem, TrayCommand } from './menu-model.ts'
import { menuModel, trayReading, trayTooltip } from './menu-model.ts'

type Deps = {
  store: StateStore
  clock: Clock
  log: Logger
  icons: TrayIcons
  platform: NodeJS.Platform
  run: (command: TrayCommand) => void
}

/** Trays lose changes that come faster than this (at most five a second). */
const updateEveryMs = 200

type View = { menu: readonly MenuItem[]; reading: ReturnType<typeof trayReading>; tooltip: string }

function viewOf(state: AppState): View {
  return { menu: menuModel(state), reading: trayReading(state), tooltip: trayTooltip(state) }
}

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

/** The tray, or null and a word in the state where this desktop takes none. */
function openTray({ store, icons, log }: Deps): Tray | null {
  try {
    return new Tray(icons.image(trayReading(store.get())))
  } catch (failure) {
    log.warn('this desktop takes no tray icon', { failure: describeFailure(failure) })
    store.update(setApp({ trayAvailable: false }))
    return null
  }
}

/** Shows the state in the tray. Works with no window open. */
export function createTray(deps: Deps): { dispose(): void } {
  const tray = openTray(deps)
  return tray === null ? { dispose() {} } : runTray(tray, deps)
}

function runTray(tray: Tray, { store, clock, icons, platform, run }: Deps): { dispose(): void } {
  let view = viewOf(store.get())
  let cancel: (() => void) | undefined

  function show(next: View, before: View | null): void {
    if (next.reading !== before?.reading) tray.setImage(icons.image(next.reading))
    if (next.tooltip !== before?.tooltip) tray.setToolTip(next.tooltip)
    // Linux hosts show a changed menu only when it is set again, so a menu is always made anew.
    if (JSON.stringify(next.menu) !== JSON.stringify(before?.menu)) {
      tray.setContextMenu(Menu.buildFromTemplate(next.menu.map((item) => templateItem(item, run))))
    }
  }

  function update(): void {
    cancel = undefined
    const next = viewOf(store.get())
    show(next, view)
    view = next
  }

  show(view, null)
  // A click opens the menu by itself where the system does so; on Windows it opens the window.
  if (platform === 'win32') tray.on('click', () => run({ kind: 'open-window' }))
  const unsubscribe = store.subscribe(() => {
    cancel ??= clock.after(updateEveryMs, update)
  })
  const unsubscribeTheme = icons.onThemeChange(() => tray.setImage(icons.image(view.reading)))
  return {
    dispose() {
      unsubscribe()
      unsubscribeTheme()
      cancel?.()
      tray.destroy()
    },
  }
}
