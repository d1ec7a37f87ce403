/**
 * The load of 50 servers, a week of it and an hour at rest; prints what it takes as JSON. Run as a bundle, in a process of
 * its own, so that its memory is its own.
 */

import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLoadFile, loadHistoryPath } from '../../electron/load-history/file.ts'
import { createLoadHistory } from '../../electron/load-history/history.ts'
import { pointOf, thinned } from '../../electron/load-history/points.ts'
import { noteObservation } from '../../electron/servers/observations.ts'
import { createStore } from '../../electron/state/store.ts'
import type { LoadPoint } from '../../shared/load-history/contract.ts'
import { appState, keyView, panelView } from '../fixtures/app-state.ts'
import { createFakeClock } from '../fixtures/fake-clock.ts'
import { serverView } from '../fixtures/server-view.ts'
import { createTestLog } from '../fixtures/test-log.ts'
import type { LoadHistorySample } from './load-history.ts'

const hourMs = 3_600_000
const weekMs = 7 * 24 * hourMs
/** As often as a server is asked that nobody looks at. */
const readEveryMs = 60_000

const servers = Array.from({ length: 50 }, (_, i) => serverView({ identifier: String(10_000_000 + i) }))
const folder = mkdtempSync(join(tmpdir(), 'load-bench-'))
const path = loadHistoryPath(folder)
const file = createLoadFile({ path, log: createTestLog() })

/** Numbers that look like load, the same in each run. */
const cpuAt = (at: number) => 100 + 90 * Math.sin(at / 7_919)
const memoryAt = (at: number) => 2 ** 31 + 2 ** 29 * Math.sin(at / 104_729)
const readingsOf = (now: number): LoadPoint[] =>
  Array.from({ length: weekMs / readEveryMs }, (_, i) => {
    const at = now - weekMs + i * readEveryMs
    return pointOf([at, cpuAt(at), memoryAt(at)])
  })

function heapOf(make: () => readonly unknown[]): number {
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  const made = make()
  globalThis.gc?.()
  const bytes = process.memoryUsage().heapUsed - before
  if (made.length !== servers.length) throw new Error('not all was made')
  return bytes
}

/** The CPU of an hour of readings of all servers, in milliseconds. */
async function hourOf(keeps: 'nothing' | 'as-it-is' | 'each-reading'): Promise<number> {
  const clock = createFakeClock()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers }))
  file.set(new Map(servers.map(({ ref }) => [ref, thinned(readingsOf(clock.now()), clock.now())])))
  const history = keeps === 'nothing' ? null : createLoadHistory({ store, clock, file })
  const before = process.cpuUsage()
  for (let passed = 0; passed < hourMs; passed += readEveryMs) {
    const at = clock.now()
    const resources = { cpuPercent: cpuAt(at), memoryBytes: memoryAt(at), diskBytes: 2 ** 33, uptimeMs: at }
    const reading = { state: 'running', resources, freshForMs: 20_000 } as const
    for (const { ref } of servers) store.update(noteObservation(ref, { kind: 'reading', at, reading }))
    if (keeps === 'each-reading') history?.flush()
    await clock.advance(readEveryMs)
  }
  history?.dispose()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

const now = Date.UTC(2026, 0, 15, 12)
const held = heapOf(() => servers.map(() => thinned(readingsOf(now), now)))
const heldWhole = heapOf(() => servers.map(() => readingsOf(now)))
// Once for nothing, so that the code is as fast as it becomes.
await hourOf('as-it-is')
const disk = statSync(path).size
const idle = await hourOf('nothing')
const sample: LoadHistorySample = {
  disk,
  held,
  heldWhole,
  cpuMs: (await hourOf('as-it-is')) - idle,
  cpuEachMs: (await hourOf('each-reading')) - idle,
}
rmSync(folder, { recursive: true, force: true })
process.stdout.write(JSON.stringify(sample))
