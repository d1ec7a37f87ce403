import { Notification as SystemNotification } from 'electron'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Notification, NotificationButton } from './policy.ts'

export type Presenter = {
  show(notification: Notification): void
}

type Deps = {
  /** Opens the window, on that server where there is one. */
  open: (ref: ServerRef | null) => void
  restart: (ref: ServerRef) => void
  /** Mutes all notifications for an hour. */
  mute: () => void
  platform: NodeJS.Platform
}

/** Linux shows a body as markup, in which a server's name could become a link. Titles are plain text everywhere. */
const asMarkup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Maximum number of notifications that are held, since not every system says when one has gone. */
const maxHeld = 20

const buttonTexts: Readonly<Record<NotificationButton, string>> = { restart: 'Restart', mute: 'Mute 1 h' }

/**
 * Shows notifications in the system's own way. A click leads to the server. The buttons show where the
 * system has them: macOS, Windows, and Linux desktops whose notification service takes actions.
 */
export function createPresenter({ open, restart, mute, platform }: Deps): Presenter {
  // A notification that is not referenced is garbage-collected, and its click handler with it.
  const held = new Map<string, SystemNotification>()

  function press(button: NotificationButton | undefined, ref: ServerRef | null): void {
    if (button === 'mute') mute()
    if (button === 'restart' && ref !== null) restart(ref)
  }

  function letGo(id: string): void {
    const shown = held.get(id)
    held.delete(id)
    shown?.close()
  }

  return {
    show({ id, ref, title, body: plain, buttons, silent, replaces }) {
      if (!SystemNotification.isSupported()) return
      for (const old of [...replaces, id]) letGo(old)
      const actions = buttons.map((button) => ({ type: 'button' as const, text: buttonTexts[button] }))
      const body = platform === 'linux' ? asMarkup(plain) : plain
      const notification = new SystemNotification({ title, body, silent, actions })
      held.set(id, notification)
      const [oldest] = held.keys()
      if (held.size > maxHeld && oldest !== undefined) held.delete(oldest)
      notification.on('click', () => open(ref))
      notification.on('action', ({ actionIndex }) => press(buttons[actionIndex], ref))
      notification.on('close', ({ reason }) => {
        // On Windows it goes on to the Action Center, where it can still be clicked.
        if (reason !== 'timedOut' && held.get(id) === notification) held.delete(id)
      })
      notification.show()
    },
  }
}
