import { describe, expect, it } from 'vitest'
import type { CallOptions } from '../../../../electron/panel/call-options.ts'
import { fail, type Result } from '../../../../shared/result.ts'
import { server, setUpPlanRig } from '../../../fixtures/plan-rig.ts'

const { clock, rig } = setUpPlanRig()

describe('a restart that the panel does not take', () => {
  it('is not known to have failed when no answer came', async () => {
    rig.answer.power = async () => fail('timeout', { mayHaveActed: true })
    rig.start(1)
    await clock.pass(600_000)
    expect(rig.sentAt()).toEqual(['restart @1'])
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'unconfirmed' })
  })

  it('is left with its server', async () => {
    rig.start(1)
    await clock.pass(1_000)
    rig.store.update((state) => ({ ...state, servers: {} }))
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'unconfirmed', error: { code: 'unknown-server' } })
  })
})

describe('what a rate limit holds back when the app ends', () => {
  /** Answers once the call is given up. */
  const givenUp = (options?: CallOptions) =>
    new Promise<Result<void>>((resolve) => {
      options?.signal?.addEventListener('abort', () => resolve(fail('cancelled')))
    })

  it('is kept, so that the next start tells that nobody saw what came of the restart', async () => {
    rig.answer.power = givenUp
    rig.start(1)
    await clock.pass(1_000)
    rig.end()
    await clock.pass(1_000)
    rig.dispose()
    expect(rig.file.content.plans).toMatchObject([{ phase: 'signalling' }])
  })

  it('is not ordered again', async () => {
    rig.answer.command = givenUp
    rig.start(20, { warnings: [10] })
    await clock.pass(10_000)
    rig.end()
    await clock.pass(1_000)
    expect(rig.sentAt()).toEqual(['warn 10 seconds @10'])
  })
})

describe('stop and start', () => {
  it('starts once the server was seen to be offline', async () => {
    rig.start(1, { atZero: 'stop-start' })
    await clock.pass(60_000)
    expect(rig.sentAt()).toEqual(['stop @1'])
    rig.see({ state: 'offline' }, 'confirmed')
    await clock.pass(1_000)
    expect(rig.sentAt()).toEqual(['stop @1', 'start @60'])
    rig.see({ state: 'running' }, 'confirmed')
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'confirmed' })
  })

  it('does not start what was not seen to stop', async () => {
    rig.answer.power = async () => fail('timeout', { mayHaveActed: true })
    rig.start(1, { atZero: 'stop-start' })
    await clock.pass(600_000)
    expect(rig.sentAt()).toEqual(['stop @1'])
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'unconfirmed' })
  })
})

describe('a stop that hangs', () => {
  it('ends as stalled, where no kill was chosen', async () => {
    rig.start(1)
    await clock.pass(60_000)
    rig.see({ state: 'stopping' }, 'stalled')
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'stalled', error: null })
    await clock.pass(600_000)
    expect(rig.sentAt()).toEqual(['restart @1'])
  })

  it('is killed after the minutes that were chosen, and started where the machine does not do that', async () => {
    rig.start(1, { killAfterMinutes: 2 })
    await clock.pass(60_000)
    rig.see({ state: 'stopping' }, 'stalled')
    await clock.pass(50_000)
    rig.see({ state: 'stopping' })
    await clock.pass(20_000)
    expect(rig.sentAt()).toEqual(['restart @1', 'kill @121'])
    rig.see({ state: 'offline' }, 'confirmed')
    await clock.pass(29_000)
    expect(rig.sentAt()).toHaveLength(2)
    await clock.pass(2_000)
    expect(rig.sentAt()[2]).toMatch(/^start/)
    rig.see({ state: 'running' }, 'confirmed')
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'confirmed' })
  })

  it('is not killed on what was known before sleep or by a clock that was set', async () => {
    rig.start(1, { killAfterMinutes: 2 })
    await clock.pass(30_000)
    rig.see({ state: 'stopping' })
    clock.doze(3_600_000, true)
    await clock.pass(5_000)
    clock.set(3_600_000)
    await clock.pass(5_000)
    expect(rig.sentAt()).toEqual(['restart @1'])
  })

  it.each([
    ['its panel was away', () => clock.pass(35 * 60_000)],
    ['a night asleep', async () => rig.doze(8 * 3_600_000, true)],
    ['a night asleep that the monotonic clock does not count', async () => rig.doze(8 * 3_600_000, false)],
  ])('is not killed where it is seen to hang only after %s', async (_what, letPass) => {
    rig.start(1, { killAfterMinutes: 2 })
    await clock.pass(60_000)
    await letPass()
    // Nothing was seen: the next reading may tell that it is back.
    await clock.pass(1_000)
    expect(rig.plan().phase).toBe('watching')
    rig.see({ state: 'stopping' })
    await clock.pass(5_000)
    expect(rig.sentAt()).toEqual(['restart @1'])
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'stalled' })
  })

  it('is followed by nothing where somebody sent another signal meanwhile', async () => {
    rig.start(1, { atZero: 'stop-start' })
    await clock.pass(10_000)
    void rig.power.send(server.ref, 'kill', 'window')
    await clock.pass(1_000)
    rig.see({ state: 'offline' }, 'confirmed')
    await clock.pass(60_000)
    expect(rig.sentAt()).toEqual(['stop @1', 'kill @10'])
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { message: 'Another action took its place.' } })
  })

  it('is followed by the start, however late it was seen to have ended', async () => {
    rig.start(1, { atZero: 'stop-start', killAfterMinutes: 2 })
    await clock.pass(35 * 60_000)
    rig.see({ state: 'offline' }, 'confirmed')
    await clock.pass(1_000)
    expect(rig.sentAt().map((one) => one.split(' ')[0])).toEqual(['stop', 'start'])
  })

  it.each(['starting', 'running'] as const)('is not killed while the server is %s', async (state) => {
    rig.start(1, { killAfterMinutes: 2 })
    await clock.pass(115_000)
    rig.see({ state })
    await clock.pass(30_000)
    expect(rig.sentAt()).toEqual(['restart @1'])
    rig.see({ state }, 'stalled')
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'stalled' })
  })

  it('is given up where the server is not seen for long', async () => {
    rig.start(1, { killAfterMinutes: 2 })
    await clock.pass(60_000)
    rig.see({ state: 'unknown' }, 'stalled')
    await clock.pass(20 * 60_000)
    expect(rig.sentAt()).toEqual(['restart @1'])
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'stalled' })
  })

  it('is given up where the server is not seen running after the kill', async () => {
    rig.start(1, { killAfterMinutes: 2 })
    await clock.pass(120_000)
    rig.see({ state: 'stopping' })
    await clock.pass(5_000)
    rig.see({ state: 'offline' }, 'confirmed')
    rig.see({ state: 'starting' })
    await clock.pass(20 * 60_000)
    expect(rig.sentAt()).toHaveLength(2)
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'unconfirmed', error: { code: 'timeout' } })
  })
})
