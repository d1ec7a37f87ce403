import { createCommands } from '../../electron/console/commands.ts'
import { createSleepWatch } from '../../electron/lib/sleep-watch.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { createBulkRunner } from '../../electron/restart/bulk-runner.ts'
import { createPower } from '../../electron/servers/power.ts'
import { createStore } from '../../electron/state/store.ts'
import { fail, ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { serverView } from '../fixtures/server-view.ts'
import { type Figure, ms, quantile, times } from './figures.ts'

const servers = 200
const rounds = 15

function setUp() {
  const clock = createFakeClock()
  const views = Array.from({ length: servers }, (_, i) => serverView({ identifier: String(10_000_000 + i) }))
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: views }))
  // The real client on answers that need no network.
  const client = createPanelClient({
    baseUrl: 'https://panel.home.example/api/client',
    readToken: async () => ok('ptlc_bench'),
    clock,
    fetch: async () => new Response(null, { status: 204 }),
  })
  return { clock, store, client, views }
}

/** Milliseconds for one command to each of 200 servers, through the bulk action. */
async function runBulk(): Promise<number> {
  const { clock, store, client, views } = setUp()
  let ids = 0
  const parts = { store, clock, newId: () => `id-${++ids}`, clientFor: () => client }
  const consoles = { echo: () => undefined }
  const commands = createCommands({ ...parts, consoles, history: { add: () => undefined } })
  const plans = { start: () => fail('internal'), cancel: () => fail('internal') }
  const bulks = createBulkRunner({
    ...parts,
    sleepWatch: createSleepWatch(clock),
    power: createPower(parts),
    commands,
    plans,
    checkRights: async () => ok(),
    file: { get: () => ({ plans: [], runs: {}, frozen: {}, bulks: [] }), change: () => undefined },
    readState: async () => ok({ state: 'running', readFrom: 0 }),
  })
  const done = new Promise<void>((resolve) => {
    store.subscribe(({ bulks: all }) => {
      if (Object.values(all).some(({ phase }) => phase === 'done')) resolve()
    })
  })
  const before = performance.now()
  bulks.start({
    work: { kind: 'command', text: 'save-all' },
    refs: views.map(({ ref }) => ref),
    staggerMs: null,
    origin: 'window',
  })
  await done
  const spent = performance.now() - before
  bulks.dispose()
  return spent
}

/** The same requests, one after the other, by the client alone. */
async function runBare(): Promise<number> {
  const { client, views } = setUp()
  const before = performance.now()
  for (const { identifier } of views) await client.sendCommand(identifier, 'save-all')
  return performance.now() - before
}

/** What a bulk action costs for each server beside the request itself. */
export async function measureBulk(): Promise<Figure[]> {
  const samples: { bulk: number; bare: number }[] = []
  for (let round = 0; round < rounds; round += 1) samples.push({ bulk: await runBulk(), bare: await runBare() })
  const perServer = (key: 'bulk' | 'bare') =>
    quantile(
      samples.map((one) => one[key]),
      0.5,
    ) / servers
  const [bulk, bare] = [perServer('bulk'), perServer('bare')]
  return [
    {
      name: 'bulk command to 200 servers: for each server, median',
      value: ms(bulk),
      reference: `${ms(bare)} (bare requests, no network)`,
      ratio: times(bulk / bare),
      aim: 'overhead ≤ 1 ms',
      holds: bulk - bare <= 1,
    },
  ]
}
