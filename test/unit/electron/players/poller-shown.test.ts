import { describe, expect, it } from 'vitest'
import type { PlayersAnswer } from '../../../../electron/players/view.ts'
import { dropKey } from '../../../../electron/state/updates.ts'
import { keyIdSchema } from '../../../../shared/model/identifier-schema.ts'
import type { PlayerCount } from '../../../../shared/model/players-schema.ts'
import { first, minute, second, setUpPlayersPoller, silence } from '../../../fixtures/players-poller-rig.ts'
import { playerCount } from '../../../fixtures/players-view.ts'

const byConsole = (more: Partial<PlayerCount> = {}) =>
  playerCount({ online: 2, source: 'console', isSure: false, at: 0, ...more })

describe('what is shown', () => {
  it('keeps a count through a lost packet with its time, and not for long', async () => {
    const { answer, clock, view, visibleServers } = setUpPlayersPoller()
    visibleServers.set([second.ref])
    await clock.advance(0)
    const at = clock.now()
    answer(async () => silence)
    await clock.advance(minute)
    expect(view()).toMatchObject({ count: { online: 7, at }, unknown: null })
    await clock.advance(2 * minute)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer', address: '203.0.113.7:25565' })
  })

  it('never makes a number out of a failure', async () => {
    const { answer, clock, view } = setUpPlayersPoller()
    for (const unknown of ['no-answer', 'not-told', 'udp-blocked', 'proxy', 'no-address', 'unknown-game'] as const) {
      answer(async () => ({ ...silence, unknown }))
      await clock.advance(20 * minute)
      expect(view()).toMatchObject({ count: null, unknown })
    }
  })

  it('drops the count as soon as the server does not run, also one that was on its way', async () => {
    const { answer, change, clock, counted, view } = setUpPlayersPoller()
    await clock.advance(0)
    const late = Promise.withResolvers<PlayersAnswer>()
    answer(() => late.promise)
    await clock.advance(5 * minute)
    change({ state: 'stopping' })
    expect(view()).toMatchObject({ count: null, unknown: 'not-running' })
    late.resolve(counted(9))
    await clock.advance(0)
    expect(view()).toMatchObject({ count: null, unknown: 'not-running' })
  })

  it('drops it after a while where nothing can be asked any more', async () => {
    const { backgroundPause, clock, view } = setUpPlayersPoller()
    await clock.advance(0)
    backgroundPause.setOnline(false)
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: { online: 7 } })
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('says since when a game that answered before does not any more, after ten minutes of a running server', async () => {
    const { answer, change, clock, counted, view, visibleServers } = setUpPlayersPoller()
    visibleServers.set([first.ref])
    await clock.advance(6 * minute)
    const last = view()?.count?.at
    answer(async () => silence)
    await clock.advance(9 * minute)
    expect(view()).toMatchObject({ frozenSince: null })
    await clock.advance(3 * minute)
    // Since the first question that it left open.
    expect(view()).toMatchObject({ count: null, frozenSince: (last ?? 0) + 20_000 })
    answer(async () => counted(1))
    await clock.advance(20 * minute)
    expect(view()).toMatchObject({ count: { online: 1 }, frozenSince: null })
    // One that was stopped, or never answered, is not called so.
    answer(async () => silence)
    await clock.advance(12 * minute)
    expect(view()).toMatchObject({ frozenSince: expect.any(Number) })
    change({ state: 'offline' })
    expect(view()).toMatchObject({ frozenSince: null })
    change({ state: 'running' })
    await clock.advance(30 * minute)
    expect(view()).toMatchObject({ frozenSince: null })
  })

  it('shows what the console tells where nothing better is known, and for as long as it does', async () => {
    const { answer, clock, poller, view } = setUpPlayersPoller()
    answer(async () => silence)
    await clock.advance(0)
    poller.noteConsole(first.ref, byConsole({ names: ['Ada'] }))
    expect(view()).toMatchObject({ count: { online: 2, source: 'console' }, unknown: null })
    await clock.advance(40 * minute)
    expect(view()?.count).toMatchObject({ online: 2, source: 'console' })
    poller.noteConsole(first.ref, null)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('keeps what a console told, with its age, once that is closed, until it is too old', async () => {
    const { answer, clock, poller, view } = setUpPlayersPoller()
    answer(async () => silence)
    await clock.advance(minute)
    const at = clock.now()
    poller.noteConsole(first.ref, byConsole({ source: 'list-command', at }))
    poller.noteConsole(first.ref, 'closed')
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: { online: 2, source: 'list-command', at }, unknown: null })
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('drops what a closed console told of a server that is not asked, once it is too old', async () => {
    const { clock, poller, view } = setUpPlayersPoller({ players: { asked: true, panels: [], servers: [] } })
    poller.noteConsole(first.ref, byConsole({ source: 'list-command', at: clock.now() }))
    poller.noteConsole(first.ref, 'closed')
    await clock.advance(10 * minute)
    expect(view()?.count).toMatchObject({ online: 2 })
    await clock.advance(10 * minute)
    expect(view()).toMatchObject({ count: null, unknown: 'off' })
  })

  it('changes nothing in the state where nothing changed', async () => {
    const { answer, asks, clock, poller, store } = setUpPlayersPoller()
    answer(async () => ({ ...silence, unknown: 'no-address', address: null }))
    poller.watch(first.ref)
    await clock.advance(30_000)
    const { players } = store.get()
    await clock.advance(60_000)
    expect(asks).toHaveLength(5)
    expect(store.get().players).toBe(players)
  })

  it('forgets what the console told of a server that has gone', async () => {
    const { answer, clock, poller, store, view } = setUpPlayersPoller()
    answer(async () => silence)
    poller.noteConsole(first.ref, byConsole())
    const { servers } = store.get()
    store.update((state) => ({ ...state, servers: {}, players: {} }))
    poller.noteConsole(first.ref, null)
    await clock.advance(minute)
    store.update((state) => ({ ...state, servers }))
    await clock.advance(minute)
    expect(view()).toMatchObject({ count: null, unknown: 'no-answer' })
  })

  it('forgets a server that has gone', async () => {
    const { asks, clock, store, view } = setUpPlayersPoller()
    await clock.advance(0)
    store.update(dropKey(keyIdSchema.parse('home-key')))
    await clock.advance(20 * minute)
    expect([asks.length, view(), clock.pending()]).toEqual([1, undefined, 0])
  })
})
