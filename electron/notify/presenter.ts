import { Notification } from 'electron'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { StateStore } from '../state/store.ts'
import { noticesFor } from './policy.ts'

/** Shows what the policy decides as system notifications; a click leads to the server. */
export function createPresenter(deps: { store: StateStore; open: (ref: ServerRef) => void }): { dispose(): void } {
  // Electron collects a notification nobody holds, and its click with it.
  const shown = new Set<Notification>()
  const unsubscribe = deps.store.subscribe((after, before) => {
    if (!Notification.isSupported()) return
    for (const { ref, title, body } of noticesFor(before, after)) {
      const notification = new Notification({ title, body })
      shown.add(notification)
      notification.on('click', () => deps.open(ref))
      notification.on('close', () => shown.delete(notification))
      notification.show()
    }
  })
  return { dispose: unsubscribe }
}
