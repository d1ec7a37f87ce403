import type { Origin } from '../../shared/model/power.ts'
import { asksFirst } from '../../shared/model/preferences.ts'
import { serverNames } from '../../shared/model/server-names.ts'
import type { Clock } from '../lib/clock.ts'
import { type Notification, notificationOfUnsent } from '../notify/policy.ts'
import type { Power } from '../servers/power.ts'
import type { StateStore } from '../state/store.ts'
import { confirmPower } from '../windows/confirm-power.ts'
import { type PowerClick, whyNotSent } from './power-click.ts'

export type SendPower = (click: PowerClick, origin: Origin) => Promise<void>

type Deps = {
  store: StateStore
  clock: Pick<Clock, 'now'>
  power: Power
  tell: (notification: Notification) => void
}

/**
 * Sends a signal from a place that shows no answer of its own, once it was asked about as the person chose. What has
 * changed since the place was drawn, or while the question stood, may keep it from being sent; that is told.
 */
export function createSendPower({ store, clock, power, tell }: Deps): SendPower {
  /** Whether it is still to be sent. */
  function mayGo(click: PowerClick): boolean {
    const state = store.get()
    const error = whyNotSent(state, click, clock.now())
    const notification = error && notificationOfUnsent(state, click.ref, click.signal, error, click.name)
    if (notification) tell(notification)
    return error === null
  }

  return async (click, origin) => {
    if (!mayGo(click)) return
    const { ref, signal, keyId } = click
    const { preferences, servers } = store.get()
    if (click.asks || asksFirst(preferences.confirm, signal, servers[ref]?.state ?? 'unknown')) {
      if (!(await confirmPower(serverNames(store.get())(ref), signal)) || !mayGo(click)) return
    }
    const sent = await power.send(ref, signal, origin, { keyId })
    const notification = sent.ok ? null : notificationOfUnsent(store.get(), ref, signal, sent.error, click.name)
    if (notification !== null) tell(notification)
  }
}
