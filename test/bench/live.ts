import { Bench } from 'tinybench'
import { createPanelClient } from '../../electron/panel/client.ts'
import { noteObservation } from '../../electron/servers/observations.ts'
import { createPoller } from '../../electron/servers/poller.ts'
import { createVisibleServers } from '../../electron/servers/visible-servers.ts'
import { createStore } from '../../electron/state/store.ts'
import { ok } from '../../shared/result.ts'
import { applyPatch, diffState } from '../../shared/state/state-patch.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { serverView } from '../fixtures/server-view.ts'
import { compared, type Figure, median, ms } from './figures.ts'

const fleet = (count: number) =>
  Array.from({ length: count }, (_, i) => serverView({ name: `Server ${i}`, identifier: String(10_000_000 + i) }))

const readingAt = (at: number) =>
  ({
    kind: 'reading',
    at,
    reading: {
      state: 'running',
      resources: { cpuPercent: at % 100, memoryBytes: 2 ** 31 + at, diskBytes: 2 ** 33, uptimeMs: at },
      freshForMs: 20_000,
    },
  }) as const

function stateOf(count: number): AppState {
  const servers = fleet(count)
  const empty = appState({ panels: [panelView()], keys: [keyView()], servers })
  // Every server has ten minutes of trend.
  return servers.reduce((state, { ref }) => {
    let next = state
    for (let at = 0; at < 600_000; at += 20_000) next = noteObservation(ref, readingAt(at))(next)
    return next
  }, empty)
}

const bytes = (value: unknown) => JSON.stringify(value).length

/** One reading of one server of 1,000, from the answer to the window's state, against a whole snapshot. */
async function measureChange(): Promise<Figure[]> {
  const state = stateOf(1_000)
  const ref = Object.values(state.servers)[500]?.ref
  if (ref === undefined) throw new Error('the state has no servers')
  const change = () => {
    const next = noteObservation(ref, readingAt(600_000))(state)
    return { from: 1, to: 2, ...diffState(state, next) }
  }
  const bench = new Bench({ time: 1_000 })
  bench.add('patch', () => void applyPatch(state, structuredClone(change())))
  bench.add('snapshot', () => void structuredClone(state))
  await bench.run()
  const [patch, snapshot] = [median(bench, 'patch'), median(bench, 'snapshot')]
  const sizes = [bytes(change()), bytes(state)] as const
  return [
    compared({
      name: 'one server of 1,000 changes: state, patch, copy, window, median',
      value: patch,
      reference: [snapshot, 'copy of a snapshot'],
      as: ms,
      most: 0.25,
    }),
    {
      name: 'the same in bytes of JSON',
      value: `${sizes[0]} B`,
      reference: `${sizes[1]} B (snapshot)`,
      ratio: `${((sizes[0] / sizes[1]) * 100).toFixed(2)} %`,
      aim: '≤ 1 %',
      holds: sizes[0] / sizes[1] <= 0.01,
    },
  ]
}

const servers = 50
const spanMs = 10 * 60_000
const naiveEveryMs = 10_000

type Start = (part: ReturnType<typeof setUp>) => () => void

/** The requests of ten simulated minutes. */
async function tenMinutes(start: Start): Promise<number> {
  const part = setUp()
  const end = start(part)
  await part.clock.advance(spanMs)
  end()
  return part.asked.requests
}

const resources = { cpu_absolute: 12.5, memory_bytes: 2 ** 31, disk_bytes: 2 ** 33, uptime: 90_000 }
const answer = { object: 'stats', attributes: { current_state: 'running', is_suspended: false, resources } }

function setUp() {
  const clock = createFakeClock()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: fleet(servers) }))
  const asked = { requests: 0 }
  // The real client on answers that need no network: headers, JSON and rate budget are paid for.
  const client = createPanelClient({
    baseUrl: 'https://panel.home.example/api/client',
    readToken: async () => ok('ptlc_bench'),
    clock,
    fetch: async () => {
      asked.requests += 1
      return Response.json(answer)
    },
  })
  return { clock, store, client, asked }
}

const pollAsWeDo: Start = ({ clock, store, client }) => {
  const deps = { store, clock, clientFor: () => client, visibleServers: createVisibleServers(), isPaused: () => false }
  return createPoller(deps).dispose
}

const askAllAgainAndAgain: Start = ({ clock, store, client }) => {
  let cancel = () => {}
  const again = () => {
    for (const { ref, identifier } of Object.values(store.get().servers)) {
      void client.readResources(identifier).then((answer) => {
        if (answer.ok) store.update(noteObservation(ref, { ...readingAt(clock.now()), reading: answer.value }))
      })
    }
    cancel = clock.after(naiveEveryMs, again)
  }
  again()
  return () => cancel()
}

/** Fifty servers that nobody looks at, against the same asked one and all every ten seconds. */
async function measureIdle(): Promise<Figure> {
  const [ours, naive] = [await tenMinutes(pollAsWeDo), await tenMinutes(askAllAgainAndAgain)]
  return compared({
    name: 'ten idle minutes with 50 servers: requests',
    value: ours,
    reference: [naive, 'all every 10 s'],
    as: String,
    most: 0.25,
  })
}

export async function measureLive(): Promise<Figure[]> {
  return [...(await measureChange()), await measureIdle()]
}
