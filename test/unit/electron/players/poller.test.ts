import { describe, expect, it } from 'vitest'
import type { Asked } from '../../../../electron/players/asked.ts'
import { createPlayersPoller } from '../../../../electron/players/poller.ts'
import { createBackgroundPause } from '../../../../electron/servers/background-pause.ts'
import { createVisibleServers } from '../../../../electron/servers/visible-servers.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer, dropKey, setConsoleStream, setPreferences } from '../../../../electron/state/updates.ts'
import { keyIdSchema } from '../../../../shared/model/identifier-schema.ts'
import type { PlayersPreferences } from '../../../../shared/model/players.ts'
import { mayAsk } from '../../../../shared/model/players.ts'
import type { ServerView } from '../../../../shared/model/server.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const first = serverView({ state: 'running' })
const second = serverView({ state: 'running', identifier: 'b1b2c3d4', name: 'Creative' })
const allowed: PlayersPreferences = { asked: true, panels: [first.panelId], servers: [] }
const minute = 60_000

const silence: Asked = { count: null, unknown: 'no-answer', game: null, address: '203.0.113.7:25565' }

function setUp({
  servers = [first],
  players = allowed,
}: {
  servers?: ServerView[]
  players?: PlayersPreferences
} = {}) {
  const clock = createFakeClock()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers }))
  const prefer = (change: PlayersPreferences) =>
    store.update((state) => setPreferences({ ...state.preferences, players: change })(state))
  prefer(players)
  const visibleServers = createVisibleServers()
  const backgroundPause = createBackgroundPause({ clock, random: () => 0 })
  /** What was asked, each with the seconds since the start. */
  const asks: string[] = []
  const startedAt = clock.steady()
  const seconds = () => Math.round((clock.steady() - startedAt) / 1_000)
  const counted = (online: number): Asked => ({
    ...silence,
    count: { online, max: 20, names: [], source: 'game', isSure: true, at: clock.now() },
    unknown: null,
  })
  let answer: (server: ServerView) => Promise<Asked> = async () => counted(7)
  const poller = createPlayersPoller({
    store,
    clock,
    visibleServers,
    backgroundPause,
    isAllowed: (server) => mayAsk(store.get().preferences.players, server),
    ask(server) {
      asks.push(`${server.name} ${seconds()}`)
      return answer(server)
    },
  })
  return {
    clock,
    store,
    poller,
    visibleServers,
    backgroundPause,
    asks,
    prefer,
    counted,
    answer(next: (server: ServerView) => Promise<Asked>) {
      answer = next
    },
    view: (ref = first.ref) => store.get().players[ref],
    change: (change: Partial<ServerView>, ref = first.ref) =>
      store.update(changeServer(ref, (server) => ({ ...server, ...change }))),
  }
}

describe('who is asked', () => {
  it('nobody before the person allowed it, and no timer runs for it', async () => {
    const { asks, clock, prefer, view, visibleServers } = setUp({
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
    const { asks, answer, clock, counted, prefer, view } = setUp()
    const late = Promise.withResolvers<Asked>()
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
    const { asks, clock } = setUp({
      servers: [first, second],
      players: { asked: true, panels: [first.panelId], servers: [own(first.ref, false)] },
    })
    await clock.advance(0)
    expect(asks).toEqual(['Creative 0'])
    const other = setUp({
      servers: [first, second],
      players: { asked: true, panels: [], servers: [own(first.ref, true)] },
    })
    await other.clock.advance(0)
    expect(other.asks).toEqual(['Survival 0'])
  })

  it('no server that does not run, or of which that is not known', async () => {
    const { asks, change, clock, view } = setUp({ servers: [{ ...first, state: 'offline' }] })
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

  it('a few at a time, and the next as soon as one answers', async () => {
    const servers = Array.from({ length: 6 }, (_, i) =>
      serverView({ state: 'running', identifier: `s${i}b2c3d4`.slice(0, 8), name: `S${i}` }),
    )
    const { asks, answer, clock, counted } = setUp({ servers })
    const waiting: (() => void)[] = []
    answer(() => new Promise((resolve) => waiting.push(() => resolve(counted(1)))))
    await clock.advance(0)
    expect(asks).toHaveLength(4)
    waiting.shift()?.()
    await clock.advance(0)
    expect(asks).toHaveLength(5)
  })
})

describe('how often', () => {
  it.each([
    ['what is looked at every 20 s', () => [first.ref], 20],
    ['what is not every minute, while a window shows servers', () => [second.ref], 60],
    ['all every five minutes while nothing is shown', () => [], 300],
  ] as const)('%s', async (_, visible, everyS) => {
    const { asks, clock, visibleServers } = setUp()
    visibleServers.set(visible())
    await clock.advance(everyS * 3_000)
    const times = asks.map((ask) => Number(ask.split(' ')[1]))
    expect(times).toHaveLength(4)
    for (const [i, time] of times.slice(1).entries()) expect(time - (times[i] ?? 0)).toBeGreaterThanOrEqual(everyS)
  })

  it('as if it was looked at while its console is open, or something holds it', async () => {
    const { asks, clock, poller, store } = setUp()
    await clock.advance(minute)
    const release = poller.watch(first.ref)
    await clock.advance(40_000)
    expect(asks).toEqual(['Survival 0', 'Survival 60', 'Survival 80', 'Survival 100'])
    release()
    release()
    await clock.advance(5 * minute)
    expect(asks).toHaveLength(5)
    store.update(setConsoleStream(first.ref, { phase: 'open', retryAt: null, error: null }))
    await clock.advance(20_000)
    expect(asks).toHaveLength(6)
  })

  it('never twice within 20 s, however often something begins to hold it', async () => {
    const { asks, clock, poller } = setUp()
    for (let i = 0; i < 30; i += 1) {
      poller.watch(first.ref)()
      poller.watch(first.ref)
      await clock.advance(1_000)
    }
    expect(asks).toEqual(['Survival 0', 'Survival 20'])
  })

  it('not while the computer sleeps or is offline, and at once after', async () => {
    const { asks, backgroundPause, clock, poller } = setUp()
    poller.watch(first.ref)
    await clock.advance(0)
    backgroundPause.setOnline(false)
    await clock.advance(10 * minute)
    expect(asks).toEqual(['Survival 0'])
    backgroundPause.setOnline(true)
    await clock.advance(0)
    expect(asks).toEqual(['Survival 0', 'Survival 600'])
  })

  it('more seldom after three failures, and says until when; a server that starts gets its time', async () => {
    const { asks, answer, change, clock, poller, view } = setUp()
    poller.watch(first.ref)
    await clock.advance(6 * minute)
    answer(async () => silence)
    const before = asks.length
    await clock.advance(5 * minute)
    expect(asks).toHaveLength(before + 3)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
    expect((view()?.retryAt ?? 0) - clock.now()).toBeGreaterThan(5 * minute)
    // A person who begins to look at it gets a try, and the first minutes of a run are not given up.
    change({ state: 'offline' })
    change({ state: 'running' })
    await clock.advance(4 * minute)
    expect(asks.length - before - 3).toBeGreaterThan(10)
    expect(view()?.retryAt).toBeNull()
  })
})

describe('what is shown', () => {
  it('keeps a count through a lost packet with its time, and not for long', async () => {
    const { answer, clock, poller, view } = setUp()
    poller.watch(first.ref)
    await clock.advance(0)
    const at = clock.now()
    answer(async () => silence)
    await clock.advance(20_000)
    expect(view()).toMatchObject({ count: { online: 7, at }, unknown: null })
    await clock.advance(40_000)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer', address: '203.0.113.7:25565' })
  })

  it('drops the count once the game is given up, also where it fails faster than it answered', async () => {
    const { answer, clock, counted, poller, view } = setUp()
    answer(async () => {
      await clock.sleep(80)
      return counted(7)
    })
    poller.watch(first.ref)
    await clock.advance(6 * minute)
    expect(view()?.count).toMatchObject({ online: 7 })
    answer(async () => silence)
    await clock.advance(2 * minute)
    expect(view()?.retryAt).not.toBeNull()
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('never makes a number out of a failure', async () => {
    const { answer, clock, view } = setUp()
    for (const unknown of ['no-answer', 'not-told', 'udp-blocked', 'proxy', 'no-address', 'unknown-game'] as const) {
      answer(async () => ({ ...silence, unknown }))
      await clock.advance(20 * minute)
      expect(view()).toMatchObject({ count: null, unknown })
    }
  })

  it('drops the count as soon as the server does not run, also one that was on its way', async () => {
    const { answer, change, clock, counted, view } = setUp()
    await clock.advance(0)
    const late = Promise.withResolvers<Asked>()
    answer(() => late.promise)
    await clock.advance(5 * minute)
    change({ state: 'stopping' })
    expect(view()).toMatchObject({ count: null, unknown: 'not-running' })
    late.resolve(counted(9))
    await clock.advance(0)
    expect(view()).toMatchObject({ count: null, unknown: 'not-running' })
  })

  it('drops it after a while where nothing can be asked any more', async () => {
    const { backgroundPause, clock, view } = setUp()
    await clock.advance(0)
    backgroundPause.setOnline(false)
    await clock.advance(10 * minute)
    expect(view()?.count).not.toBeNull()
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('says since when a game that answered before does not any more, after ten minutes of a running server', async () => {
    const { answer, change, clock, counted, poller, view } = setUp()
    poller.watch(first.ref)
    await clock.advance(6 * minute)
    const last = view()?.count?.at
    answer(async () => silence)
    await clock.advance(9 * minute)
    expect(view()?.frozenSince).toBeNull()
    await clock.advance(3 * minute)
    // Since the first question that it left open.
    expect(view()).toMatchObject({ count: null, frozenSince: (last ?? 0) + 20_000 })
    answer(async () => counted(1))
    await clock.advance(20 * minute)
    expect(view()).toMatchObject({ count: { online: 1 }, frozenSince: null })
    // One that was stopped, or never answered, is not called so.
    answer(async () => silence)
    await clock.advance(12 * minute)
    expect(view()?.frozenSince).not.toBeNull()
    change({ state: 'offline' })
    expect(view()?.frozenSince).toBeNull()
    change({ state: 'running' })
    await clock.advance(30 * minute)
    expect(view()?.frozenSince).toBeNull()
  })

  it('shows what the console tells where nothing better is known, and for as long as it does', async () => {
    const { answer, clock, poller, view } = setUp()
    const told = { online: 2, max: null, names: ['Ada'], source: 'console', isSure: false, at: 0 } as const
    const byConsole = { ...told, names: ['Ada'] }
    answer(async () => silence)
    await clock.advance(0)
    poller.noteConsole(first.ref, byConsole)
    expect(view()).toMatchObject({ count: { online: 2, source: 'console' }, unknown: null })
    await clock.advance(40 * minute)
    expect(view()?.count).toMatchObject({ online: 2, source: 'console' })
    poller.noteConsole(first.ref, null)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('keeps what a console told, with its age, once that is closed, until it is too old', async () => {
    const { answer, clock, poller, view } = setUp()
    const told = { online: 2, max: null, names: [], source: 'list-command', isSure: false } as const
    answer(async () => silence)
    await clock.advance(minute)
    const at = clock.now()
    poller.noteConsole(first.ref, { ...told, names: [], at })
    poller.leaveConsole(first.ref)
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: { online: 2, source: 'list-command', at }, unknown: null })
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it.each<[string, (rig: ReturnType<typeof setUp>) => void, object]>([
    [
      'the game tells',
      ({ answer, counted }) => answer(async () => counted(5)),
      { count: { online: 5, source: 'game' } },
    ],
    ['the server stops', ({ change }) => change({ state: 'offline' }), { count: null, unknown: 'not-running' }],
    [
      'a console tells again',
      ({ poller }) =>
        poller.noteConsole(first.ref, { online: 4, max: null, names: [], source: 'console', isSure: false, at: 0 }),
      { count: { online: 4, source: 'console' } },
    ],
  ])('drops what a closed console told as soon as %s', async (_what, happens, expected) => {
    const rig = setUp()
    const { answer, clock, poller, view } = rig
    answer(async () => silence)
    await clock.advance(minute)
    const told = { online: 2, max: null, names: [], source: 'list-command', isSure: false } as const
    poller.noteConsole(first.ref, { ...told, names: [], at: clock.now() })
    poller.leaveConsole(first.ref)
    happens(rig)
    poller.watch(first.ref)
    await clock.advance(minute)
    expect(view()).toMatchObject(expected)
  })

  it('drops what a closed console told of a server that is not asked, once it is too old', async () => {
    const { clock, poller, view } = setUp({ players: { asked: true, panels: [], servers: [] } })
    const told = { online: 2, max: null, names: [], source: 'list-command', isSure: false } as const
    poller.noteConsole(first.ref, { ...told, names: [], at: clock.now() })
    poller.leaveConsole(first.ref)
    await clock.advance(10 * minute)
    expect(view()?.count).toMatchObject({ online: 2 })
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: null, unknown: 'off' })
  })

  it('shows what the console tells once the game’s count is too old, where nothing can be asked', async () => {
    const { backgroundPause, clock, poller, view } = setUp()
    await clock.advance(0)
    poller.noteConsole(first.ref, { online: 2, max: null, names: [], source: 'console', isSure: false, at: 0 })
    backgroundPause.setOnline(false)
    await clock.advance(20 * minute)
    expect(view()).toMatchObject({ count: { online: 2, source: 'console' }, unknown: null })
  })

  it('takes the game’s word before the console’s, but for the list that a person asked for', async () => {
    const { clock, poller, view } = setUp()
    const told = { online: 2, max: null, names: [], isSure: false, at: 0 }
    await clock.advance(0)
    poller.noteConsole(first.ref, { ...told, source: 'console' })
    expect(view()?.count).toMatchObject({ online: 7, source: 'game' })
    poller.noteConsole(first.ref, { ...told, source: 'list-command' })
    expect(view()?.count).toMatchObject({ online: 2, source: 'list-command' })
  })

  it('changes nothing in the state where nothing changed', async () => {
    const { answer, asks, clock, poller, store } = setUp()
    answer(async () => ({ ...silence, unknown: 'no-address', address: null }))
    poller.watch(first.ref)
    await clock.advance(30_000)
    const { players } = store.get()
    await clock.advance(60_000)
    expect(asks).toHaveLength(5)
    expect(store.get().players).toBe(players)
  })

  it('forgets what the console told of a server that has gone', async () => {
    const { answer, clock, poller, store, view } = setUp()
    answer(async () => silence)
    const byConsole = { online: 2, max: null, names: ['Ada'], source: 'console', isSure: false, at: 0 } as const
    poller.noteConsole(first.ref, { ...byConsole, names: ['Ada'] })
    const { servers } = store.get()
    store.update((state) => ({ ...state, servers: {}, players: {} }))
    poller.noteConsole(first.ref, null)
    await clock.advance(minute)
    store.update((state) => ({ ...state, servers }))
    await clock.advance(minute)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('forgets a server that has gone', async () => {
    const { asks, clock, store, view } = setUp()
    await clock.advance(0)
    store.update(dropKey(keyIdSchema.parse('home-key')))
    await clock.advance(20 * minute)
    expect([asks.length, view(), clock.pending()]).toEqual([1, undefined, 0])
  })
})

describe('a try by a person', () => {
  it('asks at once, whatever failed before, and says what came back', async () => {
    const { answer, clock, counted, poller } = setUp()
    answer(async () => silence)
    await clock.advance(30 * minute)
    answer(async () => counted(2))
    expect(await poller.askNow(first.ref)).toMatchObject({ count: { online: 2 } })
  })

  it('asks nothing without leave, or where nothing runs', async () => {
    const off = setUp({ players: { asked: true, panels: [], servers: [] } })
    expect(await off.poller.askNow(first.ref)).toMatchObject({ count: null, unknown: 'off' })
    const stopped = setUp({ servers: [{ ...first, state: 'offline' }] })
    expect(await stopped.poller.askNow(first.ref)).toMatchObject({ count: null, unknown: 'not-running' })
    expect([...off.asks, ...stopped.asks]).toEqual([])
    expect(await off.poller.askNow(second.ref)).toBeNull()
  })

  it('a corrected game or port is asked anew, as if nothing was known', async () => {
    const { answer, asks, clock, prefer, view } = setUp()
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
  const { asks, answer, clock, poller } = setUp()
  answer(() => new Promise(() => undefined))
  await clock.advance(0)
  poller.dispose()
  await clock.advance(20 * minute)
  expect([asks.length, clock.pending()]).toEqual([1, 0])
})
