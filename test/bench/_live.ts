import { createPanelClient } from '../../electron/panel/client.ts'
import { createInView } from '../../electron/servers/in-view.ts'
import { createPoller } from '../../electron/servers/poller.ts'
import { createStore } from '../../electron/state/store.ts'
import { ok } from '../../shared/result.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { serverView } from '../fixtures/server-view.ts'
const fleet = (count: number) => Array.from({ length: count }, (_, i) => serverView({ name: `Server ${i}`, identifier: String(10_000_000 + i) }))
const clock = createFakeClock()
const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: fleet(50) }))
let n = 0, ticks = 0
const after = clock.after; (clock as any).after = (ms: number, f: () => void) => { ticks++; return after(ms, f) }
const resources = { cpu_absolute: 12.5, memory_bytes: 2 ** 31, disk_bytes: 2 ** 33, uptime: 90_000 }
const client = createPanelClient({ baseUrl: 'https://panel.home.example/api/client', readToken: async () => ok('ptlc_bench'), clock, fetch: async () => { n++; return Response.json({ object: 'stats', attributes: { current_state: 'running', is_suspended: false, resources } }) } })
createPoller({ store, clock, clientFor: () => client, inView: createInView(), isResting: () => false })
for (let i = 0; i < 60; i++) { const b = process.cpuUsage(); const n0 = n, t0 = ticks; await clock.advance(600_000); const { user, system } = process.cpuUsage(b); console.log((user + system) / 1000, n - n0, ticks - t0) }
