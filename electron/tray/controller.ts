import type { MenuItemConstructorOptions } from 'electron'
import { Menu, Tray } from 'electron'
import { expiryOf } from '../../shared/keys/permission.ts'
import { panelGraceMs, refusalNewsUntil } from '../../shared/servers/attention.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'
import { steadyOf } from '../lib/clock.ts'
import { createLater } from '../lib/later.ts'
import { describeFailure } from '../log/logger.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { setApp } from '../state/updates.ts'
import type { TrayIcons } from './icon.ts'
import type { MenuItem, TrayCommand } from './menu.ts'
import { menuModel } from './menu-model.ts'
import { afterEvent, type MenuEvent, replaceableAt, untouched } from './menu-policy.ts'
import { createPresence } from './presence.ts'
import { type TrayReading, trayFace } from './reading.ts'
import { createPlayersSight, isPersonsAct, isSeenInTray } from './seen-change.ts'

type Deps = Pick<FeatureBasics, 'store' | 'clock' | 'log'> & {
  icons: TrayIcons
  platform: NodeJS.Platform
  /** By what the system knows the icon again; null where it does not. */
  guid: string | null
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

/**
 * When icon or menu change though the state does not: the end of muting, of what a refusal says, of a refused action as
 * news, or of the grace for a panel that cannot be read. Unix milliseconds.
 */
function nextChange({ keys, preferences, servers }: AppState, now: number): number | null {
  const refusals = Object.values(keys).flatMap(({ learned }) => learned.filter(({ has }) => !has).map(expiryOf))
  const news = valuesOf(servers).map(({ action }) => refusalNewsUntil(action) ?? 0)
  const graces = Object.values(keys).flatMap(({ health }) =>
    health.kind === 'failing' ? [health.since + panelGraceMs] : [],
  )
  const ahead = [preferences.muted?.until ?? 0, ...refusals, ...news, ...graces].filter((at) => at > now)
  return ahead.length === 0 ? null : Math.min(...ahead)
}

type Click = (command: TrayCommand) => void

function templateItem(item: MenuItem, click: Click): MenuItemConstructorOptions {
  switch (item.kind) {
    case 'separator':
      return { type: 'separator' }
    case 'text':
      return { label: item.label, enabled: false }
    case 'action': {
      const { label, enabled, command } = item
      // macOS may take a click on a disabled item once a submenu was closed.
      return enabled ? { label, click: () => click(command) } : { label, enabled }
    }
    case 'submenu':
      return { label: item.label, submenu: item.items.map((inner) => templateItem(inner, click)) }
  }
}

/**
 * The icon in the tray; `draw` sets only what changed of it, and the menu only where nobody is in it.
 * @param onChange called when what is left may be shown earlier; `isNow` where it must be before the call returns
 */
function createIcon(state: AppState, deps: Deps, onChange: (isNow: boolean) => void) {
  const { icons, platform, guid, clock, run } = deps
  const image = icons.image(trayFace(state, clock.now()).reading)
  const tray = guid === null ? new Tray(image) : new Tray(image, guid)
  let reading: TrayReading | undefined
  let tooltip: string | undefined
  let words: string | undefined
  let memory = untouched
  const note = (event: MenuEvent) => {
    memory = afterEvent(memory, event, platform, clock.steady())
  }

  function press(): void {
    // On macOS a click opens the menu. Elsewhere it may do nothing by itself, so it opens the window.
    if (platform === 'darwin') {
      note('pressed')
      onChange(true)
    } else run({ kind: 'open-window' })
  }

  function choose(command: TrayCommand): void {
    note('chosen')
    run(command)
    onChange(false)
  }

  function close(): void {
    note('closing')
    // Not at once: on macOS the click that closes the menu is still to come.
    onChange(false)
  }

  function listen(menu: Menu): void {
    menu.on('menu-will-show', () => note('shown'))
    for (const { submenu } of menu.items) if (submenu !== undefined) listen(submenu)
  }

  function setMenu(items: readonly MenuItem[]): void {
    const menu = Menu.buildFromTemplate(items.map((item) => templateItem(item, choose)))
    listen(menu)
    menu.on('menu-will-close', close)
    tray.setContextMenu(menu)
    note('replaced')
  }

  tray.on('click', press)
  note('acted')
  return {
    /** Shows what may be shown now. Returns when the rest may, in steady milliseconds; null where nothing is left. */
    draw(next: AppState): number | null {
      const now = clock.now()
      const face = trayFace(next, now)
      const items = menuModel(next, now, face)
      if (face.reading !== reading) tray.setImage(icons.image(face.reading))
      reading = face.reading
      const before = tooltip
      const setTooltip = () => {
        if (face.tooltip !== tooltip) tray.setToolTip(face.tooltip)
        tooltip = face.tooltip
      }
      // On Linux it disturbs the menu as the menu itself does, and changes with the menu's first line.
      if (platform !== 'linux') setTooltip()
      const wanted = JSON.stringify(items)
      if (wanted === words) return null
      const steady = clock.steady()
      const at = replaceableAt(memory, steady)
      if (at > steady) return at
      setTooltip()
      // An Explorer that started anew shows the icon without its tooltip (`notify_icon.cc`, `ResetIcon`).
      if (platform === 'win32' && before === face.tooltip) tray.setToolTip(face.tooltip)
      // Linux hosts show a changed menu only when it is set again, so a menu is always made anew.
      setMenu(items)
      words = wanted
      return null
    },
    redraw(): void {
      if (reading !== undefined) tray.setImage(icons.image(reading))
    },
    noteAct: (): void => note('acted'),
    destroy: (): void => tray.destroy(),
  }
}

/** Shows the state in the tray. Works with no window open, and goes on where this desktop has no tray. */
export function createTray(deps: Deps): { dispose(): void } {
  const { store, clock, log, icons, watchHost, isHidden, onMissing } = deps
  let icon: ReturnType<typeof createIcon> | null = null
  let cancelNext: (() => void) | undefined
  const sight = createPlayersSight()

  const updating = createLater(clock, updateEveryMs, () => {
    cancelNext?.()
    const whole = store.get()
    const seen = sight(whole.players, clock.steady())
    const state = seen.players === whole.players ? whole : { ...whole, players: seen.players }
    const until = nextChange(state, clock.now())
    const nexts = [icon?.draw(state) ?? null, seen.at, until === null ? null : steadyOf(clock, until)].filter(
      (at) => at !== null,
    )
    cancelNext = nexts.length === 0 ? undefined : clock.after(Math.min(...nexts) - clock.steady(), updating.now)
  })

  /** Where the system takes no icon at all, says so in the log and the state. */
  function renew(): void {
    icon?.destroy()
    try {
      icon = createIcon(store.get(), deps, (isNow) => (isNow ? updating.now() : updating.soon()))
    } catch (failure) {
      icon = null
      log.warn('this desktop takes no tray icon', { failure: describeFailure(failure) })
    }
    updating.now()
  }

  renew()
  if (icon === null) {
    store.update(setApp({ trayAvailable: false }))
    return { dispose: () => cancelNext?.() }
  }
  const presence = createPresence({ store, clock, isPatient: isHidden, renew, onMissing })
  const endings = [
    store.subscribe((after, before) => {
      if (!isSeenInTray(before, after)) return
      if (isPersonsAct(before, after)) icon?.noteAct()
      updating.soon()
    }),
    icons.onThemeChange(() => icon?.redraw()),
    presence.dispose,
    watchHost?.(presence.note).dispose ?? (() => {}),
  ]
  return {
    dispose() {
      for (const end of endings) end()
      updating.end()
      cancelNext?.()
      icon?.destroy()
    },
  }
}
