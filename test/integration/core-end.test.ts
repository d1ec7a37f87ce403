import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import type { Result } from '../../shared/result.ts'
import { must } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { empty, type FaultPanel, json, tooMany } from '../fixtures/fault-panel.ts'
import { advanceUntil, openCore, whileTimePasses } from '../fixtures/open-core.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

let profile: string
let clock: FakeClock
let panel: FaultPanel
let core: Core
let ref: ServerRef

const acts = () => panel.requests.filter(({ method }) => method === 'POST').map(({ path }) => path)

beforeEach(async () => {
  profile = temporaryFolder()
  clock = createFakeClock()
  panel = await openFaultPanel()
  panel.respond((reply, request) => {
    const answer = acts().length > 1 ? empty(204) : tooMany({ 'retry-after': '1' })
    const list = json(200, [{ identifier: 'a1b2c3d4', name: 'Lobby' }])
    return (request.method === 'POST' ? answer : list)(reply, request)
  })
  core = openCore(profile, { clock })
  await core.start({ demo: false })
  const access = { address: panel.baseUrl, token: 'ptlc_test', label: 'Key' }
  must(await whileTimePasses(clock, core.keys.registry.add(access)))
  const [lobby] = Object.values(core.store.get().servers)
  if (lobby === undefined) throw new Error('no server is listed')
  ref = lobby.ref
})
afterEach(async () => {
  await core.dispose()
})

/** Whoever quits was told that it was not sent, and the end takes a while where something must be written. */
it.each<[name: string, send: () => Promise<Result<unknown>>]>([
  ['a kill from the tray', () => core.servers.power.send(ref, 'kill', 'tray')],
  [
    'a signal from the window',
    async () => core.handlers['servers:power']({ ref, signal: 'stop', confirmed: true }, { pageId: 1 }),
  ],
  ['a command', async () => core.handlers['servers:command']({ ref, command: 'stop' }, { pageId: 1 })],
])('%s that waits for a rate limit does not go out once the app ends', async (_name, send) => {
  const sent = send()
  await advanceUntil(clock, isWaiting)
  const disposed = core.dispose()
  expect(await whileTimePasses(clock, sent)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
  await whileTimePasses(clock, disposed)
  await clock.advance(60_000)
  expect(acts()).toHaveLength(1)
})

/** A plan of a restart at once, or in `inSeconds`. */
const plan = (more: Partial<RestartChoices>, inSeconds = 0) =>
  must(
    core.restart.plans.start({
      ref,
      choices: restartChoices(more),
      zeroAt: clock.now() + inSeconds * 1_000,
      origin: 'window',
    }),
  )

it.each<[name: string, begin: () => unknown]>([
  [
    'a command to several servers',
    () =>
      core.handlers['bulk:start'](
        { work: { kind: 'command', text: 'stop' }, refs: [ref], staggerMs: null },
        { pageId: 1 },
      ),
  ],
  ['a warning of a restart', () => plan({ text: 'say Restart', warnings: [20] }, 21)],
  ['the signal of a restart', () => plan({ warnings: [] })],
])('%s that waits for a rate limit does not go out once the app ends', async (_name, begin) => {
  begin()
  await advanceUntil(clock, isWaiting)
  await whileTimePasses(clock, core.dispose())
  await clock.advance(60_000)
  expect(acts()).toHaveLength(1)
})

it('a restart whose signal did not go out any more is told by the next start', async () => {
  const { id } = plan({ warnings: [] })
  await advanceUntil(clock, isWaiting)
  await whileTimePasses(clock, core.dispose())
  await clock.advance(60_000)
  core = openCore(profile, { clock })
  await core.start({ demo: false })
  expect(core.store.get().plans[id]).toMatchObject({ phase: 'failed', outcome: 'unconfirmed' })
})

function isWaiting(): boolean {
  const { servers, consoles } = core.store.get()
  return (
    servers[ref]?.action?.phase === 'waiting' ||
    consoles[ref]?.entries.some(({ phase }) => phase === 'waiting') === true
  )
}
