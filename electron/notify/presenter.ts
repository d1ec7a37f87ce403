import { Notification as SystemNotification } from 'electron'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Notification, NotificationButton } from './policy.ts'
import { refOf, systemIdIn, systemIdOf, toastXml } from './toast.ts'

type Deps = {
  /** Opens the window, on that server where there is one. */
  open: (ref: ServerRef | null) => void
  act: (ref: ServerRef, what: 'restart' | 'start') => void
  /** Mutes all notifications for an hour. */
  mute: () => void
  /** The servers there are. */
  refs: () => readonly ServerRef[]
  /** Told whether the system showed a notification; not every system says so. */
  onShown: (isShown: boolean) => void
  /** Told of what the system cannot show. */
  onUnsupported: (notification: Notification) => void
  platform: NodeJS.Platform
  /** Electron's own program runs the app. */
  isFromSource: boolean
}

/** Linux shows a body as markup, in which a server's name could become a link. Titles are plain text everywhere. */
const asMarkup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/**
 * Maximum number of notifications that are held, since not every system says when one has gone. The oldest one beyond is
 * closed: a click on one that is not held does nothing.
 */
const maxHeld = 20

const buttonTexts: Readonly<Record<NotificationButton, string>> = {
  restart: 'Restart',
  start: 'Start',
  mute: 'Mute 1 h',
}

/**
 * Shows notifications in the system's own way. A click leads to the server. Buttons are on macOS and Windows: on Linux
 * Electron passes none on (`libnotify_notification.cc`).
 */
export function createPresenter(deps: Deps) {
  const { open, act, mute, refs, onShown, onUnsupported, platform, isFromSource } = deps
  // A notification that is not referenced is garbage-collected, and its click handler with it.
  const held = new Map<string, SystemNotification>()

  let count = 0

  // Any use of it makes Electron register the program as the one that Windows tells of clicks, and starts for them
  // (`notification_presenter_win.cc`, `Create`). From source that is a bare Electron, to which the Start menu would lead.
  const isSupported = () => !(platform === 'win32' && isFromSource) && SystemNotification.isSupported()
  // Early, as Windows waits for it where it started the app.
  if (platform === 'win32') isSupported()

  function press(button: NotificationButton | undefined, ref: ServerRef | null): void {
    if (button === 'mute') mute()
    else if (button !== undefined && ref !== null) act(ref, button)
  }

  function letGo(id: string): void {
    const shown = held.get(id)
    held.delete(id)
    shown?.close()
  }

  function hold(id: string, notification: SystemNotification): void {
    held.set(id, notification)
    const [oldest] = held.keys()
    if (held.size > maxHeld && oldest !== undefined) letGo(oldest)
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
    show(told: Notification) {
      if (!isSupported()) return onUnsupported(told)
      const { id, ref, title, body, buttons, silent, replaces } = told
      for (const old of [...replaces, id]) letGo(old)
      // Windows brings a button to the first one of its tag, also to one that was closed (`windows_toast_activator.cc`).
      count += 1
      const systemId = platform === 'win32' ? `${systemIdOf(id, ref)}-${count}` : systemIdOf(id, ref)
      const texts = platform === 'linux' ? [] : buttons.map((button) => buttonTexts[button])
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
    isSupported,
    /**
     * Follows clicks on what an earlier run left. macOS asks the person for permission with that, so it waits for an act of
     * theirs.
     */
    followEarlier(): void {
      if (platform === 'darwin') followHistory().catch(() => undefined)
      if (platform !== 'win32' || isFromSource) return
      SystemNotification.handleActivation(({ arguments: activation }) => {
        // One of this run tells of its click itself.
        const systemId = systemIdIn(activation)
        if (!isHeld(systemId)) openEarlier(systemId)
      })
    },
  }
}
