import { describe, expect, it, vi } from 'vitest'
import { fail, ok } from '../../../../shared/result.ts'
import { createPlanRig, server, setUpPlanRig } from '../../../fixtures/plan-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const { clock, rig } = setUpPlanRig()

const { ref } = server

it('a key that the panel refuses is asked with once: neither warnings nor signal go out after that', async () => {
  rig.answer.command = async () => fail('token-refused', { status: 401 })
  rig.start(20, { onWarningFailed: 'go-on' })
  await clock.pass(60_000)
  expect(rig.sentAt()).toEqual(['warn 10 seconds @10'])
  expect(rig.plan()).toMatchObject({ phase: 'failed', error: { code: 'token-refused' } })
  expect(rig.results()).toEqual(['warning failed', 'warning failed', 'restart failed'])
})

describe('a signal that somebody sends while a countdown runs', () => {
  it.each(['restart', 'stop', 'kill'] as const)('a %s ends the countdown: nothing follows it', async (signal) => {
    rig.start(20)
    await clock.pass(12_000)
    await rig.power.send(ref, signal, 'window', {})
    await clock.pass(1)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'plan-overtaken' } })
    rig.see({ state: signal === 'restart' ? 'running' : 'offline' }, 'confirmed')
    await clock.pass(60_000)
    expect(rig.sentAt()).toEqual(['warn 10 seconds @10', `${signal} @12`])
    expect(rig.results()).toEqual(['warning sent', 'warning skipped', 'restart skipped'])
  })

  it('goes on after a start, and after a signal that the panel refused', async () => {
    rig.start(20)
    rig.answer.power = async () => fail('permission-lacking')
    await rig.power.send(ref, 'stop', 'window', {})
    rig.answer.power = async () => ok()
    rig.see({ state: 'offline' })
    await rig.power.send(ref, 'start', 'window', {})
    rig.see({ state: 'running' }, 'confirmed')
    await clock.pass(20_000)
    expect(rig.sentAt()).toEqual(['stop @0', 'start @0', 'warn 10 seconds @10', 'warn 5 seconds @15', 'restart @20'])
  })

  it('goes on where the signal was sent before it was planned', async () => {
    await rig.power.send(ref, 'restart', 'window', {})
    await clock.pass(1_000)
    rig.start(20)
    rig.see({ state: 'running' }, 'confirmed')
    await clock.pass(20_000)
    expect(rig.sentAt().at(-1)).toBe('restart @21')
  })
})

describe('a restart with warnings', () => {
  it('sends a warning for the whole time, though it was planned a moment ago', async () => {
    rig.start(9.9)
    await clock.pass(60_000)
    expect(rig.sentAt()).toEqual(['warn 10 seconds @0', 'warn 5 seconds @4.9', 'restart @9.9'])
  })

  it('gives the last command its whole wait also where a nap made it late by no more than the grace', async () => {
    rig.start(2, { lastCommand: { text: 'save-all', waitSeconds: 1 } })
    await clock.pass(0)
    clock.doze(1_000, false)
    await clock.pass(1_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['save-all'])
    await clock.pass(1_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['save-all', 'restart'])
  })

  it('is one at a time for each server', () => {
    expect(rig.start(20).ok).toBe(true)
    expect(rig.start(20)).toMatchObject({ error: { code: 'plan-running' } })
  })

  it.each([
    ['a time that is over', -5, 'too-late'],
    ['a time more than a day ahead', 90_000, 'too-late'],
  ])('refuses %s', (_, seconds, code) => expect(rig.start(seconds)).toMatchObject({ error: { code } }))

  it('refuses a server that is not in the list', () => {
    const other = serverView({ identifier: 'ffffffff' })
    const order = { ref: other.ref, choices: restartChoices(), zeroAt: clock.now(), origin: 'tray' } as const
    expect(rig.plans.start(order)).toMatchObject({ error: { code: 'unknown-server' } })
  })
})

it('keeps many that come to zero together with a few writes and changes', async () => {
  const servers = Array.from({ length: 200 }, (_, i) => serverView({ identifier: String(10_000_000 + i) }))
  rig.dispose()
  Object.assign(rig, createPlanRig(clock, undefined, servers))
  const choices = restartChoices({ warnings: [] })
  for (const one of servers)
    rig.plans.start({ ref: one.ref, choices, zeroAt: clock.now() + 10_000, origin: 'schedule' })
  await clock.pass(10_000)
  expect(rig.sent).toHaveLength(200)
  expect(rig.sent.every(({ mono }) => mono === 10_000)).toBe(true)
  expect(rig.file.writes).toBeLessThanOrEqual(3)
})

it('goes on where a look failed, which is told', async () => {
  rig.start(20)
  await clock.pass(9_000)
  const get = vi.spyOn(rig.store, 'get').mockImplementationOnce(() => {
    throw new Error('once')
  })
  await expect(clock.pass(1_000)).rejects.toThrow('once')
  get.mockRestore()
  await clock.pass(20_000)
  expect(rig.sentAt()).toEqual(['warn 10 seconds @10', 'warn 5 seconds @15', 'restart @20'])
})

describe('a warning that fails', () => {
  it.each([
    ['go-on', 'watching', ['warning failed', 'warning failed', 'restart sent']],
    ['stop', 'failed', ['warning failed', 'warning skipped', 'restart skipped']],
  ] as const)('lets the plan %s', async (onWarningFailed, phase, steps) => {
    rig.answer.command = async () => fail('server-not-running')
    rig.start(20, { onWarningFailed })
    await clock.pass(30_000)
    expect(rig.plan().phase).toBe(phase)
    expect(rig.results()).toEqual(steps)
  })
})

describe('a person', () => {
  it('postpones by five minutes; no warning comes twice', async () => {
    rig.start(12)
    await clock.pass(3_000)
    rig.plans.postpone(rig.plan().id)
    expect(rig.results()).toEqual(['warning sent', 'warning waiting', 'restart waiting'])
    await clock.pass(320_000)
    expect(rig.sentAt()).toEqual(['warn 10 seconds @2', 'warn 5 seconds @307', 'restart @312'])
  })

  it('gets a warning back that did not fit before', async () => {
    rig.start(7)
    rig.plans.postpone(rig.plan().id)
    await clock.pass(320_000)
    expect(rig.sentAt()).toEqual(['warn 10 seconds @297', 'warn 5 seconds @302', 'restart @307'])
  })

  it('restarts now', async () => {
    rig.start(600)
    expect(rig.plans.now(rig.plan().id, 'tray').ok).toBe(true)
    await clock.pass(1)
    expect(rig.sentAt()).toEqual(['restart @0'])
  })

  it.each([
    ['tells the players', true, ['warn 10 seconds @0', 'never mind @0']],
    ['tells nobody', false, ['warn 10 seconds @0']],
  ])('cancels and %s', async (_, announce, all) => {
    rig.start(10, { cancelText: 'never mind' })
    await clock.pass(0)
    rig.plans.cancel(rig.plan().id, announce, 'window')
    await clock.pass(60_000)
    expect(rig.sentAt()).toEqual(all)
    expect(rig.plan().phase).toBe('cancelled')
  })

  it('is told with the place where it cancelled one', () => {
    rig.start(60)
    rig.plans.cancel(rig.plan().id, false, 'cli')
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', origin: 'cli' })
  })

  it('one that was brought forward tells the place of that, one that was postponed where it was planned', () => {
    rig.start(60)
    const { origin, id } = rig.plan()
    rig.plans.postpone(id)
    expect(rig.plan().origin).toBe(origin)
    rig.plans.now(id, 'window')
    expect(rig.plan().origin).toBe('window')
  })

  it('is told when it is too late', async () => {
    rig.start(1, { lastCommand: { text: 'save-all', waitSeconds: 5 } })
    await clock.pass(1_000)
    const { id } = rig.plan()
    expect(rig.plans.postpone(id)).toMatchObject({ error: { code: 'too-late' } })
    expect(rig.plans.now(id, 'tray')).toMatchObject({ error: { code: 'too-late' } })
    await clock.pass(10_000)
    expect(rig.plans.cancel(id, true, 'tray')).toMatchObject({ error: { code: 'too-late' } })
    expect(rig.plans.dismiss(id)).toMatchObject({ error: { code: 'plan-running' } })
    expect(rig.plans.cancel('nonsense', true, 'tray')).toMatchObject({ error: { code: 'unknown-plan' } })
  })
})

describe('while it is asked what the account may, before the first step', () => {
  const late = { warnings: [10], cancelText: 'never mind' }
  const cancel = () => void rig.plans.cancel(rig.plan().id, false, 'window')

  it.each<[string, () => void, readonly string[], readonly string[]]>([
    ['a cancel', cancel, [], ['warning skipped', 'restart skipped']],
    [
      'a cancel that tells the players',
      () => void rig.plans.cancel(rig.plan().id, true, 'window'),
      ['never mind @10.5'],
      ['warning skipped', 'restart skipped', 'cancel-text sent'],
    ],
    [
      'a stop by somebody else',
      () => void rig.power.send(ref, 'stop', 'window', {}),
      ['stop @10.5'],
      ['warning skipped', 'restart skipped'],
    ],
    [
      'a postponement',
      () => void rig.plans.postpone(rig.plan().id),
      ['warn 10 seconds @310', 'restart @320'],
      ['warning sent', 'restart sent'],
    ],
    [
      'a restart now',
      () => void rig.plans.now(rig.plan().id, 'window'),
      ['restart @11'],
      ['warning skipped', 'restart sent'],
    ],
  ])('%s keeps back the warning that tells a wrong time', async (_, act, all, results) => {
    rig.rightsAfter(1_000)
    rig.start(20, late)
    await clock.pass(10_500)
    expect(rig.results()[0]).toBe('warning sending')
    act()
    await clock.pass(600_000)
    expect(rig.sentAt()).toEqual(all)
    expect(rig.results()).toEqual(results)
  })

  it('a cancel keeps back the backup', async () => {
    rig.rightsAfter(1_000)
    rig.start(20, { ...late, warnings: [], backupFirst: 'must' })
    await clock.pass(500)
    cancel()
    await clock.pass(60_000)
    expect(rig.sentAt()).toEqual([])
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: null })
    expect(rig.results()).toEqual(['backup skipped', 'restart skipped'])
  })

  it('a cancel leaves no step open where the account may not', async () => {
    rig.rightsAfter(1_000, fail('permission-lacking'))
    rig.start(20, late)
    await clock.pass(10_500)
    cancel()
    await clock.pass(60_000)
    expect(rig.results()).toEqual(['warning skipped', 'restart skipped'])
  })
})
