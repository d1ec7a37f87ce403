import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFaultyClock, type FaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, type PlanRig, server } from '../../../fixtures/plan-rig.ts'

let clock: FaultyClock
let rig: PlanRig
beforeEach(() => {
  clock = createFaultyClock()
  rig = createPlanRig(clock)
})
afterEach(() => rig.dispose())

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

describe('the last look', () => {
  it.each([
    ['at most', atMost(0)],
    ['when empty', whenEmpty('skip')],
  ] as const)('%s: does not restart where it finds somebody', async (_what, players) => {
    rig.start(60, { players, warnings: [] })
    rig.answer.players = async () => {
      rig.count(1)
      return rig.store.get().players[server.ref]?.count ?? null
    }
    await looks(0, 0, 0, 0)
    await clock.pass(1_000)
    expect(rig.plan().phase).toBe('cancelled')
    expect(rig.sentAt()).toEqual([])
  })

  it.each([
    ['at most', atMost(0)],
    ['when empty', whenEmpty('skip')],
  ] as const)('%s: does not restart where nothing comes within a second', async (_what, players) => {
    rig.start(60, { players, warnings: [] })
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

  it('is given up where the panel does not tell another', async () => {
    rig.answer.players = async () => rig.store.get().players[server.ref]?.count ?? null
    rig.start(45, { players: atMost(0), warnings: [] })
    rig.count(0, { source: 'panel' })
    await clock.pass(100_000)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'players-not-known' } })
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
