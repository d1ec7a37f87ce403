import { expect, it } from 'vitest'
import { createPlayersFeature } from '../../../../electron/players/feature.ts'
import { createBackgroundPause } from '../../../../electron/servers/background-pause.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setConsoleStream } from '../../../../electron/state/updates.ts'
import type { PlayersOfServer } from '../../../../shared/model/players-schema.ts'
import { ok } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const first = serverView({ state: 'running' })
const second = serverView({ state: 'running', identifier: 'b1b2c3d4', name: 'Creative' })

/** The feature over consoles and commands that only note what they are told to do. */
function setUp() {
  const clock = createFakeClock()
  const chosen = [first, second].map(
    ({ ref }): PlayersOfServer => ({ ref, game: 'minecraft-java', port: null, isAsked: null }),
  )
  const preferences = { players: { asked: true, panels: [], servers: chosen } }
  const store = createStore(
    appState({ panels: [panelView()], keys: [keyView()], servers: [first, second], preferences }),
  )
  const did: string[] = []
  const feature = createPlayersFeature(
    { store, clock, findRoutes: async () => [] },
    {
      preferences: { allowPlayersOfPanel: () => ok(), setPlayersOfServer: () => ok(), endPlayersQuestion: () => ok() },
      clientFor: () => createFakeClient(),
      gameOf: () => null,
      consoles: {
        onLines: () => () => undefined,
        watch(ref) {
          did.push(`watch ${store.get().servers[ref]?.name}`)
          return { lines: [], isCut: false }
        },
        unwatch: (ref) => void did.push(`leave ${store.get().servers[ref]?.name}`),
      },
      commands: {
        async send(ref, command) {
          did.push(`${command} ${store.get().servers[ref]?.name}`)
          return ok()
        },
      },
      visibleServers: createVisibleServers(),
      backgroundPause: createBackgroundPause({ clock, random: () => 0 }),
    },
  )
  const askList = feature.handlers['players:askList']
  const open = (ref: typeof first.ref) =>
    store.update(setConsoleStream(ref, { phase: 'open', retryAt: null, error: null }))
  return {
    clock,
    did,
    feature,
    open,
    askList: (ref: typeof first.ref) => askList({ ref }),
  }
}

it('opens the console for a list, each for as long as its answer may take', async () => {
  const { askList, clock, did } = setUp()
  const one = askList(first.ref)
  await clock.advance(12_000)
  const other = askList(second.ref)
  await clock.advance(4_000)
  expect(did).toEqual(['watch Survival', 'list Survival', 'watch Creative', 'leave Survival'])
  await clock.advance(20_000)
  expect(did.slice(4)).toEqual(['list Creative', 'leave Creative'])
  expect([(await one).ok, (await other).ok]).toEqual([true, true])
})

it('waits until a console that was just opened has repeated its lines', async () => {
  const { askList, clock, did, open } = setUp()
  open(first.ref)
  await clock.advance(500)
  const asked = askList(first.ref)
  await clock.advance(1_400)
  expect(did).toEqual(['watch Survival'])
  await clock.advance(200)
  expect(did).toEqual(['watch Survival', 'list Survival'])
  expect((await asked).ok).toBe(true)
})

it('sends no command any more once it has ended', async () => {
  const { askList, clock, did, feature } = setUp()
  const asked = askList(first.ref)
  await clock.advance(1_000)
  await feature.dispose?.()
  expect(await asked).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  await clock.advance(60_000)
  expect(did).toEqual(['watch Survival'])
  expect(clock.pending()).toBe(0)
})
