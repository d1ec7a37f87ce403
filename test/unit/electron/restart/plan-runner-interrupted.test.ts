import { describe, expect, it } from 'vitest'
import type { RestartChoices } from '../../../../shared/model/restart-schema.ts'
import { sentBefore } from '../../../../shared/restart/plan-words.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, server, setUpPlanRig } from '../../../fixtures/plan-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'

const minute = 60_000
const warnings = [240, 180, 120, 60]

const { clock, rig } = setUpPlanRig()

/** The app ends, in order or not, and is started again after so many milliseconds. */
async function reopen(afterMs: number, isOrderly = true): Promise<void> {
  const left = rig.file.content
  if (isOrderly) rig.end()
  rig.dispose()
  const kept = isOrderly ? rig.file.content : left
  await clock.pass(afterMs)
  Object.assign(rig, createPlanRig(clock, JSON.parse(JSON.stringify(kept))))
  rig.plans.load()
}

const start = (seconds: number, more: Partial<RestartChoices> = {}) => rig.start(seconds, { warnings, ...more })

describe('a countdown that an end of the app interrupted', () => {
  it.each([
    ['in order', true],
    ['by a kill', false],
  ])('%s goes on at the next start: the same zero, the warnings that are left, none twice', async (_, isOrderly) => {
    start(240)
    await clock.pass(minute + 1_000)
    expect(rig.sentAt()).toEqual(['warn 4 minutes @0', 'warn 3 minutes @60'])
    await reopen(minute / 2, isOrderly)
    expect(rig.plan().phase).toBe('counting')
    await clock.pass(5 * minute)
    expect(rig.sentAt()).toEqual(['warn 2 minutes @120', 'warn 1 minute @180', 'restart @240'])
    expect(rig.results().slice(0, 2)).toEqual(['warning sent', 'warning sent'])
  })

  it('leaves out the warnings of the time between', async () => {
    start(240)
    await clock.pass(1_000)
    await reopen(2.5 * minute)
    await clock.pass(5 * minute)
    expect(rig.sentAt()).toEqual(['warn 1 minute @180', 'restart @240'])
  })

  it('sends nothing again of which it is not known whether it arrived', async () => {
    const { answer } = rig
    answer.command = () => new Promise(() => undefined)
    start(240, { warnings: [240], lastCommand: { text: 'save', waitSeconds: 120 } })
    await clock.pass(2 * minute + 1_000)
    expect(rig.sentAt()).toEqual(['warn 4 minutes @0', 'save @120'])
    await reopen(10_000, false)
    await clock.pass(5 * minute)
    expect(rig.sentAt()).toEqual(['restart @240'])
    expect(rig.results().slice(0, 2)).toEqual(['warning unconfirmed', 'last-command unconfirmed'])
  })

  it('is missed where the clock was set back meanwhile: nobody knows when its zero is', async () => {
    start(240)
    await clock.pass(1_000)
    rig.dispose()
    const earlier = createFaultyClock(clock.now() - 30 * 24 * 60 * minute)
    Object.assign(rig, createPlanRig(earlier, JSON.parse(JSON.stringify(rig.file.content))))
    rig.plans.load()
    expect(rig.plan().phase).toBe('missed')
  })

  it('is missed only after its time, and told truly: what had been sent', async () => {
    start(240)
    await clock.pass(minute + 1_000)
    await reopen(10 * minute, false)
    expect(rig.plan().phase).toBe('missed')
    expect(sentBefore(rig.plan())).toBe('2 warnings had been sent, the restart was not.')
    await clock.pass(10 * minute)
    expect(rig.sent).toEqual([])
  })

  it('is one for each server: the newer of two', async () => {
    start(240)
    await clock.pass(1_000)
    const [older] = rig.file.content.plans
    if (older === undefined) throw new Error('nothing was kept')
    const newer = { ...older, id: 'newer', zeroAt: older.zeroAt + minute }
    rig.file.content.plans.push(newer)
    await reopen(10_000, false)
    await clock.pass(10 * minute)
    expect(rig.sent.filter(({ what }) => what === 'restart')).toHaveLength(1)
    expect(rig.store.get().plans[older.id]?.phase).toBe('missed')
  })

  it('waits for its server to be listed before it says anything', async () => {
    start(240)
    await clock.pass(1_000)
    await reopen(minute - 10_000)
    rig.store.update((state) => ({ ...state, servers: {} }))
    await clock.pass(2 * minute)
    expect(rig.sent).toEqual([])
    rig.store.update((state) => ({ ...state, servers: { [server.ref]: { ...server, observedAt: clock.now() } } }))
    await clock.pass(3 * minute)
    expect(rig.sentAt()).toEqual(['warn 1 minute @180', 'restart @240'])
  })

  it('that waited for an empty server waits on, for counts of its own', async () => {
    start(600, { players: { rule: 'when-empty', otherwise: 'restart' } })
    rig.count(0)
    await clock.pass(20_000)
    rig.count(0)
    await clock.pass(1_000)
    expect(rig.plan().latestAt).not.toBeNull()
    const { zeroAt } = rig.plan()
    await reopen(1_000, false)
    expect(rig.plan()).toMatchObject({ phase: 'counting', latestAt: null })
    expect(rig.plan().zeroAt).toBeGreaterThan(zeroAt)
    await clock.pass(minute)
    expect(rig.sent.map(({ what }) => what)).not.toContain('restart')
  })

  it('that nobody asked for is given up, since nothing is known of the game any more, and players are told', async () => {
    const choices = restartChoices({ warnings, text: 'warn {time}', cancelText: 'say no restart' })
    rig.plans.start({ ref: server.ref, choices, zeroAt: clock.now() + 240_000, origin: 'frozen' })
    await clock.pass(1_000)
    await reopen(10_000)
    await clock.pass(5 * minute)
    expect(rig.sent.map(({ what }) => what)).toEqual(['say no restart'])
    expect(rig.plan()).toMatchObject({ phase: 'cancelled' })
  })
})
