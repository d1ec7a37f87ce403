import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createSendPower,
  createTrayCommands,
  type PowerClick,
  whyNotSent,
} from '../../../../electron/app/tray-commands.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { put } from '../../../../electron/state/updates.ts'
import type { MenuItem, TrayCommand } from '../../../../electron/tray/menu.ts'
import { menuModel } from '../../../../electron/tray/menu-model.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'
import { aServer, aState, keyId } from '../../../fixtures/state.ts'

const { ref } = aServer()
const gone: ServerRef = serverView({ identifier: 'gone0000' }).ref
const now = 1_000
/** What every item for a server carries. */
const target = { ref, name: 'Survival' }

/** What was asked of the parts by each command, in order. @param answer what plans say */
function run(command: TrayCommand, answer: Result<void> = ok()) {
  const store = createStore(aState())
  store.update(put('plans', planView({ id: 'plan-1', ref })))
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
    backups: {
      startPlain: async (...given) => {
        note('backup')(...given)
        return ok()
      },
    },
    windows: { main: { show: note('show') }, focusOn: note('focus') },
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
  [{ kind: 'backup', ...target }, ['backup', ref, 'tray']],
  [{ kind: 'open-console', ...target }, ['focus', { ref, area: 'console', at: now }]],
  [{ kind: 'open-server-settings', ...target }, ['focus', { ref, area: 'settings', at: now }]],
  [{ kind: 'open-window' }, ['show']],
  [{ kind: 'open-settings' }, ['focus', { page: 'settings', section: 'general', at: now }]],
  [{ kind: 'restart-dialog', ...target }, ['focus', { ref, dialog: 'restart', at: now }]],
  [{ kind: 'plan', id: 'plan-1', what: 'postpone', ...target }, ['postpone', 'plan-1']],
  [{ kind: 'plan', id: 'plan-1', what: 'now', ...target }, ['now', 'plan-1', 'tray']],
  [{ kind: 'plan', id: 'plan-1', what: 'cancel', ...target }, ['cancel', 'plan-1', false, 'tray']],
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
  const asked = run({ kind: 'plan', id: 'plan-1', what, ...target }, fail('too-late'))
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

it.each([
  ['open-console', 'Old one was not opened'],
  ['restart-dialog', 'Old one was not opened'],
  ['backup', 'No backup of Old one was made'],
] as const)('does nothing of a server that has gone, and says so: %s', (kind, title) => {
  expect(run({ kind, ref: gone, name: 'Old one' })).toEqual([['tell', title, gone]])
})

/** What was asked and sent for a signal from the tray, and how often something was told. */
function sendRig({ says = true, answer = ok() as Result<void>, becomes }: Partial<Course> = {}) {
  const store = createStore(aState({ servers: [aServer({ name: 'Alpha', state: 'running' })] }))
  const seen = { asked: [] as string[], sent: [] as string[], told: 0 }
  const sendPower = createSendPower({
    store,
    clock: { now: () => now },
    power: {
      async send(_ref, signal) {
        seen.sent.push(signal)
        return answer
      },
    },
    async ask({ message }) {
      seen.asked.push(message)
      if (becomes) store.update((state) => ({ ...state, servers: { [ref]: aServer({ state: becomes }) } }))
      return says
    },
    tell() {
      seen.told += 1
    },
  })
  return { seen, sendPower }
}

type Course = { says: boolean; answer: Result<void>; becomes?: 'offline'; sent: string[]; told: number }

it.each<Course>([
  { says: true, answer: ok(), sent: ['kill'], told: 0 },
  { says: false, answer: ok(), sent: [], told: 0 },
  { says: true, answer: fail('timeout'), sent: ['kill'], told: 1 },
  { says: true, answer: ok(), becomes: 'offline', sent: [], told: 1 },
])(
  'a kill from the tray is asked about, and what keeps it from being sent told: $says, $answer.ok, $becomes',
  async (course) => {
    const { seen, sendPower } = sendRig(course)
    await sendPower({ ref, signal: 'kill' }, 'tray')
    expect(seen).toEqual({ asked: ['Kill Alpha?'], sent: course.sent, told: course.told })
  },
)

it('asks where the label said so, though the settings no longer do', async () => {
  const { seen, sendPower } = sendRig()
  await sendPower({ ref, signal: 'stop', asks: false }, 'tray')
  await sendPower({ ref, signal: 'stop', asks: true }, 'tray')
  expect(seen).toMatchObject({ asked: ['Stop Alpha?'], sent: ['stop', 'stop'] })
})

type Server = Parameters<typeof serverView>[0]
const withServer = (more: Server = {}, key: Parameters<typeof keyView>[0] = {}) =>
  appState({ panels: [panelView()], keys: [keyView(key)], servers: [serverView({ state: 'running', ...more })] })

const stalled = powerAction({ id: 'a', signal: 'stop', phase: 'stalled' })

describe('whyNotSent', () => {
  it.each<[string, Server, Omit<PowerClick, 'ref'>, string | null]>([
    ['as it was', {}, { signal: 'restart' }, null],
    [
      'stopped meanwhile',
      { state: 'offline' },
      { signal: 'restart' },
      'The server’s state has changed: offline, use Start.',
    ],
    ['started meanwhile', {}, { signal: 'start' }, 'The server’s state has changed: already running.'],
    [
      'acted on meanwhile',
      { action: powerAction({ phase: 'accepted' }) },
      { signal: 'stop' },
      'The server’s state has changed: another action is running.',
    ],
    ['still stalled', { state: 'stopping', action: stalled }, { signal: 'stop', retryOf: 'a' }, null],
    [
      'still stalled, and dropped once more',
      { state: 'stopping', action: { ...stalled, signal: 'restart' } },
      { signal: 'restart', retryOf: 'a' },
      'The server’s state has changed: still stopping.',
    ],
    [
      'stalled, but it came about after all',
      { state: 'offline', action: powerAction({ id: 'a', signal: 'stop', phase: 'confirmed' }) },
      { signal: 'stop', retryOf: 'a' },
      'The action that was to be tried again is over.',
    ],
    [
      'another one stalled since',
      { state: 'stopping', action: powerAction({ id: 'b', signal: 'restart', phase: 'stalled' }) },
      { signal: 'stop', retryOf: 'a' },
      'The action that was to be tried again is over.',
    ],
  ])('%s', (_, server, click, message) => {
    expect(whyNotSent(withServer(server), { ref, ...click }, 0)?.message ?? null).toBe(message)
  })

  it('sends nothing to a server that has gone', () => {
    expect(whyNotSent(appState(), { ref, signal: 'restart' }, 0)?.code).toBe('unknown-server')
  })

  it('lets what the panel refused be tried again, and not what the owner says the key lacks', () => {
    const refused = withServer({}, { learned: [{ permission: 'power', has: false, at: 0 }] })
    expect(whyNotSent(refused, { ref, signal: 'restart' }, 1)).toBeNull()
    const lacking = withServer({}, { declared: [] })
    expect(whyNotSent(lacking, { ref, signal: 'restart' }, 1)?.message).toContain('key lacks Power')
    // The owner may be wrong of a key that they choose by name.
    expect(whyNotSent(lacking, { ref, signal: 'restart', keyId: keyView().id }, 1)).toBeNull()
  })
})

/** Every item of a menu that sends a signal. */
const powerItems = (items: readonly MenuItem[]): { label: string; command: PowerClick & { asks: boolean } }[] =>
  items.flatMap((item) => {
    if (item.kind === 'submenu') return powerItems(item.items)
    return item.kind === 'action' && item.enabled && item.command.kind === 'power'
      ? [{ label: item.label, command: item.command }]
      : []
  })

const phases = ['sending', 'waiting', 'accepted', 'confirmed', 'unconfirmed', 'refused', 'stalled'] as const
const someServer = (identifier: string): fc.Arbitrary<ServerView | null> =>
  fc.option(
    fc
      .record({
        state: fc.constantFrom('unknown', 'offline', 'starting', 'running', 'stopping'),
        condition: fc.constantFrom(null, 'suspended'),
        action: fc.option(
          fc
            .record({
              id: fc.constantFrom('a', 'b'),
              signal: fc.constantFrom('start', 'stop', 'restart', 'kill'),
              phase: fc.constantFrom(...phases),
            })
            .map(powerAction),
        ),
      })
      .map((parts) => serverView({ identifier, name: `Server ${identifier}`, ...parts })),
  )
const someState: fc.Arbitrary<AppState> = fc
  .tuple(someServer('aaaaaaaa'), someServer('bbbbbbbb'))
  .map((servers) =>
    appState({ panels: [panelView()], keys: [keyView()], servers: servers.filter((one) => one !== null) }),
  )

describe('a click on a menu', () => {
  it('that is of this moment is never turned down', () => {
    fc.assert(
      fc.property(someState, (state) => {
        for (const { command } of powerItems(menuModel(state, 0))) expect(whyNotSent(state, command, 0)).toBeNull()
      }),
    )
  })

  it('that is older goes out only where the menu of this moment has the same item, with the same promise', () => {
    fc.assert(
      fc.property(someState, someState, (before, after) => {
        const now = powerItems(menuModel(after, 0))
        for (const { label, command } of powerItems(menuModel(before, 0))) {
          if (whyNotSent(after, command, 0) !== null) continue
          const same = now.filter((item) => item.command.ref === command.ref && item.command.signal === command.signal)
          expect([label, same.map((item) => item.command.retryOf)]).toEqual([
            label,
            expect.arrayContaining([command.retryOf]),
          ])
        }
      }),
    )
  })
})
