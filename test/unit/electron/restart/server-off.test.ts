import { describe, expect, it } from 'vitest'
import type { RestartChoices } from '../../../../shared/model/restart-schema.ts'
import { fail } from '../../../../shared/result.ts'
import { server, setUpPlanRig } from '../../../fixtures/plan-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'

const { clock, rig } = setUpPlanRig()

const wasOff = { phase: 'cancelled', outcome: null, error: { code: 'server-was-off' } }

describe('a server that is off stays off', () => {
  it.each(['restart', 'stop-start'] as const)('where it was off before its schedule began: %s', async (atZero) => {
    await rig.power.send(server.ref, 'stop', 'schedule', {})
    rig.see({ state: 'offline' }, 'confirmed')
    await clock.pass(2 * 3_600_000)
    const choices = restartChoices({ atZero, text: 'warn {time}', cancelText: 'say not now' })
    const zeroAt = clock.now() + 20_000
    rig.plans.start({ ref: server.ref, choices, zeroAt, origin: 'schedule', scheduleId: 'nightly' })
    rig.see({ state: 'offline' })
    await clock.pass(60_000)
    expect(rig.plan()).toMatchObject(wasOff)
    expect(rig.sentAt()).toEqual(['stop @0'])
    expect(rig.results()).toEqual(['warning skipped', 'warning skipped', `${atZero.split('-')[0]} skipped`])
  })

  it('where somebody stops it on the panel’s page while a person’s restart counts', async () => {
    rig.start(20, { lastCommand: { text: 'save-all', waitSeconds: 3 } })
    await clock.pass(12_000)
    rig.see({ state: 'offline' })
    await clock.pass(60_000)
    expect(rig.plan()).toMatchObject(wasOff)
    expect(rig.sentAt()).toEqual(['warn 10 seconds @10'])
  })

  it.each<[string, Partial<RestartChoices>, readonly string[]]>([
    ['though a warning that fails would end the restart as failed', { onWarningFailed: 'stop' }, []],
    ['which is said also where it is not known who is on', { players: { rule: 'at-most', players: 2 } }, []],
    ['and is backed up all the same, where that comes first', { backupFirst: 'must' }, ['backup @0']],
  ])('%s', async (_, choices, all) => {
    rig.answer.command = async () => fail('server-not-running')
    rig.start(20, choices)
    rig.see({ state: 'offline' })
    await clock.pass(60_000)
    expect(rig.plan()).toMatchObject(wasOff)
    expect(rig.sentAt()).toEqual(all)
  })

  it('also where a person brings the restart forward', async () => {
    rig.start(20)
    rig.see({ state: 'offline' })
    rig.plans.now(rig.plan().id, 'window')
    await clock.pass(1)
    expect(rig.plan()).toMatchObject(wasOff)
    expect(rig.sent).toEqual([])
  })
})

it.each(['restart', 'stop-start'] as const)('a %s is not sent to a server that still stops', async (atZero) => {
  rig.start(20, { atZero })
  await clock.pass(12_000)
  rig.see({ state: 'stopping' })
  await clock.pass(60_000)
  expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'server-stopping' } })
  // Players were warned.
  expect(rig.plan().error?.message).not.toContain('nothing was sent')
  expect(rig.sentAt()).toEqual(['warn 10 seconds @10'])
})

describe('what holds nothing back', () => {
  const all = ['warn 10 seconds', 'warn 5 seconds', 'restart']
  const sent = () => rig.sent.map(({ what }) => what)

  it('is a state that is not known', async () => {
    rig.start(20)
    rig.see({ state: 'unknown' })
    await clock.pass(20_000)
    expect(sent()).toEqual(all)
  })

  it('is one that was read long ago, as before a sleep', async () => {
    rig.start(180)
    rig.see({ state: 'offline' })
    clock.doze(120_000, false)
    await clock.pass(60_000)
    expect(sent()).toEqual(all)
  })

  it('is one of before a start that somebody sent', async () => {
    rig.start(20)
    rig.see({ state: 'offline' })
    await clock.pass(1_000)
    await rig.power.send(server.ref, 'start', 'window', {})
    rig.see({ state: 'offline', observedAt: clock.now() - 500 }, 'confirmed')
    await clock.pass(20_000)
    expect(sent()).toEqual(['start', ...all])
  })

  it('is what was off and runs again: the warnings that are left come', async () => {
    rig.start(20)
    rig.see({ state: 'offline' })
    await clock.pass(12_000)
    rig.see({ state: 'running' })
    await clock.pass(20_000)
    expect(sent()).toEqual(['warn 5 seconds', 'restart'])
  })
})
