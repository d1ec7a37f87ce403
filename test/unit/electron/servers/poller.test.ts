import { describe, expect, it } from 'vitest'
import type { ResourceReading } from '../../../../electron/panel/types.ts'
import { createPoller } from '../../../../electron/servers/poller.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer, put, set, setConsoleStream, setKeyHealth } from '../../../../electron/state/updates.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFakeClient, serverFacts } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { createPollerRig } from '../../../fixtures/poller-rig.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

const fleet = (count: number, more: Parameters<typeof aServer>[0] = {}) =>
  Array.from({ length: count }, (_, index) => aServer({ id: String(10_000_000 + index), ...more }))
const unread = { state: 'unknown', observedAt: null } as const
const account = (isOwner: boolean | null, may: string[] | null) => ({ [keyId('key-1')]: { isOwner, may } })

describe('poller', () => {
  it('never asks a panel that tells no state', async () => {
    const part = createPollerRig(undefined, 'core')
    await part.clock.advance(600_000)
    expect(part.client.calls).toEqual([])
  })

  it.each<[string, ServerView['accounts'], number]>([
    ['an owner’s, who may all', account(true, null), 0],
    ['an admin’s, once it is known', account(false, ['*']), 0],
    ['one that the panel says nothing of', undefined, 0],
    ['one that was only let in, each minute', account(false, null), 3],
    ['an owner’s whose key may not all, as nothing is shut by it', account(true, ['backup.read']), 0],
    ['one that may a part', account(null, ['backup.read']), 3],
  ])('reads what an account may: %s', async (_, accounts, times) => {
    const part = createPollerRig([aServer({ ...unread, ...(accounts && { accounts }) })])
    part.client.answers.server = async () => ok(serverFacts({ permissions: ['control.restart'] }))
    await part.clock.advance(150_000)
    expect(part.client.calls.filter(({ operation }) => operation === 'server')).toHaveLength(times)
    if (times > 0) expect(Object.values(part.server()?.accounts ?? {})[0]?.may).toEqual(['control.restart'])
  })

  it('seldom asks what an account may on hundreds of servers that nobody looks at', async () => {
    const accounts = account(false, ['control.restart'])
    const part = createPollerRig(fleet(300, { ...unread, accounts }), 'pterodactyl', false)
    part.client.answers.server = async () => ok(serverFacts({ permissions: ['control.restart'] }))
    await part.clock.advance(29 * 60_000)
    const asked = (operation: string) => part.client.calls.filter((call) => call.operation === operation).length
    expect([asked('resources') > 8_000, asked('server')]).toEqual([true, 300])
  })

  it('asks no more often than the panel has something new', async () => {
    const part = createPollerRig()
    await part.clock.advance(61_000)
    expect(part.client.calls.length).toBeGreaterThanOrEqual(3)
    expect(part.client.calls.length).toBeLessThanOrEqual(4)
  })

  it('asks a server that nobody looks at once or twice a minute, and spreads those out', async () => {
    const part = createPollerRig(fleet(30, unread), 'pterodactyl', false)
    await part.clock.advance(60_000)
    expect(new Set(part.client.calls.map((call) => call.args[0])).size).toBe(30)
    const first = part.client.calls.length
    // A few are asked together.
    const bunch = 3
    expect(first).toBeLessThanOrEqual(30 + bunch)
    await part.clock.advance(30_000)
    const half = part.client.calls.length - first
    expect(half).toBeGreaterThanOrEqual(15 - bunch)
    expect(half).toBeLessThanOrEqual(15 + bunch)
    await part.clock.advance(60_000)
    expect(part.client.calls.length).toBeLessThanOrEqual(first + 15 + bunch + 30 + bunch)
  })

  it('wakes the computer once for a bunch of servers that nobody looks at', async () => {
    const part = createPollerRig(fleet(50), 'pterodactyl', false)
    await part.clock.advance(5 * 60_000)
    const [calls, wakes] = [part.client.calls.length, part.wakes()]
    await part.clock.advance(5 * 60_000)
    // Four in a bunch; the slack is for looks at what is out of date, which come with no bunch.
    expect(part.client.calls.length - calls).toBeGreaterThanOrEqual(200)
    expect(part.wakes() - wakes).toBeLessThanOrEqual(80)
  })

  it('spreads those out after a sleep too, though time goes on while a bunch of requests goes out', async () => {
    const part = createPollerRig(fleet(60), 'pterodactyl', false)
    await part.clock.advance(5 * 60_000)
    part.system.isPaused = true
    await part.clock.advance(3_600_000)
    part.system.isPaused = false
    part.client.answers.resources = async () => {
      part.clock.set(1)
      return ok({ state: 'running', resources: null, freshForMs: 20_000 })
    }
    const before = part.client.calls.length
    await part.clock.advance(30_000)
    expect(part.client.calls.length - before).toBeGreaterThanOrEqual(20)
    expect(part.client.calls.length - before).toBeLessThanOrEqual(36)
  })

  it('asks no more than four at a time, however long the answers take', async () => {
    const part = createPollerRig(fleet(50), 'pterodactyl', false)
    let [open, most] = [0, 0]
    part.client.answers.resources = async () => {
      open += 1
      most = Math.max(most, open)
      await part.clock.sleep(9_000)
      open -= 1
      return ok({ state: 'running', resources: null, freshForMs: 20_000 })
    }
    await part.clock.advance(5 * 60_000)
    expect(most).toBe(4)
  })

  it('asks pinned servers and those in view more often than the rest', async () => {
    const [seen, pinned, other] = [aServer(), aServer({ id: 'bbbbbbbb' }), aServer({ id: 'cccccccc' })]
    const part = createPollerRig([seen, pinned, other], 'pterodactyl', false)
    part.visibleServers.set([seen.ref])
    part.store.update(set('preferences', { ...part.store.get().preferences, pinned: [pinned.ref] }))
    await part.clock.advance(10 * 60_000 - 1_000)
    const asked = (id: string) => part.client.calls.filter((call) => call.args[0] === id).length
    expect([asked('a1b2c3d4'), asked('bbbbbbbb')]).toEqual([30, 30])
    expect(asked('cccccccc')).toBe(20)
  })

  it('asks at once for what comes into view, is pinned or is new, however long it would have slept', async () => {
    const [first, second, third] = [aServer(), aServer({ id: 'bbbbbbbb' }), aServer({ id: 'cccccccc' })]
    const part = createPollerRig([first, second], 'pterodactyl', false)
    await part.clock.advance(25_000)
    const asked = (id: string) => part.client.calls.filter((call) => call.args[0] === id).length
    expect([asked('a1b2c3d4'), asked('bbbbbbbb')]).toEqual([1, 1])
    part.visibleServers.set([first.ref])
    await part.clock.advance(0)
    expect(asked('a1b2c3d4')).toBe(2)
    part.store.update(set('preferences', { ...part.store.get().preferences, pinned: [second.ref] }))
    await part.clock.advance(0)
    expect(asked('bbbbbbbb')).toBe(2)
    part.store.update((state) => ({ ...state, servers: { ...state.servers, [third.ref]: third } }))
    await part.clock.advance(0)
    expect(asked('cccccccc')).toBe(1)
  })

  it.each([
    { count: 10, most: 62 },
    { count: 3_000, most: 8 },
    { count: 8_000, most: 4 },
  ])('changes the state at most $most times a minute for $count servers that nobody looks at', async (one) => {
    const servers = fleet(one.count, unread)
    const part = createPollerRig(servers, 'pterodactyl', false)
    let changes = 0
    let slot = 0
    part.client.backgroundAt = () => slot
    part.store.subscribe(() => {
      changes += 1
    })
    for (let second = 0; second < 120; second += 1) {
      slot = part.clock.steady() + 500
      await part.clock.advance(500)
    }
    expect(part.client.calls.length).toBeGreaterThan(9)
    expect(changes).toBeLessThanOrEqual(one.most)
  })

  it('asks all of a large fleet within a minute or so where the panel allows it, and a new server at once', async () => {
    const part = createPollerRig(fleet(1_200), 'pterodactyl', false)
    const asked = () => new Set(part.client.calls.map((call) => call.args[0])).size
    await part.clock.advance(70_000)
    expect(asked()).toBe(1_200)
    const before = part.client.calls.length
    await part.clock.advance(60_000)
    expect(part.client.calls.length - before).toBeLessThanOrEqual(1_210)

    part.store.update(put('servers', aServer({ id: 'cccccccc' })))
    await part.clock.advance(100)
    expect(asked()).toBe(1_201)
  })

  it('goes round a large fleet that nobody looks at in turn, and asks first what comes into view', async () => {
    const servers = fleet(1_200)
    const part = createPollerRig(servers, 'pterodactyl', false)
    const from = part.clock.steady()
    part.client.backgroundAt = () => from + part.client.calls.length * 100
    await part.clock.advance(395_000)
    const asked = () => part.client.calls.map((call) => call.args[0])
    const [one, next] = [asked().slice(1_500, 2_700), asked().slice(2_700, 3_900)]
    expect(new Set(one).size).toBe(1_200)
    expect(next).toEqual(one)

    const last = servers.find(({ identifier }) => identifier === asked().at(-1))
    await part.clock.advance(60_000)
    const before = part.client.calls.length
    part.visibleServers.set([last?.ref ?? part.ref])
    await part.clock.advance(100)
    expect(asked()[before]).toBe(last?.identifier)
  })

  it('waits for the rate budget, and asks of a bunch as many as it has room for', async () => {
    const part = createPollerRig(fleet(8))
    part.client.backgroundAt = () => part.clock.steady() + 1
    await part.clock.advance(60_000)
    expect(part.client.calls).toHaveLength(0)
    const begin = part.clock.steady()
    part.client.backgroundAt = () => (part.client.calls.length < 3 ? 0 : begin + 3_600_000)
    await part.clock.advance(60_000)
    expect(part.client.calls).toHaveLength(3)
  })

  it.each([
    ['though one after it waits for that of another key', 'key-2', 1],
    ['though one before it waits for that of another key', 'key-1', 40_000],
  ])('asks a server once the budget of its own key has room, and only then, %s', async (_, fullKey, fullForMs) => {
    const servers = [aServer(), aServer({ id: 'bbbbbbbb', keyIds: [keyId('key-2')] })]
    const [free, full] = [createFakeClient(), createFakeClient()]
    const clock = createFakeClock()
    full.backgroundAt = () => clock.steady() + fullForMs
    const poller = createPoller({
      store: createStore(aState({ servers, keys: [aKey(), aKey({ id: keyId('key-2') })] })),
      clock,
      clientFor: (id) => (id === fullKey ? full : free),
      visibleServers: createVisibleServers(),
      isPaused: () => false,
    })
    await clock.advance(120_000)
    poller.dispose()
    expect([free.calls.length > 3, full.calls.length]).toEqual([true, 0])
  })

  it('asks nothing while the system rests, and calls old states unknown then', async () => {
    const part = createPollerRig()
    await part.clock.advance(1_000)
    expect(part.server()?.state).toBe('running')
    part.system.isPaused = true
    await part.clock.advance(8 * 3_600_000)
    expect(part.client.calls).toHaveLength(1)
    expect(part.server()?.state).toBe('unknown')
    part.system.isPaused = false
    await part.clock.advance(1_000)
    expect(part.server()?.state).toBe('running')
  })

  it('puts no answer that was under way over what a console has told since', async () => {
    const part = createPollerRig()
    const answer = Promise.withResolvers<Result<ResourceReading>>()
    part.client.answers.resources = () => answer.promise
    await part.clock.advance(0)
    expect(part.client.calls).toHaveLength(1)
    part.store.update(setConsoleStream(part.ref, { phase: 'open', retryAt: null, error: null }))
    const observedAt = part.clock.now()
    part.store.update(changeServer(part.ref, (server) => ({ ...server, state: 'stopping', observedAt })))
    answer.resolve(ok({ state: 'running', resources: null, freshForMs: 20_000 }))
    await part.clock.advance(2_000)
    expect(part.server()?.state).toBe('stopping')
  })

  it('stops asking the panel for as long as a rate limit says', async () => {
    const part = createPollerRig([aServer(), aServer({ id: 'bbbbbbbb' })])
    part.refuse(fail('rate-limited', { retryAfterMs: 120_000 }))
    await part.clock.advance(100_000)
    // Both went out before the first answer.
    expect(part.client.calls).toHaveLength(2)
  })

  it('shows a suspended server as held, not as offline', async () => {
    const part = createPollerRig()
    part.refuse(fail('server-unavailable', { detail: 'This server is currently suspended and …' }))
    await part.clock.advance(1_000)
    expect(part.server()).toMatchObject({ state: 'unknown', condition: 'suspended' })
  })

  it('asks three times where the panel answers 404, then every ten minutes', async () => {
    const part = createPollerRig()
    part.refuse(fail('server-not-found'))
    const asked = async (minutes: number) => {
      const before = part.client.calls.length
      await part.clock.advance(minutes * 60_000)
      return part.client.calls.length - before
    }
    expect([await asked(15), await asked(60)]).toEqual([3, 6])
    part.poller.askAgain()
    expect(await asked(1)).toBe(1)
  })

  it('calls a server unknown at once after a 404, and asks again when a list names it', async () => {
    const part = createPollerRig()
    await part.clock.advance(1_000)
    part.refuse(fail('server-not-found'))
    await part.clock.advance(21_000)
    expect(part.server()?.state).toBe('unknown')
    part.say('running')
    await part.clock.advance(10_000)
    expect(part.server()?.state).toBe('unknown')
    part.store.update(setKeyHealth(keyId('key-1'), { kind: 'works', at: part.clock.now() }))
    await part.clock.advance(2_000)
    expect(part.server()?.state).toBe('running')
  })

  it('asks nothing with a refused key until its list works again', async () => {
    const part = createPollerRig([aServer(), aServer({ id: 'bbbbbbbb' })])
    part.refuse(fail('token-refused'))
    await part.clock.advance(10 * 60_000)
    expect(part.client.calls).toHaveLength(2)
    expect(part.store.get().keys[keyId('key-1')]?.health).toMatchObject({ error: { code: 'token-refused' } })
    expect(part.server()?.state).toBe('unknown')
    part.say('offline')
    part.store.update(setKeyHealth(keyId('key-1'), { kind: 'works', at: part.clock.now() }))
    await part.clock.advance(2_000)
    expect(part.server()?.state).toBe('offline')
  })

  it('says nothing of a key whose token was replaced while the old one was refused', async () => {
    const part = createPollerRig()
    part.client.answers.resources = async () => {
      part.replaceClient()
      return fail('token-refused')
    }
    await part.clock.advance(1_000)
    expect(part.store.get().keys[keyId('key-1')]?.health.kind).toBe('works')
  })

  it.each([
    ['a long rate limit', fail('rate-limited', { retryAfterMs: 3_600_000 })],
    ['a server that the panel no longer has', fail('server-not-found')],
  ])('calls a state unknown that is not read any more: %s', async (_, refusal) => {
    const part = createPollerRig()
    part.say('offline')
    await part.clock.advance(1_000)
    expect(part.server()?.state).toBe('offline')
    part.refuse(refusal)
    await part.clock.advance(120_000)
    expect(part.server()?.state).toBe('unknown')
  })

  it('keeps the states of a panel so large that going round it takes minutes', async () => {
    const part = createPollerRig(fleet(200, unread))
    await part.clock.advance(10 * 60_000)
    expect(Object.values(part.store.get().servers).filter((server) => server.state !== 'running')).toEqual([])
  })

  it('forgets no state whose newer reading only waits to be written', async () => {
    const part = createPollerRig(fleet(3_000), 'pterodactyl', false)
    const from = part.clock.steady()
    part.client.backgroundAt = () => from + part.client.calls.length * 102
    await part.clock.advance(310_000)
    const unknown = () => Object.values(part.store.get().servers).filter(({ state }) => state === 'unknown').length
    const seen = new Set<number>()
    const end = part.store.subscribe(() => seen.add(unknown()))
    await part.clock.advance(310_000)
    end()
    expect([...seen]).toEqual([0])
  })

  it('shows at once what waits to be written when somebody looks', async () => {
    const part = createPollerRig(fleet(3_000, unread), 'pterodactyl', false)
    const from = part.clock.steady()
    part.client.backgroundAt = () => from + part.client.calls.length * 1_000
    await part.clock.advance(14_100)
    const asked = part.client.calls.at(-1)?.args[0]
    const server = Object.values(part.store.get().servers).find(({ identifier }) => identifier === asked)
    expect(server?.state).toBe('unknown')
    part.visibleServers.set([server?.ref ?? part.ref])
    await part.clock.advance(0)
    expect(part.store.get().servers[server?.ref ?? part.ref]?.state).toBe('running')
  })

  it('looks again within a minute, however long the panel says that its answer keeps', async () => {
    const part = createPollerRig()
    part.say('running', 999_999_000)
    await part.clock.advance(5 * 60_000)
    expect(part.client.calls.length).toBeGreaterThanOrEqual(4)
  })

  it('looks closely at a server in the last minute before its restart', async () => {
    const part = createPollerRig(fleet(60), 'pterodactyl', false)
    await part.clock.advance(5 * 60_000)
    const zeroAt = part.clock.now() + 3 * 60_000
    part.store.update(put('plans', planView({ ref: part.ref, zeroAt, startedAt: part.clock.now() })))
    const asked = () => part.client.calls.filter((call) => call.args[0] === '10000000').length
    await part.clock.advance(2 * 60_000)
    const before = asked()
    await part.clock.advance(60_000)
    expect(asked() - before).toBe(3)
    // Asked every 20 s, of a panel that repeats its answer for as long.
    expect(zeroAt - (part.server()?.observedAt ?? 0)).toBeLessThan(41_000)
  })

  it('gives up what is under way when it is disposed of, and asks nothing after that', async () => {
    const part = createPollerRig([aServer(), aServer({ id: 'bbbbbbbb' })])
    const signals: (AbortSignal | undefined)[] = []
    part.client.answers.resources = (_, options) => {
      signals.push(options?.signal)
      return new Promise(() => {})
    }
    await part.clock.advance(1_000)
    part.poller.dispose()
    expect([signals.map((signal) => signal?.aborted), part.clock.pending()]).toEqual([[true, true], 0])
    await part.clock.advance(600_000)
    expect(signals).toHaveLength(2)
  })
})
