import { expect, it } from 'vitest'
import { createTrayCommands } from '../../../../electron/app/tray-commands.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setPlans } from '../../../../electron/state/updates.ts'
import type { TrayCommand } from '../../../../electron/tray/menu.ts'
import { ok } from '../../../../shared/result.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { aServer, aState, keyId } from '../../../fixtures/state.ts'

const { ref } = aServer()
const now = 1_000

/** What was asked of the parts by each command, in order. */
function run(...commands: TrayCommand[]) {
  const store = createStore(aState())
  const plan = planView({ id: 'plan-1', ref })
  store.update(setPlans([plan]))
  const asked: unknown[] = []
  const note =
    (what: string) =>
    (...given: unknown[]) => {
      asked.push([what, ...given])
      return ok()
    }
  const commandsOf = createTrayCommands({
    store,
    plans: { postpone: note('postpone'), now: note('now'), cancel: note('cancel'), dismiss: note('dismiss') },
    preferences: { mute: note('mute') },
    windows: { main: { show: note('show') }, open: note('open'), focusOn: note('focus') },
    sendPower: async (...given) => void note('power')(...given),
    clock: { now: () => now },
    quit: note('quit'),
  })
  for (const command of commands) commandsOf(command)
  return asked
}

it.each<[TrayCommand, unknown[]]>([
  [{ kind: 'power', ref, signal: 'restart', keyId: keyId('key-1') }, ['power', ref, 'restart', 'tray', keyId('key-1')]],
  [{ kind: 'power', ref, signal: 'kill' }, ['power', ref, 'kill', 'tray', undefined]],
  [{ kind: 'open-console', ref }, ['open', ref]],
  [{ kind: 'open-window' }, ['show']],
  [{ kind: 'open-settings' }, ['focus', { page: 'settings', at: now }]],
  [{ kind: 'restart-dialog', ref }, ['focus', { ref, dialog: 'restart', at: now }]],
  [{ kind: 'plan', id: 'plan-1', what: 'postpone' }, ['postpone', 'plan-1']],
  [{ kind: 'plan', id: 'plan-1', what: 'now' }, ['now', 'plan-1', 'tray']],
  [{ kind: 'plan', id: 'plan-1', what: 'cancel' }, ['cancel', 'plan-1', false]],
  [{ kind: 'plan', id: 'plan-1', what: 'dismiss' }, ['dismiss', 'plan-1']],
  [{ kind: 'mute', choice: '1h' }, ['mute', '1h']],
  [{ kind: 'mute', choice: null }, ['mute', null]],
  [{ kind: 'quit' }, ['quit']],
])('%j asks one part, once', (command, asked) => {
  expect(run(command)).toEqual([asked])
})

it('cancels no plan that is gone', () => {
  expect(run({ kind: 'plan', id: 'gone', what: 'cancel' })).toEqual([])
})
