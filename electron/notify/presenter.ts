import { Notification } from 'electron'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { StateStore } from '../state/store.ts'
import type { Notice } from './policy.ts'
import { noticesFor } from './policy.ts'

export type Presenter = {
  show(notice: Notice): void
  dispose(): void
}

/** Not every system says when a notification has gone, so only so many are held. */
const maxHeld = 20

/** Shows what the policy decides as system notifications; a click leads to the server. */
export function createPresenter(deps: { store: StateStore; open: (ref: ServerRef) => void }): Presenter {
  // Electron collects a notification nobody holds, and its click with it.
  const held = new Set<Notification>()

  function show({ ref, title, body }: Notice): void {
    if (!Notification.isSupported()) return
    const notification = new Notification({ title, body })
    held.add(notification)
    const [oldest] = held
    if (held.size > maxHeld && oldest !== undefined) held.delete(oldest)
    notification.on('click', () => deps.open(ref))
    notification.on('close', () => held.delete(notification))
    notification.show()
  }

  const unsubscribe = deps.store.subscribe((after, before) => noticesFor(before, after).forEach(show))
  return { show, dispose: unsubscribe }
}
