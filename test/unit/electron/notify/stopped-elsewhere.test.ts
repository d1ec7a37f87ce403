import { expect, it } from 'vitest'
import { createStoppedElsewhere, isEndedBySomebody } from '../../../../electron/notify/stopped-elsewhere.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import { fail } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { atAnswer } from '../../../fixtures/at-answer.ts'
import { createFakeClient, noServer } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const minute = 60_000
/** It was last seen up at noon, and offline half a minute later. */
const down = { lastUpAt: 0, at: 30_000 }

type Own = { readonly signal: PowerSignal; readonly startedAt: number } | null

const at = (event: string, ms: number) => ({ event, at: ms })
const power = (signal: string, ms: number) => at(`server:power.${signal}`, ms)

it.each<[string, readonly ReturnType<typeof at>[], Own, boolean]>([
  ['nothing', [], null, false],
  ['a stop', [power('stop', 10_000)], null, true],
  ['a kill by a clock that is behind', [power('kill', -50_000)], null, true],
  ['a restart, spelled with a dot', [at('server.power.restart', 29_000)], null, true],
  ['a start', [power('start', 10_000)], null, false],
  ['a stop and then a start', [power('stop', 5_000), power('start', 10_000)], null, false],
  ['a start and then a stop, in any order', [power('stop', 10_000), power('start', 5_000)], null, true],
  ['a stop of long before', [power('stop', -2 * minute)], null, false],
  ['a restart of our own', [power('restart', -30_000)], { signal: 'restart', startedAt: -31_000 }, false],
  ['a kill after a restart of our own', [power('kill', 9_000)], { signal: 'restart', startedAt: 0 }, true],
  ['a stop long after one of our own', [power('stop', 9_000)], { signal: 'stop', startedAt: -5 * minute }, true],
  ['something else', [at('server:console.command', 9_000)], null, false],
])('%s', (_what, events, own, isEnded) => {
  expect(isEndedBySomebody(events, down, own)).toBe(isEnded)
})

const server = serverView()
const went = { kind: 'down', ref: server.ref, name: server.name, how: 'crashed', isRepeated: false, ...down } as const

/** Asks of a server whose console has said `text`, with a client whose calls about a server are `at`. */
function ask(at: ReturnType<typeof createFakeClient>['at'], { clock = createFakeClock(), text = '' } = {}) {
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const clientFor = () => ({ ...createFakeClient(), at })
  return createStoppedElsewhere({ store, clock, clientFor, consoles: { text: () => text } })(went)
}

it.each<[ErrorCode, boolean]>([
  ['node-unreachable', false],
  ['panel-failed', false],
  ['panel-maintenance', false],
  ['network-failed', false],
  ['timeout', false],
  ['rate-limited', true],
  ['malformed-answer', true],
  ['permission-lacking', true],
  ['all-permissions-needed', true],
  ['not-permitted', true],
  ['not-on-panel', true],
  ['unknown-key', true],
])('where the activity is answered with %s, it is taken for stopped elsewhere: %s', async (code, isElsewhere) => {
  expect(await ask(() => ({ ...noServer, read: async () => fail(code) }))).toBe(isElsewhere)
})

it('waits for its turn among other readings', async () => {
  const clock = createFakeClock()
  const attributes = { id: '1', event: 'server:power.stop', timestamp: new Date(10_000).toISOString(), is_api: false }
  const { read } = atAnswer({ object: 'list', data: [{ object: 'activity_log', attributes }] })
  const answer = ask(
    (_, { signal } = {}) => ({
      ...noServer,
      read: async (...call) => ((await clock.sleep(29_000, signal)) ? read(...call) : fail('cancelled')),
    }),
    { clock, text: 'server process in a crashed state' },
  )
  await clock.advance(29_000)
  expect(await answer).toBe(true)
})
