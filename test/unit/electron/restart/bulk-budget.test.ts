import { expect, it } from 'vitest'
import { createCommands } from '../../../../electron/console/commands.ts'
import { createRateLimits } from '../../../../electron/demo-panel/http/rate-limit.ts'
import { createSleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import { createPanelClient } from '../../../../electron/panel/client.ts'
import { createBulkRunner } from '../../../../electron/restart/bulk-runner.ts'
import { createPoller } from '../../../../electron/servers/poller.ts'
import { createPower } from '../../../../electron/servers/power.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { BulkWork } from '../../../../shared/bulk/contract.ts'
import { bulkCounts } from '../../../../shared/bulk/words.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { withOpenConsoles } from '../../../fixtures/no-consoles.ts'
import { serverView } from '../../../fixtures/server-view.ts'

/** So many servers behind the real client and a panel with a limit, of which every tenth refuses. No network. */
function setUp(count: number, { polls }: { polls: boolean }) {
  const clock = createFakeClock()
  const servers = Array.from({ length: count }, (_, i) =>
    serverView({ identifier: String(10_000_000 + i), name: `Server ${i}`, state: 'running' }),
  )
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers }))
  const limit = createRateLimits({ requests: 60, windowMs: 60_000 })
  const seen = { posts: 0, refused: 0, requests: 0 }
  const restartedAt = new Map<string, number>()
  /** A restart takes half a minute, of which the server is down for the first part. */
  function stats(id: string): object {
    const since = clock.now() - (restartedAt.get(id) ?? clock.now() - 3_600_000)
    const uptime = Math.max(0, since - 15_000)
    const state = since < 30_000 ? 'starting' : 'running'
    const resources = { cpu_absolute: 1, memory_bytes: 1, disk_bytes: 1, uptime }
    return { object: 'stats', attributes: { current_state: uptime === 0 ? 'offline' : state, resources } }
  }

  async function answer(url: string, isPost: boolean): Promise<Response> {
    seen.requests += 1
    const { passed, headers } = limit.take('account', clock.now())
    const id = /servers\/(\d+)\//.exec(url)?.[1] ?? ''
    const problem = (status: number) => Response.json({ errors: [{ status: String(status) }] }, { status, headers })
    if (!passed) {
      seen.refused += 1
      return problem(429)
    }
    if (!isPost) return Response.json(stats(id), { headers })
    seen.posts += 1
    if (Number(id) % 10 === 3) return problem(422)
    restartedAt.set(id, clock.now())
    return new Response(null, { status: 204, headers })
  }
  const client = createPanelClient({
    baseUrl: 'https://panel.home.example/api/client',
    readToken: async () => ok('ptlc_test'),
    clock,
    random: () => 0,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      return answer(request.url, request.method === 'POST')
    },
  })
  let ids = 0
  const parts = { store, clock, newId: () => `id-${++ids}`, clientFor: () => client }
  const power = createPower(parts)
  const consoles = { echo: () => undefined }
  const commands = createCommands({ ...parts, consoles, history: { add: () => undefined } })
  const noPlans = { start: () => fail('internal'), cancel: () => fail('internal') }
  const { read: readState } = withOpenConsoles(parts)
  const file = { get: () => ({ plans: [], runs: {}, frozen: {}, bulks: [] }), change: () => undefined }
  const others = { power, commands, plans: noPlans, checkRights: async () => ok(), file, readState }
  const bulks = createBulkRunner({ ...parts, sleepWatch: createSleepWatch(clock), ...others })
  const poller = polls
    ? createPoller({ ...parts, visibleServers: createVisibleServers(), isPaused: () => false })
    : null
  const bulk = () => {
    const [view] = Object.values(store.get().bulks)
    if (view === undefined) throw new Error('there is no bulk')
    return view
  }
  return {
    clock,
    seen,
    bulks,
    bulk,
    begin: (work: BulkWork, staggerMs: number) =>
      bulks.start({ work, refs: servers.map(({ ref }) => ref), staggerMs, origin: 'window' }),
    dispose() {
      bulks.dispose()
      poller?.dispose()
    },
  }
}

const command: BulkWork = { kind: 'command', text: 'save-all' }

it('reaches 200 servers within 60 requests a minute, without one refusal for the rate', async () => {
  const { clock, begin, bulk, seen, dispose } = setUp(200, { polls: false })
  begin(command, 0)
  await clock.advance(4 * 60_000)
  expect(bulkCounts(bulk())).toMatchObject({ confirmed: 180, failed: 20, waiting: 0, running: 0 })
  expect(bulk().phase).toBe('done')
  expect(seen).toEqual({ posts: 200, refused: 0, requests: 200 })
  // Three windows and a part of the fourth: the limit is used nearly whole.
  expect((bulk().endedAt ?? 0) - bulk().startedAt).toBeLessThanOrEqual(200_000)
  dispose()
})

it('does so beside the readings of all servers, which tell what came of each restart', {
  timeout: 60_000,
}, async () => {
  const { clock, begin, bulk, seen, dispose } = setUp(100, { polls: true })
  // Every server is read once before, so that its uptime tells of another run.
  await clock.advance(8 * 60_000)
  begin({ kind: 'power', signal: 'restart' }, 5_000)
  await clock.advance(20 * 60_000)
  expect(bulkCounts(bulk())).toMatchObject({ confirmed: 90, failed: 10, waiting: 0, running: 0, stalled: 0 })
  expect(seen.posts).toBe(100)
  expect(seen.refused).toBe(0)
  dispose()
})
