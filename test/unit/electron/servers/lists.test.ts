import { afterEach, describe, expect, it } from 'vitest'
import { createBackgroundPause } from '../../../../electron/servers/background-pause.ts'
import { createServerLists } from '../../../../electron/servers/lists.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeKey, changeServer, put, setKeyHealth } from '../../../../electron/state/updates.ts'
import { appError } from '../../../../shared/errors.ts'
import { fail, ok } from '../../../../shared/result.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { backupRun, restoreView } from '../../../fixtures/backup-view.ts'
import { createFakeClient } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { reinstallRun } from '../../../fixtures/server-people.ts'
import { aKey, anAction, aServer, aState, identifier, keyId } from '../../../fixtures/state.ts'

const id = keyId('key-1')

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** The lists of one key, whose panel answers at once. `isSeen`: somebody looks at its server. */
function setUp({ isSeen = false, state = aState() } = {}) {
  const store = createStore(state)
  const clock = createFakeClock()
  const part = { client: createFakeClient() }
  const backgroundPause = createBackgroundPause({ clock, random: () => 0.5 })
  const visibleServers = createVisibleServers()
  visibleServers.set(isSeen ? [aServer().ref] : [])
  const clientFor = () => part.client
  const lists = createServerLists({ store, clock, clientFor, backgroundPause, visibleServers })
  endings.push(lists.dispose)
  return { store, clock, lists, backgroundPause, visibleServers, part }
}

/** A list that is refused once `refuse` is called. */
function refusedLater() {
  const answer = Promise.withResolvers<ReturnType<typeof fail>>()
  return {
    client: createFakeClient({ list: () => answer.promise }),
    refuse: () => answer.resolve(fail('token-refused')),
  }
}
const failing = () => createFakeClient({ list: async () => fail('panel-failed') })

describe('lists', () => {
  it.each([
    ['every minute while somebody looks', true, 1, 10],
    ['every five minutes otherwise', false, 1, 2],
    ['less often where they are long', true, 300, 2],
  ])('are read %s', async (_, isSeen, serverCount, reads) => {
    const { clock, lists, part } = setUp({ isSeen, state: aState({ keys: [aKey({ serverCount })] }) })
    part.client = failing()
    await clock.advance(600_000)
    expect(part.client.calls.length).toBeGreaterThanOrEqual(reads)
    expect(part.client.calls.length).toBeLessThanOrEqual(reads + 2)
    lists.dispose()
    expect(clock.pending()).toBe(0)
  })

  it('that are due are read as soon as somebody looks', async () => {
    const { clock, part, visibleServers } = setUp()
    part.client = failing()
    await clock.advance(61_000)
    expect(part.client.calls).toHaveLength(0)
    visibleServers.set([aServer().ref])
    expect(part.client.calls).toHaveLength(1)
    visibleServers.set([])
    await clock.advance(100_000)
    expect(part.client.calls).toHaveLength(1)
  })

  it('are read once for several answers that give reason to doubt them, and again only after a moment', async () => {
    const { lists, clock, part } = setUp()
    for (let i = 0; i < 5; i += 1) lists.recheck(id)
    await clock.advance(10)
    expect(part.client.calls).toHaveLength(1)
    lists.recheck(id)
    await clock.advance(1_000)
    expect(part.client.calls).toHaveLength(1)
    await clock.advance(8_000)
    expect(part.client.calls).toHaveLength(2)
  })

  it('are read again for an answer the more seldom the more pages they have', async () => {
    const { lists, clock, part, store } = setUp()
    await lists.refresh(id)
    store.update(changeKey(id, { serverCount: 500 }))
    lists.recheck(id)
    await clock.advance(79_000)
    expect(part.client.calls).toHaveLength(1)
    await clock.advance(1_000)
    expect(part.client.calls).toHaveLength(2)
  })

  it.each(['token-unreadable', 'token-refused'] as const)(
    'are not read for an answer when the key rests by then (%s)',
    async (code) => {
      const { lists, clock, part, store } = setUp()
      lists.recheck(id)
      store.update(setKeyHealth(id, { kind: 'failing', since: clock.now(), error: appError(code) }))
      await clock.advance(10_000)
      expect(part.client.calls).toEqual([])
    },
  )

  it('share one request among impatient clicks', async () => {
    const { lists, part } = setUp()
    const { client, refuse } = refusedLater()
    part.client = client
    const clicks = [lists.refresh(id), lists.refresh(id), lists.refreshAll()]
    refuse()
    await Promise.all(clicks)
    expect(client.calls).toHaveLength(1)
    await lists.refresh(id)
    expect(client.calls).toHaveLength(2)
  })

  it('say nothing of a key whose token was replaced while the old one was refused', async () => {
    const { lists, store, part } = setUp()
    const { client, refuse } = refusedLater()
    part.client = client
    const before = lists.refresh(id)
    part.client = createFakeClient()
    expect(await lists.refresh(id)).toEqual(ok())
    refuse()
    expect(await before).toMatchObject({ error: { code: 'token-refused' } })
    expect(store.get().keys[id]?.health.kind).toBe('works')
  })

  it('are those of all servers where the key lists them, and none that was asked for before that was chosen', async () => {
    const { lists, store, part } = setUp()
    const asked: (boolean | undefined)[] = []
    const first = Promise.withResolvers<void>()
    const whole = { leftOut: { unusable: 0, beyondBound: 0 }, dialect: 'pterodactyl' } as const
    const own = { identifier: aServer().identifier, name: 'Survival', condition: null, limits: null, game: null }
    part.client = createFakeClient({
      async list({ all } = {}) {
        asked.push(all)
        if (asked.length === 1) await first.promise
        return ok({ servers: all ? [own, { ...own, identifier: identifier('bbbbbbbb') }] : [], ...whole })
      },
    })
    const before = lists.refresh(id)
    store.update(changeKey(id, { listsAll: true }))
    const after = lists.refresh(id)
    first.resolve()
    expect([await before, await after, asked]).toEqual([ok(), ok(), [undefined, true]])
    expect(Object.keys(store.get().servers)).toHaveLength(2)
  })

  it.each(['token-refused', 'token-unreadable'] as const)(
    'after %s are read only when a person asks, and again after that works',
    async (code) => {
      const { lists, clock, part, store } = setUp()
      part.client = createFakeClient({ list: async () => fail(code) })
      await lists.refresh(id)
      await clock.advance(24 * 3_600_000)
      expect(part.client.calls).toHaveLength(1)
      await lists.refreshAll()
      expect(part.client.calls).toHaveLength(2)
      part.client = createFakeClient()
      await lists.refresh(id)
      expect(store.get().keys[id]?.health.kind).toBe('works')
      await clock.advance(11 * 60_000)
      expect(part.client.calls).toHaveLength(3)
    },
  )

  it('rest while the computer sleeps or has no network, and are read soon after', async () => {
    const { lists, clock, part, backgroundPause } = setUp()
    backgroundPause.setAsleep(true)
    backgroundPause.setOnline(false)
    await clock.advance(3_600_000)
    backgroundPause.setAsleep(false)
    await clock.advance(3_600_000)
    expect(part.client.calls).toHaveLength(0)
    backgroundPause.setOnline(true)
    await clock.advance(2_000)
    expect(part.client.calls).toHaveLength(0)
    await clock.advance(1_000)
    expect(part.client.calls).toHaveLength(1)
    // What is due is looked for every thirty seconds while nobody looks.
    await clock.advance(5 * 60_000 + 30_000)
    expect(part.client.calls).toHaveLength(2)
    lists.dispose()
    expect(clock.pending()).toBe(0)
  })
})

describe('a list that lacks a server', () => {
  const { ref } = aServer()
  const work: readonly (readonly [string, (state: AppState) => AppState])[] = [
    ['an action', changeServer(ref, (one) => ({ ...one, action: anAction({ phase: 'accepted' }) }))],
    ['a backup', put('backupRuns', backupRun({ ref }))],
    ['a restore', put('restores', restoreView({ ref, phase: 'stopping', endedAt: null }))],
    ['a reinstall', put('reinstalls', reinstallRun({ ref }))],
  ]

  function read() {
    const listed = { identifier: aServer().identifier, name: 'Survival', condition: null, limits: null, game: null }
    let isNamed = true
    const { store, lists, part } = setUp()
    const whole = { leftOut: { unusable: 0, beyondBound: 0 }, dialect: 'pterodactyl' } as const
    part.client = createFakeClient({ list: async () => ok({ servers: isNamed ? [listed] : [], ...whole }) })
    /** Reads a list that names the server or not; tells whether it is still there. */
    const next = async (names: boolean) => {
      isNamed = names
      await lists.refresh(id)
      return store.get().servers[ref] !== undefined
    }
    return { store, next }
  }

  it('drops one with nothing under way', async () => {
    const { next } = read()
    expect(await next(false)).toBe(false)
  })

  it.each(work)('drops one with %s only where the next one lacks it too', async (_, begin) => {
    const { store, next } = read()
    store.update(begin)
    const before = store.get().servers[ref]
    expect([await next(false), await next(true), await next(false)]).toEqual([true, true, true])
    expect(store.get().servers[ref]).toMatchObject({ keyIds: before?.keyIds, action: before?.action })
    expect(await next(false)).toBe(false)
  })
})
