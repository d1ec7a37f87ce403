import { describe, expect, it } from 'vitest'
import type { PlayersAnswer } from '../../../../electron/players/view.ts'
import { setConsoleStream } from '../../../../electron/state/updates.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { allowed, first, minute, second, setUpPlayersPoller, silence } from '../../../fixtures/players-poller-rig.ts'
import { serverView } from '../../../fixtures/server-view.ts'

describe('who is asked', () => {
  it('nobody before the person allowed it, and no timer runs for it', async () => {
    const { asks, clock, prefer, view, visibleServers } = setUpPlayersPoller({
      players: { asked: false, panels: [], servers: [] },
    })
    visibleServers.set([first.ref])
    await clock.advance(20 * minute)
    expect([asks, view(), clock.pending()]).toEqual([[], undefined, 0])
    prefer(allowed)
    await clock.advance(0)
    expect(asks).toEqual(['Survival 1200'])
    expect(view()?.count).toMatchObject({ online: 7, max: 20, source: 'game' })
  })

  it('nobody any more once the person takes it back, and what was on its way is dropped', async () => {
    const { asks, answer, clock, counted, prefer, view } = setUpPlayersPoller()
    const late = Promise.withResolvers<PlayersAnswer>()
    answer(() => late.promise)
    await clock.advance(0)
    prefer({ asked: true, panels: [], servers: [] })
    late.resolve(counted(3))
    await clock.advance(20 * minute)
    expect(asks).toEqual(['Survival 0'])
    expect(view()).toBeUndefined()
  })

  it('one server as the person chose for it, whatever its panel', async () => {
    const own = (ref: ServerView['ref'], isAsked: boolean) => ({ ref, game: null, port: null, isAsked })
    const { asks, clock } = setUpPlayersPoller({
      servers: [first, second],
      players: { asked: true, panels: [first.panelId], servers: [own(first.ref, false)] },
    })
    await clock.advance(0)
    expect(asks).toEqual(['Creative 0'])
    const other = setUpPlayersPoller({
      servers: [first, second],
      players: { asked: true, panels: [], servers: [own(first.ref, true)] },
    })
    await other.clock.advance(0)
    expect(other.asks).toEqual(['Survival 0'])
  })

  it('no server that does not run, or of which that is not known', async () => {
    const { asks, change, clock, view } = setUpPlayersPoller({ servers: [{ ...first, state: 'offline' }] })
    await clock.advance(minute)
    expect(view()).toMatchObject({ count: null, unknown: 'not-running' })
    for (const state of ['unknown', 'starting', 'stopping'] as const) {
      change({ state })
      await clock.advance(minute)
    }
    expect(asks).toEqual([])
    change({ state: 'running' })
    expect(view()).toMatchObject({ count: null, unknown: null })
    await clock.advance(0)
    expect(asks).toEqual(['Survival 240'])
  })

  it('many at a time, though not all, and the next as soon as one answers', async () => {
    const servers = Array.from({ length: 60 }, (_, i) =>
      serverView({ state: 'running', identifier: String(10_000_000 + i), name: `S${i}` }),
    )
    const { asks, answer, clock, counted } = setUpPlayersPoller({ servers })
    const waiting: (() => void)[] = []
    answer(() => new Promise((resolve) => waiting.push(() => resolve(counted(1)))))
    await clock.advance(0)
    expect(asks).toHaveLength(32)
    waiting.shift()?.()
    await clock.advance(0)
    expect(asks).toHaveLength(33)
  })
})

describe('how often', () => {
  it.each([
    ['what is looked at every 20 s', () => [first.ref], 20],
    ['what is not every minute, while a window shows servers', () => [second.ref], 60],
    ['all every five minutes while nothing is shown', () => [], 300],
  ] as const)('%s', async (_, visible, everyS) => {
    const { asks, clock, visibleServers } = setUpPlayersPoller()
    visibleServers.set(visible())
    await clock.advance(everyS * 3_000)
    const times = asks.map((ask) => Number(ask.split(' ')[1]))
    expect(times).toHaveLength(4)
    for (const [i, time] of times.slice(1).entries()) expect(time - (times[i] ?? 0)).toBeGreaterThanOrEqual(everyS)
  })

  it('as if it was looked at while its console is open, or something holds it', async () => {
    const { asks, clock, poller, store } = setUpPlayersPoller()
    await clock.advance(minute)
    const { release } = poller.watch(first.ref)
    await clock.advance(41_000)
    expect(asks).toEqual(['Survival 0', 'Survival 60', 'Survival 80', 'Survival 100'])
    release()
    release()
    await clock.advance(5 * minute + 10_000)
    expect(asks).toHaveLength(5)
    store.update(setConsoleStream(first.ref, { phase: 'open', retryAt: null, error: null }))
    await clock.advance(20_000)
    expect(asks).toHaveLength(6)
  })

  it('never twice within 20 s, however often something begins to hold it', async () => {
    const { asks, clock, poller } = setUpPlayersPoller()
    for (let i = 0; i < 30; i += 1) {
      poller.watch(first.ref).release()
      poller.watch(first.ref)
      await clock.advance(1_000)
    }
    expect(asks).toEqual(['Survival 0', 'Survival 20'])
  })

  it('not while the computer sleeps or is offline, and at once after', async () => {
    const { asks, backgroundPause, clock, poller } = setUpPlayersPoller()
    poller.watch(first.ref)
    await clock.advance(0)
    backgroundPause.setOnline(false)
    await clock.advance(10 * minute)
    expect(asks).toEqual(['Survival 0'])
    backgroundPause.setOnline(true)
    await clock.advance(0)
    expect(asks).toEqual(['Survival 0', 'Survival 600'])
  })

  it('more seldom after failures, from the first on; a server that starts gets its time', async () => {
    const { asks, answer, change, clock, view, visibleServers } = setUpPlayersPoller()
    visibleServers.set([first.ref])
    await clock.advance(6 * minute)
    answer(async () => silence)
    asks.length = 0
    await clock.advance(18 * minute)
    // Each wait is twice the one before it, until that is as long as it takes to find a game that hangs.
    expect(asks).toEqual([380, 420, 500, 660, 980, 1_340].map((at) => `Survival ${at}`))
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer', frozenSince: expect.any(Number) })
    change({ state: 'offline' })
    change({ state: 'running' })
    asks.length = 0
    await clock.advance(4 * minute)
    expect(asks.length).toBeGreaterThanOrEqual(5)
  })

  it('as usual again, as soon as one that failed answers', async () => {
    const { answer, asks, clock, counted, visibleServers } = setUpPlayersPoller()
    visibleServers.set([first.ref])
    answer(async () => silence)
    await clock.advance(20 * minute)
    answer(async () => counted(1))
    await clock.advance(16 * minute)
    asks.length = 0
    await clock.advance(minute)
    expect(asks).toHaveLength(3)
  })
})

describe('a try by a person', () => {
  it('asks at once, whatever failed before, and says what came back', async () => {
    const { answer, clock, counted, poller } = setUpPlayersPoller()
    answer(async () => silence)
    await clock.advance(30 * minute)
    answer(async () => counted(2))
    expect(await poller.askNow(first.ref)).toMatchObject({ count: { online: 2 } })
  })

  it('asks nothing without leave, or where nothing runs', async () => {
    const off = setUpPlayersPoller({ players: { asked: true, panels: [], servers: [] } })
    expect(await off.poller.askNow(first.ref)).toMatchObject({ count: null, unknown: 'off' })
    const stopped = setUpPlayersPoller({ servers: [{ ...first, state: 'offline' }] })
    expect(await stopped.poller.askNow(first.ref)).toMatchObject({ count: null, unknown: 'not-running' })
    expect([...off.asks, ...stopped.asks]).toEqual([])
    expect(await off.poller.askNow(second.ref)).toBeNull()
  })

  it('a corrected game or port is asked anew, as if nothing was known', async () => {
    const { answer, asks, clock, prefer, view } = setUpPlayersPoller()
    answer(async () => silence)
    await clock.advance(30 * minute)
    const before = asks.length
    prefer({ ...allowed, servers: [{ ref: first.ref, game: 'rust', port: 28_016, isAsked: null }] })
    expect(view()).toMatchObject({ count: null, unknown: null, address: null })
    await clock.advance(0)
    expect(asks).toHaveLength(before + 1)
  })
})

it('ends with what it is asking', async () => {
  const { asks, answer, clock, poller } = setUpPlayersPoller()
  answer(() => new Promise(() => undefined))
  await clock.advance(0)
  poller.dispose()
  await clock.advance(20 * minute)
  expect([asks.length, clock.pending()]).toEqual([1, 0])
})
