import { wasAnnounced } from '../../shared/model/plan-words.ts'
import type { Clock } from '../lib/clock.ts'
import type { PlanRunner } from '../restart/plan-runner.ts'
import type { PreferenceEdits } from '../settings/preferences.ts'
import type { StateStore } from '../state/store.ts'
import type { TrayCommand } from '../tray/menu.ts'
import type { SendPower } from './send-power.ts'
import type { Windows } from './windows.ts'

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
