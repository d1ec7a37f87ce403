import { afterEach, describe, expect, it } from 'vitest'
import { backupPatienceMs } from '../../../../electron/restart/backup-first.ts'
import type { Restarts } from '../../../../electron/restart/file.ts'
import { appError } from '../../../../shared/errors.ts'
import type { RestartChoices } from '../../../../shared/model/restart-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, type PlanRig } from '../../../fixtures/plan-rig.ts'

const minute = 60_000

let rig: PlanRig
afterEach(() => rig.dispose())

function setUp(kept?: Restarts) {
  const clock = createFaultyClock()
  rig = createPlanRig(clock, kept)
  /** Ends the backup that is being made. */
  let end: (result: Result<void>) => void = () => undefined
  rig.answer.backup = () => new Promise((resolve) => (end = resolve))
  const start = (inSeconds: number, more: Partial<RestartChoices> = {}) =>
    rig.start(inSeconds, { warnings: [600, 60, 10], backupFirst: 'must', ...more })
  return { clock, start, end: (result: Result<void> = ok()) => end(result) }
}

const backups = () => rig.sent.filter(({ what }) => what === 'backup').length

describe('a backup before a restart', () => {
  it('begins a quarter of an hour before zero, and changes nothing where it ends in time', async () => {
    const { clock, start, end } = setUp()
    start(1_800)
    await clock.pass(20 * minute)
    expect(rig.sentAt()).toEqual(['backup @900', 'warn 10 minutes @1200'])
    end()
    await clock.pass(10 * minute)
    expect(rig.sentAt().slice(2)).toEqual(['warn 1 minute @1740', 'warn 10 seconds @1790', 'restart @1800'])
  })

  it('holds back the last minute until it has ended, and then counts that down', async () => {
    const { clock, start, end } = setUp()
    start(600)
    await clock.pass(13 * minute)
    expect(rig.sentAt()).toEqual(['backup @0', 'warn 10 minutes @0'])
    expect(rig.plan()).toMatchObject({ phase: 'backing-up' })
    end()
    await clock.pass(2 * minute)
    expect(rig.sentAt().slice(2)).toEqual(['warn 1 minute @780', 'warn 10 seconds @830', 'restart @840'])
  })

  it('sends the last command between the backup and zero', async () => {
    const { clock, start, end } = setUp()
    start(0, { warnings: [], lastCommand: { text: 'save', waitSeconds: 5 } })
    await clock.pass(minute)
    expect(rig.sentAt()).toEqual(['backup @0'])
    end()
    await clock.pass(minute)
    expect(rig.sentAt().slice(1)).toEqual(['save @60', 'restart @65'])
  })

  it.each([
    ['must succeed, and its end was not seen', 'must', appError('backup-not-seen'), 'failed'],
    ['was refused for its rate', 'must', appError('rate-limited', { retryAfterMs: 480_000 }), 'failed'],
    ['was not seen, and does not matter', 'anyway', appError('backup-not-seen'), 'watching'],
  ] as const)('one that %s', async (_what, backupFirst, error, phase) => {
    const { clock, start, end } = setUp()
    start(600, { backupFirst, cancelText: 'never mind' })
    await clock.pass(minute)
    end({ ok: false, error })
    await clock.pass(10 * minute)
    expect(rig.plan().phase).toBe(phase)
    const isOff = phase === 'failed'
    expect(rig.sent.some(({ what }) => what === 'restart')).toBe(!isOff)
    // Who was warned is told.
    expect(rig.sent.some(({ what }) => what === 'never mind')).toBe(isOff)
    expect(rig.plan().error?.code).toBe(isOff ? 'restart-without-backup' : undefined)
    expect(rig.plan().error?.retryAfterMs).toBe(error.retryAfterMs)
    if (isOff) expect(rig.plan().error?.message).toContain(error.message)
    if (error.retryAfterMs !== undefined) expect(rig.plan().error?.hint).toMatch(/another backup from \d\d:\d\d on/)
  })

  it.each([
    ['must', 'failed', []],
    ['anyway', 'watching', ['warn 1 minute @4200', 'warn 10 seconds @4250', 'restart @4260']],
  ] as const)('is waited for an hour after zero was due: %s', async (backupFirst, phase, sent) => {
    const { clock, start } = setUp()
    start(600, { backupFirst })
    await clock.pass(600_000 + backupPatienceMs - 1_000)
    expect(rig.plan().phase).toBe('backing-up')
    await clock.pass(2 * minute)
    expect(rig.plan().phase).toBe(phase)
    expect(rig.sentAt().slice(2)).toEqual(sent)
    if (phase === 'failed') expect(rig.plan().error?.message).toMatch(/still not finished an hour after/)
  })

  it('comes first also where the person wants the restart now', async () => {
    const { clock, start, end } = setUp()
    start(600)
    const { id } = rig.plan()
    expect(rig.plans.now(id, 'window').ok).toBe(true)
    await clock.pass(minute)
    expect(rig.plan().phase).toBe('backing-up')
    // A late click changes nothing of that.
    expect(rig.plans.now(id, 'tray').ok).toBe(false)
    expect(rig.plans.postpone(id).ok).toBe(false)
    await clock.pass(minute)
    end()
    await clock.pass(1_000)
    expect(rig.sentAt()).toEqual(['backup @0', 'restart @120'])
  })

  it('ends nothing more once the plan is cancelled', async () => {
    const { clock, start, end } = setUp()
    start(60, { warnings: [] })
    await clock.pass(2 * minute)
    expect(rig.plans.cancel(rig.plan().id, false, 'window').ok).toBe(true)
    end(fail('backup-failed'))
    await clock.pass(minute)
    expect(rig.sentAt()).toEqual(['backup @0'])
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: null })
    expect(rig.results()).toEqual(['backup failed', 'restart skipped'])
  })

  it('is missed where the computer slept while it was waited for', async () => {
    const { clock, start, end } = setUp()
    start(60, { warnings: [] })
    await clock.pass(2 * minute)
    clock.doze(3_600_000, false)
    end()
    await clock.pass(2_000)
    expect(rig.plan().phase).toBe('missed')
    expect(rig.sentAt()).toEqual(['backup @0'])
  })

  it('is on disk before it begins, and a next start knows of it and begins none', async () => {
    const first = setUp()
    const writes: string[] = []
    const { answer } = rig
    answer.backup = () => {
      writes.push(
        ...rig.file.content.plans.flatMap(({ steps }) => steps.map(({ kind, result }) => `${kind} ${result}`)),
      )
      return new Promise(() => undefined)
    }
    first.start(600, { warnings: [] })
    await first.clock.pass(minute)
    expect(writes).toEqual(['backup sending', 'restart waiting'])
    const kept = rig.file.content
    rig.dispose()
    const { clock, end } = setUp(kept)
    rig.plans.load()
    await clock.pass(minute)
    expect(rig.plan()).toMatchObject({ phase: 'missed', steps: [{ kind: 'backup', result: 'unconfirmed' }, {}] })
    expect(rig.sent).toEqual([])
    // What the person runs now is backed up first: it is not known whether there is a backup.
    rig.plans.now(rig.plan().id, 'window')
    await clock.pass(minute)
    end()
    await clock.pass(minute)
    expect(rig.sentAt()).toEqual(['backup @60', 'restart @120'])
  })

  it('is not made again for a missed one whose backup was made', async () => {
    const { clock, start, end } = setUp()
    start(600, { warnings: [] })
    await clock.pass(minute)
    end()
    await clock.pass(minute)
    clock.doze(3_600_000, false)
    await clock.pass(2_000)
    expect(rig.plan().phase).toBe('missed')
    rig.plans.now(rig.plan().id, 'window')
    await clock.pass(minute)
    expect(backups()).toBe(1)
    expect(rig.sentAt().at(-1)).toMatch(/^restart/)
  })

  it('tells nothing to a plan whose app ends', async () => {
    const { clock, start, end } = setUp()
    start(600, { cancelText: 'never mind' })
    await clock.pass(minute)
    rig.dispose()
    end(fail('backup-not-seen'))
    await clock.pass(minute)
    expect(rig.plan().phase).toBe('counting')
    expect(rig.sentAt()).toEqual(['backup @0', 'warn 10 minutes @0'])
  })
})

describe('a backup before a restart that waits for an empty server', () => {
  const skip: Partial<RestartChoices> = { warnings: [], players: { rule: 'when-empty', otherwise: 'skip' } }

  async function empty(clock: ReturnType<typeof createFaultyClock>, times = 2): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      rig.count(0)
      await clock.pass(20_000)
    }
  }

  it('begins when the server is empty, and is followed by the restart while it is', async () => {
    const { clock, start, end } = setUp()
    start(3_600, skip)
    rig.count(3)
    await clock.pass(minute)
    expect(backups()).toBe(0)
    await empty(clock)
    expect(backups()).toBe(1)
    expect(rig.plan()).toMatchObject({ phase: 'counting', latestAt: null })
    end()
    await empty(clock)
    expect(rig.sentAt().map((one) => one.split(' @')[0])).toEqual(['backup', 'restart'])
  })

  it('is waited for beyond the latest time, and gives way to whoever is on by then', async () => {
    const { clock, start, end } = setUp()
    start(120, skip)
    await empty(clock, 3)
    await clock.pass(2 * minute)
    expect(rig.plan().phase).toBe('backing-up')
    end()
    rig.count(2)
    await clock.pass(minute / 2)
    rig.count(2)
    await clock.pass(minute)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'players-stayed' } })
    expect(rig.sent.map(({ what }) => what)).toEqual(['backup'])
  })

  it('begins none where the server stays full until the restart is given up', async () => {
    const { clock, start } = setUp()
    start(1_200, skip)
    rig.count(2)
    await clock.pass(21 * minute)
    expect(rig.plan().phase).toBe('cancelled')
    expect(rig.sent).toEqual([])
  })

  it('begins before the latest time where the restart comes then', async () => {
    const { clock, start, end } = setUp()
    start(1_800, { warnings: [60], players: { rule: 'when-empty', otherwise: 'restart' } })
    rig.count(2)
    await clock.pass(16 * minute)
    end()
    await clock.pass(15 * minute)
    expect(rig.sentAt()).toEqual(['backup @900', 'warn 1 minute @1740', 'restart @1800'])
  })
})
