import { expect, it, test } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { set } from '../../../../electron/state/updates.ts'
import { createUpdatesFeature } from '../../../../electron/updates/feature.ts'
import type { Updater } from '../../../../electron/updates/updater.ts'
import { appError } from '../../../../shared/errors.ts'
import { ok } from '../../../../shared/result.ts'
import type { UpdateAbility, UpdateChoice } from '../../../../shared/updates/contract.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const day = 24 * 3_600_000
const never = <T>() => new Promise<T>(() => {})

function setUp({ kept = null as UpdateChoice | null, ability = 'itself' as UpdateAbility } = {}) {
  const clock = createFakeClock()
  const store = createStore(appState({ preferences: { updates: kept } }), () => {})
  const did: string[] = []
  const busy = { now: false }
  const updater: Updater = {
    async check() {
      did.push('check')
      return ok('2.0.0')
    },
    async download(onPercent) {
      did.push('download')
      onPercent(50)
      return ok()
    },
    cancel: () => void did.push('cancel'),
    restart: () => void did.push('restart'),
  }
  const { api, handlers, dispose } = createUpdatesFeature({
    store,
    clock,
    log: createTestLog(),
    preferences: {
      setUpdates(updates) {
        store.update(set('preferences', { ...store.get().preferences, updates }))
        return ok()
      },
    },
    ability,
    load: async () => updater,
    heldBy: () => (busy.now ? appError('update-busy') : null),
    openPage: async () => ok(),
    tell: (version, { isReady, aloud }) =>
      did.push(`tell ${version}${isReady ? ' ready' : ''}${aloud ? ' aloud' : ''}`),
  })
  return {
    busy,
    clock,
    did,
    updater,
    start: api.start,
    dispose,
    choose: (choice: UpdateChoice) => handlers['updates:choose']({ choice }),
    check: () => handlers['updates:check'](),
    download: () => handlers['updates:download'](),
    restart: () => handlers['updates:restart'](),
    now: () => store.get().app.update.progress,
  }
}

test.each([
  [null, []],
  ['never', []],
  ['tell', ['check', 'tell 2.0.0 aloud', 'check']],
  ['automatic', ['check', 'download', 'tell 2.0.0 ready']],
] as const)('with %s kept, a day and an hour after the start', async (kept, expected) => {
  const { start, check, clock, did } = setUp({ kept })
  start()
  if (kept === null) expect(check()).toMatchObject({ error: { code: 'invalid-request' } })
  await clock.advance(day + 3_600_000)
  expect(did).toEqual(expected)
})

it('looks at once when the person chooses, and no more once they choose never', async () => {
  const { choose, did, clock } = setUp()
  choose('tell')
  await clock.advance(0)
  choose('never')
  await clock.advance(3 * day)
  expect(did).toEqual(['check', 'tell 2.0.0 aloud'])
})

it('downloads what it has told of once the choice is to do so by itself', async () => {
  const { choose, did, now, clock } = setUp()
  choose('tell')
  await clock.advance(0)
  expect(now()).toEqual({ kind: 'available', version: '2.0.0' })
  choose('automatic')
  await clock.advance(0)
  expect(did).toEqual(['check', 'tell 2.0.0 aloud', 'download', 'tell 2.0.0 ready'])
})

it('gives up on a host that is silent, and asks it again later', async () => {
  const { choose, did, now, updater, clock } = setUp()
  updater.check = never
  choose('tell')
  await clock.advance(29_999)
  expect(now()).toEqual({ kind: 'checking' })
  await clock.advance(1)
  expect(did).toEqual(['cancel'])
  expect(now()).toMatchObject({ kind: 'failed', error: { code: 'update-unreachable' } })
  updater.check = async () => ok(null)
  await clock.advance(day)
  expect(now()).toMatchObject({ kind: 'current' })
})

it('gives up on a download that stands still, however long it went on before', async () => {
  const { choose, did, now, updater, clock } = setUp()
  let tell = (_percent: number) => {}
  updater.download = (onPercent) => {
    tell = onPercent
    return never()
  }
  choose('automatic')
  await clock.advance(0)
  for (const percent of [10, 20]) {
    await clock.advance(50_000)
    tell(percent)
    expect(now()).toEqual({ kind: 'downloading', version: '2.0.0', percent })
  }
  await clock.advance(60_000)
  expect(did).toContain('cancel')
  expect(now()).toMatchObject({ kind: 'failed', error: { code: 'update-unreachable' } })
  // What it still says is too late.
  tell(30)
  expect(now()).toMatchObject({ kind: 'failed' })
})

it.each<[string, UpdateChoice, (part: ReturnType<typeof setUp>) => unknown]>([
  ['one is chosen anew meanwhile', 'automatic', ({ choose }) => choose('tell')],
  ['the person looks meanwhile', 'automatic', ({ check }) => check()],
  ['it lasts beyond the next look', 'tell', ({ clock, download }) => clock.advance(day - 1_000).then(download)],
  ['it was chosen after never', 'tell', ({ choose }) => [choose('never'), choose('automatic')]],
])('looks again after a download that failed, though %s', async (_name, choice, meanwhile) => {
  const part = setUp()
  const { choose, did, now, updater, clock } = part
  updater.download = never
  choose(choice)
  await clock.advance(0)
  await meanwhile(part)
  await clock.advance(60_000)
  expect(now()).toMatchObject({ kind: 'failed' })
  did.length = 0
  await clock.advance(day)
  expect(did).toContain('check')
})

it.each(['page', 'none'] as const)('downloads and installs nothing where it can only %s', async (ability) => {
  const { choose, download, restart, did, clock } = setUp({ ability })
  choose('automatic')
  await clock.advance(day)
  expect(download()).toMatchObject({ error: { code: 'invalid-request' } })
  expect(await restart()).toMatchObject({ error: { code: 'invalid-request' } })
  expect(new Set(did)).toEqual(new Set(ability === 'page' ? ['check', 'tell 2.0.0 aloud'] : []))
})

it('restarts only into what was downloaded, and never while something is under way', async () => {
  const { choose, restart, did, busy, clock } = setUp()
  choose('tell')
  await clock.advance(0)
  expect(await restart()).toMatchObject({ error: { code: 'invalid-request' } })
  choose('automatic')
  await clock.advance(0)
  busy.now = true
  expect(await restart()).toMatchObject({ error: { code: 'update-busy' } })
  busy.now = false
  expect(await restart()).toEqual(ok())
  expect(did.filter((one) => one === 'restart')).toHaveLength(1)
})

it('is quiet once the app ends', async () => {
  const { choose, dispose, now, updater, clock } = setUp()
  const found = Promise.withResolvers<ReturnType<typeof ok<string | null>>>()
  updater.check = () => found.promise as ReturnType<Updater['check']>
  choose('tell')
  await clock.advance(0)
  await dispose()
  found.resolve(ok<string | null>('2.0.0'))
  await clock.advance(day)
  expect(now()).toEqual({ kind: 'checking' })
})
