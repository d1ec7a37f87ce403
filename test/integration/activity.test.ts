/** What happened and was done, from a panel to the list on disk. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { activityPath } from '../../electron/activity/file.ts'
import type { Core } from '../../electron/core/core.ts'
import type { ServerState } from '../../shared/model/server-schema.ts'
import { call, demoServers, must, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import { advanceUntil, openCore } from '../fixtures/open-core.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

let profile: string
let clock: FakeClock
let demo: StartedDemo
let core: Core

const start = () => openCore(profile, { clock })

beforeEach(async () => {
  profile = temporaryFolder()
  clock = createFakeClock()
  demo = await startDemo({ clock })
  core = start()
})
afterEach(async () => {
  await core.dispose()
  await demo.panel.dispose()
})

const until = (condition: () => boolean) => advanceUntil(clock, condition, 120_000)

function survival() {
  const server = Object.values(core.store.get().servers).find(({ name }) => name === 'Survival')
  if (server === undefined) throw new Error('no Survival')
  return server
}
const reaches = (state: ServerState) => until(() => survival().state === state)
const listed = () => Object.values(core.store.get().activity).map(({ event }) => event)

it('keeps what happened and what was done, on disk, without a token or the text of a command', async () => {
  const token = demo.token()
  let isDone = false
  const adding = core.keys.registry.add({ address: demo.baseUrl, token, label: 'Home' }).finally(() => {
    isDone = true
  })
  await until(() => isDone)
  must(await adding)
  await reaches('running')
  expect(listed()).toEqual([])
  // Read so often that a stop could not have gone by unseen.
  core.servers.visibleServers.set([survival().ref])

  await core.console.commands.send(survival().ref, 'op Mallory')
  await core.servers.power.send(survival().ref, 'restart', 'tray')
  await until(() => survival().action?.phase === 'confirmed')
  // Someone else, elsewhere, when the restart is long over.
  const end = clock.now()
  await until(() => (survival().observedAt ?? 0) > end + 40_000)
  await call(`${demo.baseUrl}/servers/${demoServers.survival}/power`, token, 'POST', { signal: 'kill' })
  await reaches('offline')
  await until(() => listed()[0]?.kind === 'off')
  expect(survival().unexpectedStop).toBeNull()
  await core.servers.power.send(survival().ref, 'start', 'window')
  await until(() => survival().action?.phase === 'confirmed')
  expect(survival().unexpectedStop).toBeNull()
  const events = [
    { kind: 'power', signal: 'start', origin: 'window', phase: 'confirmed', why: null },
    { kind: 'off' },
    { kind: 'power', signal: 'restart', origin: 'tray', phase: 'confirmed', why: null },
    { kind: 'command', origin: 'window' },
  ]
  expect(listed()).toEqual(events)

  const text = readFileSync(activityPath(profile), 'utf8')
  expect(text).not.toContain(token)
  expect(text).not.toContain('Mallory')
  expect(core.diagnostics.describe()).not.toContain('Survival')
  await core.dispose()
  core = start()
  expect(listed()).toEqual(events)
})
