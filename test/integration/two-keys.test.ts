import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { menuModel } from '../../electron/tray/menu-model.ts'
import { panelTrouble } from '../../shared/keys/health.ts'
import { permissions } from '../../shared/keys/permission.ts'
import { serverRefusal } from '../../shared/keys/server-keys.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import { demoServers, must, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { advanceUntil, openCore } from '../fixtures/open-core.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

let profile: string
let clock: FakeClock
let demo: StartedDemo
let core: Core
/** One key that may do everything, and one without Power, in this order; each by its id in the app and on the panel. */
let whole: { id: KeyId; onPanel: string }
let narrow: { id: KeyId; onPanel: string }
let ref: ServerRef

const until = (condition: () => boolean) => advanceUntil(clock, condition)

async function addKey(label: string, allowed: readonly (typeof permissions)[number][]) {
  const key = must(demo.panel.createKey({ description: label, servers: 'all', permissions: allowed }))
  const added = must(await core.keys.registry.add({ address: demo.baseUrl, token: key.token, label }))
  return { id: added.keyId, onPanel: key.keyId }
}

beforeEach(async () => {
  profile = temporaryFolder()
  clock = createFakeClock()
  demo = await startDemo({ clock })
  core = openCore(profile, { clock })
  await core.start({ demo: false })
  whole = await addKey('Whole', permissions)
  narrow = await addKey(
    'Narrow',
    permissions.filter((name) => name !== 'power'),
  )
  const found = Object.values(core.store.get().servers).find(({ identifier }) => identifier === demoServers.survival)
  if (found === undefined) throw new Error('the demo panel lists no Survival')
  ref = found.ref
  await until(() => server().state === 'running')
})
afterEach(async () => {
  await core.dispose()
  await demo.panel.dispose()
})

function server() {
  const found = core.store.get().servers[ref]
  if (found === undefined) throw new Error('the server is gone')
  return found
}
const restart = () => core.servers.power.send(ref, 'restart', 'tray')
const answers = (path = '') => demo.panel.requests().flatMap((one) => (one.path.endsWith(path) ? [one.status] : []))
const refused = () => answers().filter((status) => status === 401).length

/** A person's restart finds the deleted key, and the other is offered: no signal is sent again by itself. */
async function meetByRestart(): Promise<void> {
  expect(await restart()).toMatchObject({ ok: false, error: { code: 'token-refused' } })
  expect(server().action).toMatchObject({ phase: 'refused', keyId: whole.id, otherKeyId: narrow.id })
}

it.each([
  ['the restart', [401, 403, 204], meetByRestart],
  ['its list', [403, 204], () => core.servers.lists.refresh(whole.id)],
])('a key deleted on the panel, found by %s, stands in the way of no other', async (_, sent, find) => {
  must(demo.panel.deleteKey(whole.onPanel))
  await find()
  const refusedBefore = refused()

  expect(await restart()).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('Narrow lacks Power') },
  })
  expect(server().action).toMatchObject({ phase: 'refused', keyId: narrow.id, otherKeyId: null })
  expect(serverRefusal(core.store.get(), server(), 'power', clock.now())).toBe(clock.now())

  must(demo.panel.updateKey(narrow.onPanel, { permissions }))
  expect(await restart()).toMatchObject({ ok: true })
  expect(server().action).toMatchObject({ keyId: narrow.id, error: null, otherKeyId: null })
  await until(() => server().action?.phase === 'confirmed')

  expect(answers('/power')).toEqual(sent)
  const state = core.store.get()
  expect(JSON.stringify(menuModel(state, clock.now()))).not.toMatch(/refused|lacks/)
  expect(panelTrouble(state, server().panelId)).toBe(null)
  expect(refused()).toBe(refusedBefore)
})

it('a refusal by the key that is gone is told no longer once the other restarts the server', async () => {
  must(demo.panel.deleteKey(whole.onPanel))
  must(demo.panel.updateKey(narrow.onPanel, { permissions }))
  await restart()
  expect(JSON.stringify(menuModel(core.store.get(), clock.now()))).toMatch(/Whole: .*refused/)
  expect(await restart()).toMatchObject({ ok: true })
  await until(() => server().action?.phase === 'confirmed')
  expect(server().action).toMatchObject({ keyId: narrow.id, error: null, otherKeyId: null })
  expect(JSON.stringify(menuModel(core.store.get(), clock.now()))).not.toMatch(/refused|lacks/)
})

it('what a 429 told one key of a panel is kept to by the other, since the panel counts them together', async () => {
  demo.panel.setRateLimit({ requests: 0, windowMs: 60_000 })
  void core.servers.lists.refresh(whole.id)
  await until(() => answers().includes(429))
  const before = answers().length
  void core.servers.lists.refresh(narrow.id)
  await clock.advance(50_000)
  expect(answers()).toHaveLength(before)
})
