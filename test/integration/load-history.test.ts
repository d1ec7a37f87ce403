import { statSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { createRouter } from '../../electron/ipc/router.ts'
import { loadHistoryPath } from '../../electron/load-history/file.ts'
import type { LoadPoint } from '../../shared/load-history/contract.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { demoServers } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { advanceUntil, openCore } from '../fixtures/open-core.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'

const minute = 60_000
let profile: string
let clock: FakeClock
let log: ReturnType<typeof createTestLog>
let core: Core

beforeEach(() => {
  profile = temporaryFolder()
  clock = createFakeClock()
  log = createTestLog()
  core = openCore(profile, { clock, log })
})
afterEach(async () => {
  await core.dispose()
})

function server(identifier: string): ServerView {
  const found = Object.values(core.store.get().servers).find((one) => one.identifier === identifier)
  if (found === undefined) throw new Error(`there is no ${identifier}`)
  return found
}

/** Calls as the window does. */
async function load(payload: unknown): Promise<unknown> {
  // What needs a window is not called here.
  const handlers = core.handlers as Parameters<typeof createRouter>[0]['handlers']
  const router = createRouter({ handlers, origin: 'app://servertray', log })
  const sender = { url: 'app://servertray/index.html', isMainFrame: true, isOurWindow: true, pageId: 1 }
  return router.call('servers:load', sender, payload)
}
async function pointsOf(identifier: string, span: 'hour' | 'day'): Promise<LoadPoint[]> {
  const answer = await load({ ref: server(identifier).ref, span })
  return (answer as { value: { points: LoadPoint[] } }).value.points
}
const survival = demoServers.survival

it('the demo has a past at once, in the list and in every span, as far as its servers ran', async () => {
  await core.start({ demo: true })
  expect(core.store.get().trends[server(survival).ref]?.samples.length).toBeGreaterThanOrEqual(18)
  const [hour, day] = [await pointsOf(survival, 'hour'), await pointsOf(survival, 'day')]
  expect(hour.length).toBeGreaterThanOrEqual(119)
  expect(day.length).toBeGreaterThan(12)
  expect(hour.every(([at, cpu]) => at <= clock.now() && cpu !== null)).toBe(true)
  // Valheim is off, and Event world is suspended.
  expect(await pointsOf('5b2e9a01', 'day')).toEqual([])
  expect(core.store.get().trends[server('5b2e9a01').ref]).toBeUndefined()
})

it('is kept over a restart of the app for its owner only, and the list begins with it', async () => {
  await core.start({ demo: true })
  await advanceUntil(clock, () => server(survival).resources !== null)
  const before = await pointsOf(survival, 'day')
  await core.dispose()
  expect(statSync(loadHistoryPath(profile)).mode & 0o777).toBe(0o600)
  await clock.advance(2 * minute)

  core = openCore(profile, { clock, log })
  const starting = core.start({ demo: false })
  await advanceUntil(clock, () => Object.keys(core.store.get().servers).length > 0)
  await starting
  const samples = core.store.get().trends[server(survival).ref]?.samples ?? []
  expect(samples.length).toBeGreaterThan(10)
  // No line is drawn over the time in which the app did not run.
  expect(samples.some(([, cpu, memory]) => cpu === null && memory === null)).toBe(true)
  expect((await pointsOf(survival, 'day')).length).toBeGreaterThanOrEqual(before.length - 1)
})

it('is given for known servers and spans only', async () => {
  await core.start({ demo: true })
  const { ref } = server(survival)
  expect(await load({ ref: 'gone/a1b2c3d4', span: 'hour' })).toMatchObject({ error: { code: 'unknown-server' } })
  for (const payload of [undefined, {}, { ref }, { ref, span: 'year' }, { ref: '../x', span: 'day' }])
    expect(await load(payload)).toMatchObject({ error: { code: 'invalid-request' } })
})
