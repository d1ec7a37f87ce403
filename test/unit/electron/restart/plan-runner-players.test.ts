import { describe, expect, it } from 'vitest'
import { server, setUpPlanRig } from '../../../fixtures/plan-rig.ts'

const { clock, rig } = setUpPlanRig()

const whenEmpty = (otherwise: 'restart' | 'skip') => ({ rule: 'when-empty', otherwise }) as const
const atMost = (players: number) => ({ rule: 'at-most', players }) as const

/** Tells each of these counts, 20 s apart. */
async function looks(...counts: readonly (number | null)[]): Promise<void> {
  for (const [index, online] of counts.entries()) {
    if (index > 0) await clock.pass(20_000)
    rig.count(online)
    await clock.pass(0)
  }
}

describe('when empty', () => {
  it('restarts after the second zero, and says so once more', async () => {
    rig.start(3_600, { players: whenEmpty('restart'), warnings: [600, 10] })
    await clock.pass(30_000)
    expect(rig.plan().waiting).toEqual({ online: null, since: clock.now() - 30_000 })
    await looks(3, 0)
    expect(rig.plan()).toMatchObject({ phase: 'counting', waiting: { online: 0, since: clock.now() } })
    await clock.pass(20_000)
    rig.count(0)
    expect(rig.plan()).toMatchObject({ phase: 'last-command', zeroAt: clock.now() + 5_000 })
    await clock.pass(5_000)
    expect(rig.sentAt()).toEqual(['warn 5 seconds @70', 'restart @75'])
    expect(rig.results()).toEqual(['warning skipped', 'warning skipped', 'restart sent', 'last-call sent'])
    expect(rig.watched).toEqual([])
  })

  it('goes back where somebody joins in the last seconds, who is told so', async () => {
    const more = { warnings: [60], lastCommand: { text: 'save', waitSeconds: 2 }, cancelText: 'not now' }
    rig.start(600, { players: whenEmpty('restart'), ...more })
    await looks(0, 0)
    const deadline = clock.now() + 580_000
    await clock.pass(4_000)
    rig.count(1)
    await clock.pass(10_000)
    expect(rig.sentAt()).toEqual(['warn 5 seconds @20', 'save @23', 'not now @24'])
    expect(rig.plan()).toMatchObject({ phase: 'counting', zeroAt: deadline, latestAt: null, waiting: { online: 1 } })
    await clock.pass(600_000)
    expect(rig.sentAt().slice(3)).toEqual(['warn 1 minute @540', 'save @598', 'restart @600'])
  })

  it('sends a long last command once where counts come but once a minute, and waits for a fresh one', async () => {
    rig.start(3_600, { players: whenEmpty('skip'), warnings: [60], lastCommand: { text: 'save', waitSeconds: 40 } })
    for (let i = 0; i < 4; i += 1) {
      rig.count(0)
      await clock.pass(60_000)
    }
    // The second count at 60 s, the third one at 120 s; none is as fresh as it takes in between.
    const [save, call, restart, ...others] = rig.sent
    expect(others).toEqual([])
    expect([save?.what, save?.mono]).toEqual(['save', 60_000])
    expect(call?.what).toBe('warn 5 seconds')
    expect(call?.mono).toBeGreaterThanOrEqual(120_000)
    expect(restart?.mono).toBe((call?.mono ?? 0) + 5_000)
    expect(restart?.mono).toBeLessThanOrEqual(135_000)
  })

  it('goes back where the next count does not come', async () => {
    rig.start(600, { players: whenEmpty('skip'), warnings: [], lastCommand: { text: 'save', waitSeconds: 40 } })
    await looks(0, 0)
    await clock.pass(89_000)
    expect(rig.plan().phase).toBe('last-command')
    await clock.pass(3_000)
    expect(rig.plan()).toMatchObject({ phase: 'counting', latestAt: null })
    expect(rig.sentAt()).toEqual(['save @20'])
  })

  it('is not brought forward again, with the last command, until five minutes after that', async () => {
    rig.start(3_600, { players: whenEmpty('skip'), warnings: [], lastCommand: { text: 'save', waitSeconds: 40 } })
    await looks(0, 0)
    for (let i = 0; i < 20; i += 1) {
      rig.count(1)
      await clock.pass(1_000)
      await looks(0, 0)
      await clock.pass(1_000)
    }
    expect(rig.sent.map(({ what }) => what)).toEqual(['save', 'save'])
    const [first, second] = rig.sent
    expect((second?.mono ?? 0) - (first?.mono ?? 0)).toBeGreaterThanOrEqual(300_000)
  })

  it('sends the last command for the zero that was planned, but for one that was just sent', async () => {
    const more = { warnings: [], lastCommand: { text: 'save', waitSeconds: 40 } }
    rig.start(150, { players: whenEmpty('restart'), ...more })
    await looks(0, 0, 1)
    await clock.pass(200_000)
    expect(rig.sentAt()).toEqual(['save @20', 'save @110', 'restart @150'])
  })

  it.each([
    ['somebody is on', 2, 'players-stayed'],
    ['it is not known', null, 'players-not-known'],
  ] as const)('sends nothing where %s until the end and it is to be skipped', async (_what, online, code) => {
    const more = { warnings: [60, 10], lastCommand: { text: 'save', waitSeconds: 5 }, cancelText: 'not now' }
    rig.start(100, { players: whenEmpty('skip'), ...more })
    await looks(online, online, online, online, online, online)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', waiting: null, error: { code } })
    expect(rig.sent).toEqual([])
    expect(rig.watched).toEqual([])
  })

  it('warns once the first count has come, and restarts by it', async () => {
    rig.start(2, { players: atMost(0), warnings: [1] })
    await clock.pass(4_500)
    rig.count(0)
    await clock.pass(5_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['warn 1 second', 'restart'])
    const [warning, restart] = rig.sent
    expect((restart?.mono ?? 0) - (warning?.mono ?? 0)).toBe(1_000)
  })

  it('does not say that players stayed where a single 0 was told until the end', async () => {
    rig.start(30, { players: whenEmpty('skip') })
    await clock.pass(20_000)
    rig.count(0)
    await clock.pass(10_000)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'players-not-known' } })
    expect(rig.sent).toEqual([])
  })

  it('is missed where the end passes in sleep, also once it was brought forward', async () => {
    rig.start(600, { players: whenEmpty('restart') })
    await looks(0, 0)
    clock.doze(300_000, false)
    await clock.pass(1_000)
    expect(rig.plan()).toMatchObject({ phase: 'counting', latestAt: null, waiting: { online: null } })
    clock.doze(300_000, false)
    await clock.pass(1_000)
    expect(rig.plan().phase).toBe('missed')
    expect(rig.sentAt()).toEqual(['warn 5 seconds @20'])
  })

  it.each([
    ['longer than counts go on', -71_002, 72_001, false],
    ['as long as the clock is set back, which the system tells of', -72_001, 72_001, true],
  ])('begins anew with its zeros after a sleep %s', async (_what, setMs, sleptMs, isTold) => {
    rig.start(25, { players: whenEmpty('restart'), warnings: [] })
    await looks(0)
    await clock.pass(20_000)
    clock.set(setMs)
    clock.doze(sleptMs, false)
    if (isTold) rig.plans.setAsleep(true)
    if (isTold) rig.plans.setAsleep(false)
    // More than 90 s after the first one, though the clocks say 21 s.
    rig.count(0)
    await clock.pass(1)
    expect(rig.sentAt()).toEqual([])
    rig.count(null)
    await clock.pass(6_000)
    // For the zero that was planned, whoever is on.
    expect(rig.sent.map(({ isEarly }) => isEarly)).toEqual([false])
  })

  it('keeps its end where the clock is set back', async () => {
    rig.start(600, { players: whenEmpty('skip') })
    await looks(0, 0)
    const before = rig.plan()
    clock.set(-3_600_000)
    await clock.pass(1_000)
    // The counts are of the future now.
    expect(rig.plan()).toMatchObject({ phase: 'counting', zeroAt: (before.latestAt ?? 0) - 3_600_000 })
    rig.count(null)
    await looks(0, 0)
    await clock.pass(5_000)
    expect(rig.plan().phase).toBe('watching')
  })

  it.each([
    ['to be skipped', whenEmpty('skip')],
    ['only where few are on', atMost(0)],
  ] as const)('runs one that was missed, %s, whoever is on', async (_what, players) => {
    rig.start(600, { players })
    clock.doze(700_000, false)
    await clock.pass(1_000)
    expect(rig.plan().phase).toBe('missed')
    rig.count(4)
    rig.plans.now(rig.plan().id, 'window')
    await clock.pass(1_000)
    expect(rig.plan().phase).toBe('watching')
    expect(rig.sentAt().map((sent) => sent.split(' ')[0])).toEqual(['restart'])
  })
})

describe('at most', () => {
  it.each([
    ['fewer', 1, {}, null],
    ['as many', 3, {}, null],
    ['as many, by a source that is not sure', 3, { isSure: false }, null],
    ['nobody', 0, {}, null],
    ['nobody, by a source that is not sure', 0, { isSure: false }, 'players-not-known'],
    ['fewer, by lines of the console', 1, { source: 'console', isSure: false }, 'players-not-known'],
    ['fewer, by its list command', 1, { source: 'list-command', isSure: false }, 'players-not-known'],
    ['more', 4, {}, 'players-stayed'],
    ['not known', null, {}, 'players-not-known'],
  ] as const)('%s', async (_what, online, more, code) => {
    rig.start(60, { players: atMost(3), warnings: [10], cancelText: 'not now' })
    await clock.pass(45_000)
    rig.count(online, more)
    await clock.pass(15_000)
    expect(rig.plan()).toMatchObject({ phase: code === null ? 'watching' : 'cancelled' })
    expect(rig.plan().error?.code ?? null).toBe(code)
    // Nobody is warned while it is not known how many are on.
    const warned = ['warn 10 seconds @50', code === null ? 'restart @60' : 'not now @60']
    expect(rig.sentAt()).toEqual(code === 'players-not-known' ? [] : warned)
  })

  it('goes by a fresh count alone', async () => {
    rig.answer.players = async () => null
    rig.start(60, { players: atMost(3), warnings: [] })
    rig.count(1)
    await clock.pass(61_000)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'players-not-known' } })
  })

  it('asks only shortly before', async () => {
    rig.start(3_600, { players: atMost(3), warnings: [] })
    await clock.pass(3_400_000)
    expect(rig.watched).toEqual([])
    await clock.pass(100_000)
    expect(rig.watched).toEqual([server.ref])
    rig.plans.cancel(rig.plan().id, false, 'window')
    expect(rig.watched).toEqual([])
  })
})

it('asks for no players where they do not matter', async () => {
  rig.start(60)
  await clock.pass(30_000)
  expect(rig.watched).toEqual([])
  expect(rig.plan().waiting).toBeNull()
})

describe('the last look', () => {
  it('lets nothing be sent where it finds somebody', async () => {
    rig.start(60, { players: atMost(0), warnings: [] })
    rig.answer.players = async () => {
      rig.count(1)
      return rig.store.get().players[server.ref]?.count ?? null
    }
    await looks(0, 0, 0, 0)
    await clock.pass(1_000)
    expect(rig.plan().phase).toBe('cancelled')
    expect(rig.sentAt()).toEqual([])
  })

  it('lets nothing be sent where nothing comes within a second', async () => {
    rig.start(60, { players: whenEmpty('skip'), warnings: [] })
    rig.answer.players = () => new Promise(() => undefined)
    await looks(0, 0, 0, 0)
    await clock.pass(2_000)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'players-not-known' } })
    expect(rig.sentAt()).toEqual([])
  })

  it('waits for the panel’s next count, which comes once a minute', async () => {
    rig.answer.players = async () => rig.store.get().players[server.ref]?.count ?? null
    rig.start(45, { players: atMost(0), warnings: [] })
    rig.count(0, { source: 'panel' })
    await clock.pass(50_000)
    expect(rig.sentAt()).toEqual([])
    await clock.pass(10_000)
    rig.count(0, { source: 'panel' })
    await clock.pass(1_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['restart'])
  })

  it('is made again where the computer stood still before the signal', async () => {
    rig.start(60, { players: atMost(0), warnings: [] })
    await looks(0, 0, 0)
    let asked = 0
    rig.answer.players = async () => {
      asked += 1
      rig.count(asked === 1 ? 0 : 1)
      const { count } = rig.store.get().players[server.ref] ?? { count: null }
      if (asked === 1) clock.doze(12_000, true)
      return count
    }
    await clock.pass(20_000)
    await clock.pass(10_000)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'players-stayed' } })
    expect(rig.sentAt()).toEqual([])
  })

  it('is not waited for where somebody says now', async () => {
    rig.answer.players = () => new Promise(() => undefined)
    rig.start(60, { players: atMost(0), warnings: [] })
    await looks(0, 0, 0, 0)
    rig.plans.now(rig.plan().id, 'window')
    await clock.pass(0)
    expect(rig.sentAt()).toEqual(['restart @60'])
  })
})

describe('a zero that comes before the first count', () => {
  it('is put off until that is there', async () => {
    rig.start(0, { players: atMost(3), warnings: [] })
    await clock.pass(8_000)
    expect(rig.plan().phase).toBe('counting')
    rig.count(2)
    await clock.pass(1_000)
    expect(rig.plan().phase).toBe('watching')
  })

  it('is given up after half a minute without one', async () => {
    rig.start(0, { players: atMost(3), warnings: [] })
    await clock.pass(29_000)
    expect(rig.plan().phase).toBe('counting')
    await clock.pass(3_000)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'players-not-known' } })
    expect(rig.sentAt()).toEqual([])
  })
})
