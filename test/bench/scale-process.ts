/**
 * The main process without a window, first empty, then at rest with all servers of the panel at the origin that is given;
 * prints what that takes as JSON. Run as a bundle, in a process of its own, so that its memory is its own.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../../electron/lib/clock.ts'
import { createPublisher } from '../../electron/state/publisher.ts'
import { menuModel } from '../../electron/tray/menu-model.ts'
import { trayFace } from '../../electron/tray/reading.ts'
import { isSeenInTray } from '../../electron/tray/seen-change.ts'
import { openCore } from '../fixtures/open-core.ts'
import { measureRest, type RestSample } from './rest-span.ts'

/** Beside what rest takes, over the empty app: the servers there are, and the characters of the tray's menu as JSON. */
export type ScaleSample = RestSample & { readonly servers: number; readonly menu: number }

/** As often as the tray draws at most. */
const drawEveryMs = 200

const [origin = ''] = process.argv.slice(2)
const profile = mkdtempSync(join(tmpdir(), 'scale-bench-'))
const core = openCore(profile)
const { store } = core
const publisher = createPublisher({ store, clock: systemClock, hasReaders: () => false, push: () => {} })

/** What the tray does but for showing it. */
const drawn = { menu: 0, isDue: false }
function draw(): void {
  drawn.isDue = false
  const [state, now] = [store.get(), Date.now()]
  const face = trayFace(state, now)
  drawn.menu = JSON.stringify(menuModel(state, now, face)).length
}
store.subscribe((after, before) => {
  if (drawn.isDue || !isSeenInTray(before, after)) return
  systemClock.after(drawEveryMs, draw)
  drawn.isDue = true
})

await core.start({ demo: false })
globalThis.gc?.()
const empty = process.memoryUsage().rss

const added = await core.keys.registry.add({
  address: `${origin}/api/client`,
  token: 'ptlc_0123456789aTokenOfTheUsualLength0123456789ab',
  label: 'Bench',
})
if (!added.ok) throw new Error(added.error.message)
const { bytes, cpuMsPerSecond } = await measureRest()
const sample: ScaleSample = {
  servers: Object.keys(store.get().servers).length,
  bytes: bytes - empty,
  cpuMsPerSecond,
  menu: drawn.menu,
}
publisher.dispose()
await core.dispose()
rmSync(profile, { recursive: true, force: true })
process.stdout.write(JSON.stringify(sample))
