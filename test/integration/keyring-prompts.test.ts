import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { createMemoryBackend } from '../../electron/vault/backends/memory.ts'
import { createVault } from '../../electron/vault/vault.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { serverList, stats } from '../fixtures/fault-panel.ts'
import { advanceUntil, openCore } from '../fixtures/open-core.ts'
import { oneKey, openSettings } from '../fixtures/settings.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'

const hour = 3_600_000
const [key] = oneKey.keys
if (key === undefined) throw new Error('the fixture has no key')
const { id } = key

let profile: string
let clock: FakeClock
let core: Core
let requests: number
/** The keyring: unlocked, or asking a person who takes nine seconds to dismiss each question. */
let isLocked: boolean
let questions: number

/** A panel of eight servers, all running. */
async function panel(input: string | URL | Request): Promise<Response> {
  requests += 1
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  const servers = Array.from({ length: 8 }, (_, index) => ({ identifier: `a1b2c3d${index}`, name: `Server ${index}` }))
  return Response.json(pathname.endsWith('/resources') ? stats('running') : serverList(servers))
}

beforeEach(async () => {
  profile = temporaryFolder()
  clock = createFakeClock()
  requests = 0
  isLocked = false
  questions = 0
  vi.stubGlobal('fetch', panel)
  const { settings } = openSettings(profile)
  settings.update(() => oneKey)
  const inner = createMemoryBackend()
  await inner.set(id, `ptlc_${'k'.repeat(43)}`)
  const backend = {
    ...inner,
    name: 'keychain',
    async get(account: string) {
      if (!isLocked) return inner.get(account)
      questions += 1
      await clock.sleep(9_000)
      throw new Error('dismissed')
    },
  } as const
  core = openCore(profile, { clock, vault: createVault({ backends: [backend], clock, log: createTestLog() }) })
  void core.start({ demo: false })
  // The start reads real files, which a clock that is moved does not wait for.
  await advanceUntil(clock, () => Object.keys(core.store.get().servers).length === 8)
  // Somebody looks at them, so they are read often.
  core.servers.visibleServers.set(Object.values(core.store.get().servers).map(({ ref }) => ref))
  await clock.advance(10 * 60_000)
})
afterEach(async () => {
  await core.dispose()
  vi.unstubAllGlobals()
})

const health = () => core.store.get().keys[id]?.health

it('a keyring that is locked again asks once, however many servers wait, and then only when a person tries', async () => {
  expect(health()).toMatchObject({ kind: 'works' })
  expect(requests).toBeGreaterThan(8)
  isLocked = true
  await clock.advance(4 * hour)
  expect(health()).toMatchObject({ kind: 'failing', error: { code: 'token-unreadable' } })
  expect(questions).toBe(1)

  const before = requests
  const again = core.servers.lists.refresh(id)
  await clock.advance(4 * hour)
  expect(await again).toMatchObject({ ok: false })
  expect(questions).toBe(2)
  expect(requests).toBe(before)
})

it.each([
  ['Try again', () => core.servers.lists.refresh(id)],
  ['Replace token', () => core.keys.registry.replaceToken(id, `ptlc_${'n'.repeat(43)}`)],
])('after the keyring was unlocked, %s has its servers asked again', async (_, heal) => {
  isLocked = true
  await clock.advance(hour)
  isLocked = false
  await clock.advance(hour)
  const before = requests
  const healed = heal()
  await clock.advance(10 * 60_000)
  expect(await healed).toMatchObject({ ok: true })
  expect(health()).toMatchObject({ kind: 'works' })
  expect(requests).toBeGreaterThan(before + 8)
  expect(questions).toBe(1)
})
