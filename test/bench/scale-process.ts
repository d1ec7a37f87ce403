/**
 * The main process without a window, first empty, then at rest with all servers of the panel at the origin that is given;
 * prints what that takes as JSON. Run as a bundle, in a process of its own, so that its memory is its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../electron/clock.ts'
import { createPublisher } from '../../electron/state/publisher.ts'
import { menuModel } from '../../electron/tray/menu-model.ts'
import { trayFace } from '../../electron/tray/reading.ts'
import { openCore } from '../fixtures/open-core.ts'
import { createTestLog } from '../fixtures/test-log.ts'

/** Bytes of memory, milliseconds of CPU in each second, characters of the tray's menu as JSON. */
export type ScaleSample = Readonly<Record<'servers' | 'bytes' | 'cpuMsPerSecond' | 'menu', number>>

/** After the list the first states are read in a burst; then a fleet is at rest. */
const settleMs = 30_000
const restMs = 60_000
/** As often as the tray draws at most. */
const drawEveryMs = 200

const [origin = ''] = process.argv.slice(2)
const profile = mkdtempSync(join(tmpdir(), 'scale-bench-'))
const core = openCore(profile, createTestLog())
const { store } = core
const publisher = createPublisher({ store, clock: systemClock, push: () => {} })

/** What the tray does but for showing it. */
const drawn = { menu: 0 }
let cancelDraw: (() => void) | undefined
function draw(): void {
  cancelDraw = undefined
  const state = store.get()
  drawn.menu = JSON.stringify([menuModel(state, Date.now()), trayFace(state)]).length
}
store.subscribe(() => {
  cancelDraw ??= systemClock.after(drawEveryMs, draw)
})

await core.start({ demo: false })
globalThis.gc?.()
const empty = process.memoryUsage().rss

const added = await core.registry.add({
  address: `${origin}/api/client`,
  token: 'ptlc_0123456789aTokenOfTheUsualLength0123456789ab',
  label: 'Bench',
})
if (!added.ok) throw new Error(added.error.message)
await systemClock.sleep(settleMs)
const before = process.cpuUsage()
let most = 0
for (let rested = 0; rested < restMs; rested += 1_000) {
  await systemClock.sleep(1_000)
  most = Math.max(most, process.memoryUsage().rss)
}
const { user, system } = process.cpuUsage(before)
const sample: ScaleSample = {
  servers: Object.keys(store.get().servers).length,
  bytes: most - empty,
  cpuMsPerSecond: (user + system) / restMs,
  menu: drawn.menu,
}
publisher.dispose()
await core.dispose()
rmSync(profile, { recursive: true, force: true })
process.stdout.write(JSON.stringify(sample))
