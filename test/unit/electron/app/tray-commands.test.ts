import { expect, it } from 'vitest'
import { createSendPower, createTrayCommands } from '../../../../electron/app/tray-commands.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setPlans } from '../../../../electron/state/updates.ts'
import type { TrayCommand } from '../../../../electron/tray/menu.ts'
import { fail, ok } from '../../../../shared/result.ts'
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

it.each([
  { says: true, answer: ok(), asked: ['Kill Alpha?'], sent: ['kill'], told: 0 },
  { says: false, answer: ok(), asked: ['Kill Alpha?'], sent: [], told: 0 },
  { says: true, answer: fail('timeout'), asked: ['Kill Alpha?'], sent: ['kill'], told: 1 },
])('a kill from the tray is asked about, and its failure told: yes $says, sent well $answer.ok', async (course) => {
  const store = createStore(aState({ servers: [aServer({ name: 'Alpha', state: 'running' })] }))
  const seen = { asked: [] as string[], sent: [] as string[], told: 0 }
  const sendPower = createSendPower({
    store,
    power: {
      async send(_ref, signal) {
        seen.sent.push(signal)
        return course.answer
      },
    },
    async ask({ message }) {
      seen.asked.push(message)
      return course.says
    },
    tell() {
      seen.told += 1
    },
  })
  await sendPower(ref, 'kill', 'tray')
  expect(seen).toEqual({ asked: course.asked, sent: course.sent, told: course.told })
})
