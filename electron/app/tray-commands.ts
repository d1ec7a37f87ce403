import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { wasAnnounced } from '../../shared/model/plan-words.ts'
import type { Origin, PowerSignal } from '../../shared/model/power.ts'
import { signalEffect, signalName } from '../../shared/model/power-words.ts'
import { asksFirst } from '../../shared/model/preferences.ts'
import { serverNames } from '../../shared/model/server-names.ts'
import type { Clock } from '../lib/clock.ts'
import { type Notification, notificationOfUnsent } from '../notify/policy.ts'
import type { PlanRunner } from '../restart/plan-runner.ts'
import type { Power } from '../servers/power.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { StateStore } from '../state/store.ts'
import type { TrayCommand } from '../tray/menu.ts'
import type { Ask } from '../windows/questions.ts'
import type { Windows } from './windows.ts'

export type SendPower = (ref: ServerRef, signal: PowerSignal, origin: Origin, keyId?: KeyId) => Promise<void>

type SendPowerDeps = {
  store: Pick<StateStore, 'get'>
  power: Pick<Power, 'send'>
  ask: Ask
  tell: (notification: Notification) => void
}

/**
 * Sends a signal from tray or notification, after the question that the person chose; a failure is shown as a
 * notification.
 */
export function createSendPower({ store, power, ask, tell }: SendPowerDeps): SendPower {
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

type Deps = {
  store: Pick<StateStore, 'get'>
  plans: Pick<PlanRunner, 'postpone' | 'now' | 'cancel' | 'dismiss'>
  preferences: Pick<PreferenceEdits, 'mute'>
  windows: Pick<Windows, 'open' | 'focusOn'> & { readonly main: Pick<Windows['main'], 'show'> }
  sendPower: SendPower
  clock: Pick<Clock, 'now'>
  quit: () => void
}

/** What each item of the tray menu does. */
export function createTrayCommands(deps: Deps): (command: TrayCommand) => void {
  const { store, plans, preferences, windows, sendPower, clock, quit } = deps

  /** The menu already shows why it was refused. */
  function runPlan({ id, what }: Extract<TrayCommand, { kind: 'plan' }>): void {
    const plan = Object.values(store.get().plans).find((one) => one.id === id)
    if (what === 'postpone') plans.postpone(id)
    if (what === 'now') plans.now(id, 'tray')
    if (what === 'cancel' && plan !== undefined) plans.cancel(id, wasAnnounced(plan))
    if (what === 'dismiss') plans.dismiss(id)
  }

  return (command) => {
    switch (command.kind) {
      case 'power':
        void sendPower(command.ref, command.signal, 'tray', command.keyId)
        break
      case 'open-console':
        windows.open(command.ref)
        break
      case 'open-window':
        windows.main.show()
        break
      case 'open-settings':
        windows.focusOn({ page: 'settings', at: clock.now() })
        break
      case 'restart-dialog':
        windows.focusOn({ ref: command.ref, dialog: 'restart', at: clock.now() })
        break
      case 'plan':
        runPlan(command)
        break
      case 'mute':
        // A failure to save is shown as a notice in the window.
        void preferences.mute(command.choice)
        break
      case 'quit':
        quit()
    }
  }
}
