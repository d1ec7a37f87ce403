import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { Origin, PowerSignal } from '../../shared/model/power.ts'
import { signalEffect, signalName } from '../../shared/model/power-words.ts'
import { asksFirst } from '../../shared/model/preferences.ts'
import { serverNames } from '../../shared/model/server-names.ts'
import { type Notification, notificationOfUnsent } from '../notify/policy.ts'
import type { Power } from '../servers/power.ts'
import type { StateStore } from '../state/store.ts'
import type { Ask } from '../windows/questions.ts'

export type SendPower = (ref: ServerRef, signal: PowerSignal, origin: Origin, keyId?: KeyId) => Promise<void>

type Deps = { store: StateStore; power: Power; ask: Ask; tell: (notification: Notification) => void }

/**
 * Sends a signal from tray or notification, after the question that the person chose; a failure is shown as a
 * notification.
 */
export function createSendPower({ store, power, ask, tell }: Deps): SendPower {
  const powerQuestion = (ref: ServerRef, signal: PowerSignal) => ({
    message: `${signalName[signal]} ${serverNames(store.get())(ref)}?`,
    detail: signalEffect[signal],
    yes: signalName[signal],
    look: signal === 'kill' ? ('bad' as const) : ('go' as const),
    about: `${signal} ${ref}`,
  })

  return async (ref, signal, origin, keyId) => {
    const { preferences, servers } = store.get()
    const asks = asksFirst(preferences.confirm, signal, servers[ref]?.state ?? 'unknown')
    if (asks && !(await ask(powerQuestion(ref, signal)))) return
    const sent = await power.send(ref, signal, origin, { keyId })
    const notification = sent.ok ? null : notificationOfUnsent(store.get(), ref, signal, sent.error)
    if (notification !== null) tell(notification)
  }
}
