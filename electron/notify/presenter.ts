import { Notification as SystemNotification } from 'electron'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Notification, NotificationButton } from './policy.ts'
import { refOf, systemIdIn, systemIdOf, toastXml } from './toast.ts'

type Deps = {
  /** Opens the window, on that server where there is one. */
  open: (ref: ServerRef | null) => void
  restart: (ref: ServerRef) => void
  start: (ref: ServerRef) => void
  /** Mutes all notifications for an hour. */
  mute: () => void
  /** The servers there are. */
  refs: () => readonly ServerRef[]
  /** Told whether the system showed a notification; not every system says so. */
  onShown: (isShown: boolean) => void
  platform: NodeJS.Platform
  isPackaged: boolean
}

/** Linux shows a body as markup, in which a server's name could become a link. Titles are plain text everywhere. */
const asMarkup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Maximum number of notifications that are held, since not every system says when one has gone. */
const maxHeld = 20

const buttonTexts: Readonly<Record<NotificationButton, string>> = {
  restart: 'Restart',
  start: 'Start',
  mute: 'Mute 1 h',
}

/**
 * Shows notifications in the system's own way. A click leads to the server. The buttons show where the
 * system has them: macOS, Windows, and Linux desktops whose notification service takes actions.
 */
export function createPresenter(deps: Deps) {
  const { open, restart, start, mute, refs, onShown, platform, isPackaged } = deps
  // A notification that is not referenced is garbage-collected, and its click handler with it.
  const held = new Map<string, SystemNotification>()

  // This alone makes Electron register the app as the one that Windows tells of clicks, and starts for them; a handler
  // does not (`notification_presenter_win.cc`, `Create`). Early, as Windows waits for it where it started the app. Not
  // unpackaged: Windows would start a bare Electron, and the Start menu's link lead there.
  if (platform === 'win32' && isPackaged) SystemNotification.isSupported()

  function press(button: NotificationButton | undefined, ref: ServerRef | null): void {
    if (button === 'mute') mute()
    if (button === 'restart' && ref !== null) restart(ref)
    if (button === 'start' && ref !== null) start(ref)
  }

  function letGo(id: string): void {
    const shown = held.get(id)
    held.delete(id)
    shown?.close()
  }

  function hold(id: string, notification: SystemNotification): void {
    held.set(id, notification)
    const [oldest] = held.keys()
    if (held.size > maxHeld && oldest !== undefined) held.delete(oldest)
  }

  const isHeld = (systemId: string) => [...held.values()].some(({ id }) => id === systemId)

  /** What it told is over by now: its buttons, too, only lead to the server. */
  const openEarlier = (systemId: string) => open(refOf(systemId, refs()))

  async function followHistory(): Promise<void> {
    for (const notification of await SystemNotification.getHistory()) {
      if (isHeld(notification.id)) continue
      hold(`earlier ${notification.id}`, notification)
      notification.on('click', () => openEarlier(notification.id))
      notification.on('action', () => openEarlier(notification.id))
    }
  }

  return {
    show({ id, ref, title, body, buttons, silent, replaces }: Notification): void {
      if (!SystemNotification.isSupported()) return
      for (const old of [...replaces, id]) letGo(old)
      const systemId = systemIdOf(id, ref)
      const texts = buttons.map((button) => buttonTexts[button])
      const notification = new SystemNotification({
        id: systemId,
        title,
        body: platform === 'linux' ? asMarkup(body) : body,
        silent,
        actions: texts.map((text) => ({ type: 'button' as const, text })),
        ...(platform === 'win32' && { toastXml: toastXml({ systemId, title, body, buttons: texts, silent }) }),
      })
      hold(id, notification)
      notification.on('click', () => open(ref))
      notification.on('action', ({ actionIndex }) => press(buttons[actionIndex], ref))
      notification.on('show', () => onShown(true))
      notification.on('failed', () => onShown(false))
      notification.on('close', ({ reason }) => {
        // On Windows it goes on to the Action Center, where it can still be clicked.
        if (reason !== 'timedOut' && held.get(id) === notification) held.delete(id)
      })
      notification.show()
    },
    /** Whether this desktop shows notifications at all. */
    isSupported: (): boolean => SystemNotification.isSupported(),
    /**
     * Follows clicks on what an earlier run left. macOS asks the person for permission with that, so it waits for an act of
     * theirs.
     */
    followEarlier(): void {
      if (platform === 'darwin') followHistory().catch(() => undefined)
      if (platform !== 'win32') return
      SystemNotification.handleActivation(({ arguments: activation }) => {
        // One of this run tells of its click itself.
        const systemId = systemIdIn(activation)
        if (!isHeld(systemId)) openEarlier(systemId)
      })
    },
  }
}
