import { expect, it } from 'vitest'
import { createTrayCommands } from '../../../../electron/app/tray-commands.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setPlans } from '../../../../electron/state/updates.ts'
import type { TrayCommand } from '../../../../electron/tray/menu.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { aServer, aState, keyId } from '../../../fixtures/state.ts'

const { ref } = aServer()
const gone: ServerRef = serverView({ identifier: 'gone0000' }).ref
const now = 1_000
/** What every item for a server carries. */
const target = { ref, name: 'Survival' }

/** What was asked of the parts by each command, in order. @param answer what plans say */
function run(command: TrayCommand, answer: Result<void> = ok()) {
  const store = createStore(aState())
  store.update(setPlans([planView({ id: 'plan-1', ref })]))
  const asked: unknown[] = []
  const note =
    (what: string) =>
    (...given: unknown[]) => {
      asked.push([what, ...given])
      return ok()
    }
  const plan =
    (what: string) =>
    (...given: unknown[]) => {
      note(what)(...given)
      return answer
    }
  createTrayCommands({
    store,
    plans: { postpone: plan('postpone'), now: plan('now'), cancel: plan('cancel'), dismiss: plan('dismiss') },
    preferences: { mute: note('mute') },
    windows: { main: { show: note('show') }, open: note('open'), focusOn: note('focus') },
    sendPower: async (...given) => void note('power')(...given),
    clock: { now: () => now },
    tell: ({ title, ref: about }) => void note('tell')(title, about),
    quit: note('quit'),
  })(command)
  return asked
}

const power = { kind: 'power', ...target, signal: 'restart', asks: true, keyId: keyId('key-1') } as const

it.each<[TrayCommand, unknown[]]>([
  [power, ['power', power, 'tray']],
  [{ kind: 'open-console', ...target }, ['open', ref]],
  [{ kind: 'open-window' }, ['show']],
  [{ kind: 'open-settings' }, ['focus', { page: 'settings', at: now }]],
  [{ kind: 'restart-dialog', ...target }, ['focus', { ref, dialog: 'restart', at: now }]],
  [{ kind: 'plan', id: 'plan-1', what: 'postpone', ...target }, ['postpone', 'plan-1']],
  [{ kind: 'plan', id: 'plan-1', what: 'now', ...target }, ['now', 'plan-1', 'tray']],
  [{ kind: 'plan', id: 'plan-1', what: 'cancel', ...target }, ['cancel', 'plan-1', false]],
  [{ kind: 'plan', id: 'plan-1', what: 'dismiss', ...target }, ['dismiss', 'plan-1']],
  [{ kind: 'mute', choice: '1h' }, ['mute', '1h']],
  [{ kind: 'mute', choice: null }, ['mute', null]],
  [{ kind: 'quit' }, ['quit']],
])('%j asks one part, once', (command, asked) => {
  expect(run(command)).toEqual([asked])
})

it.each([
  ['postpone', 'The restart of Survival was not postponed'],
  ['now', 'The restart of Survival was not brought forward'],
  ['cancel', 'The restart of Survival was not cancelled'],
  ['dismiss', 'The restart of Survival was not dismissed'],
] as const)('says that a plan could not be changed any more: %s', (what, title) => {
  const asked = run({ kind: 'plan', id: 'plan-1', what, ...target }, fail('plan-past'))
  expect(asked.at(-1)).toEqual(['tell', title, ref])
})

it('says that a plan is gone, but for one that was to go', () => {
  const command = { kind: 'plan', id: 'gone', ...target } as const
  expect(run({ ...command, what: 'cancel' }, fail('unknown-plan')).at(-1)).toEqual([
    'tell',
    'The restart of Survival was not cancelled',
    ref,
  ])
  expect(run({ ...command, what: 'dismiss' }, fail('unknown-plan'))).toEqual([])
})

it.each(['open-console', 'restart-dialog'] as const)(
  'opens nothing of a server that has gone, and says so: %s',
  (kind) => {
    expect(run({ kind, ref: gone, name: 'Old one' })).toEqual([['tell', 'Old one was not opened', gone]])
  },
)
