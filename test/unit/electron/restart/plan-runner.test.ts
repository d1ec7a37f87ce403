import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RestartChoices } from '../../../../shared/model/restart.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { createFaultyClock, type FaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, type PlanRig, server } from '../../../fixtures/plan-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

let clock: FaultyClock
let rig: PlanRig
beforeEach(() => {
  clock = createFaultyClock()
  rig = createPlanRig(clock)
})
afterEach(() => rig.dispose())

const { ref } = server
function start(inSeconds: number, more: Partial<RestartChoices> = {}) {
  const choices = restartChoices({ text: 'warn {time}', ...more })
  return rig.plans.start({ ref, choices, zeroAt: clock.now() + inSeconds * 1_000, origin: 'tray' })
}
/** What went out, with its seconds since the start. */
const sent = (from = 0) => rig.sent.map(({ what, mono }) => `${what} @${(mono - from) / 1_000}`)
const results = () => rig.plan().steps.map(({ kind, result }) => `${kind} ${result}`)

it('a key that the panel refuses is asked with once: neither warnings nor signal go out after that', async () => {
  rig.answer.command = async () => fail('token-refused', { status: 401 })
  start(20, { onWarningFailed: 'go-on' })
  await clock.pass(60_000)
  expect(sent()).toEqual(['warn 10 seconds @10'])
  expect(rig.plan()).toMatchObject({ phase: 'failed', error: { code: 'token-refused' } })
  expect(results()).toEqual(['warning failed', 'warning failed', 'restart failed'])
})

describe('a signal that somebody sends while a countdown runs', () => {
  it.each(['restart', 'stop', 'kill'] as const)('a %s ends the countdown: nothing follows it', async (signal) => {
    start(20)
    await clock.pass(12_000)
    await rig.power.send(ref, signal, 'window', {})
    await clock.pass(1)
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', error: { code: 'plan-overtaken' } })
    rig.see({ state: signal === 'restart' ? 'running' : 'offline' }, 'confirmed')
    await clock.pass(60_000)
    expect(sent()).toEqual(['warn 10 seconds @10', `${signal} @12`])
    expect(results()).toEqual(['warning sent', 'warning skipped', 'restart skipped'])
  })

  it('goes on after a start, and after a signal that the panel refused', async () => {
    start(20)
    rig.answer.power = async () => fail('permission-lacking')
    await rig.power.send(ref, 'stop', 'window', {})
    rig.answer.power = async () => ok()
    rig.see({ state: 'offline' })
    await rig.power.send(ref, 'start', 'window', {})
    rig.see({ state: 'running' }, 'confirmed')
    await clock.pass(20_000)
    expect(sent()).toEqual(['stop @0', 'start @0', 'warn 10 seconds @10', 'warn 5 seconds @15', 'restart @20'])
  })

  it('goes on where the signal was sent before it was planned', async () => {
    await rig.power.send(ref, 'restart', 'window', {})
    await clock.pass(1_000)
    start(20)
    rig.see({ state: 'running' }, 'confirmed')
    await clock.pass(20_000)
    expect(sent().at(-1)).toBe('restart @21')
  })
})

describe('a restart with warnings', () => {
  it('warns, restarts and is confirmed by what was seen', async () => {
    start(20)
    await clock.pass(20_000)
    expect(sent()).toEqual(['warn 10 seconds @10', 'warn 5 seconds @15', 'restart @20'])
    expect(rig.plan().phase).toBe('watching')
    rig.see({ state: 'stopping' })
    rig.see({ state: 'running' }, 'confirmed')
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'confirmed', endedAt: clock.now() })
    expect(results()).toEqual(['warning sent', 'warning sent', 'restart sent'])
  })

  it('leaves out the warnings that no longer fit', async () => {
    start(7)
    expect(results()).toEqual(['warning skipped', 'warning waiting', 'restart waiting'])
  })

  it('sends a warning for the whole time, though it was planned a moment ago', async () => {
    start(9.9)
    await clock.pass(60_000)
    expect(sent()).toEqual(['warn 10 seconds @0', 'warn 5 seconds @4.9', 'restart @9.9'])
  })

  it('sends the last command so long before zero, and gives it its whole wait', async () => {
    start(0, { lastCommand: { text: 'save-all', waitSeconds: 8 } })
    await clock.pass(8_000)
    expect(sent()).toEqual(['save-all @0', 'warn 5 seconds @3', 'restart @8'])
  })

  it('gives the last command its whole wait also where a nap made it late by no more than the grace', async () => {
    start(2, { lastCommand: { text: 'save-all', waitSeconds: 1 } })
    await clock.pass(0)
    clock.doze(1_000, false)
    await clock.pass(1_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['save-all'])
    await clock.pass(1_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['save-all', 'restart'])
  })

  it('puts the server’s name in, without what could be another command', async () => {
    rig.dispose()
    rig = createPlanRig(clock, undefined, [serverView({ state: 'running', name: 'Best; op me "x"\\n' })])
    start(10, { text: 'say {server} in {time}' })
    await clock.pass(1)
    expect(rig.sent[0]?.what).toBe('say Best op me xn in 10 seconds')
  })

  it('is one at a time for each server', () => {
    expect(start(20).ok).toBe(true)
    expect(start(20)).toMatchObject({ error: { code: 'plan-running' } })
  })

  it.each([
    ['a time that is over', -5, 'plan-past'],
    ['a time more than a day ahead', 90_000, 'plan-past'],
  ])('refuses %s', (_, seconds, code) => expect(start(seconds)).toMatchObject({ error: { code } }))

  it('refuses a server that is not in the list', () => {
    const other = serverView({ identifier: 'ffffffff' })
    const order = { ref: other.ref, choices: restartChoices(), zeroAt: clock.now(), origin: 'tray' } as const
    expect(rig.plans.start(order)).toMatchObject({ error: { code: 'unknown-server' } })
  })
})

it('keeps many that come to zero together with a few writes and changes', async () => {
  const servers = Array.from({ length: 200 }, (_, i) => serverView({ identifier: String(10_000_000 + i) }))
  rig.dispose()
  rig = createPlanRig(clock, undefined, servers)
  const choices = restartChoices({ warnings: [] })
  for (const one of servers)
    rig.plans.start({ ref: one.ref, choices, zeroAt: clock.now() + 10_000, origin: 'schedule' })
  await clock.pass(10_000)
  expect(rig.sent).toHaveLength(200)
  expect(rig.sent.every(({ mono }) => mono === 10_000)).toBe(true)
  expect(rig.file.writes).toBeLessThanOrEqual(3)
})

describe('a warning that fails', () => {
  it.each([
    ['go-on', 'watching', ['warning failed', 'warning failed', 'restart sent']],
    ['stop', 'failed', ['warning failed', 'warning skipped', 'restart skipped']],
  ] as const)('lets the plan %s', async (onWarningFailed, phase, steps) => {
    rig.answer.command = async () => fail('server-not-running')
    start(20, { onWarningFailed })
    await clock.pass(30_000)
    expect(rig.plan().phase).toBe(phase)
    expect(results()).toEqual(steps)
  })
})

describe('a restart that the panel does not take', () => {
  it('says so and does not try again', async () => {
    rig.answer.power = async () => fail('token-refused')
    start(1)
    await clock.pass(600_000)
    expect(sent()).toEqual(['restart @1'])
    expect(rig.plan()).toMatchObject({ phase: 'failed', error: { code: 'token-refused' } })
  })

  it('is not known to have failed when no answer came', async () => {
    rig.answer.power = async () => fail('timeout', { mayHaveActed: true })
    start(1)
    await clock.pass(600_000)
    expect(sent()).toEqual(['restart @1'])
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'unconfirmed' })
  })

  it('is left with its server', async () => {
    start(1)
    await clock.pass(1_000)
    rig.store.update((state) => ({ ...state, servers: {} }))
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'unconfirmed', error: { code: 'unknown-server' } })
  })

  it('gives way to an action of the person', async () => {
    start(1)
    await clock.pass(1_000)
    rig.see({ action: null })
    expect(rig.plan()).toMatchObject({ phase: 'cancelled', outcome: 'unconfirmed' })
  })
})

describe('stop and start', () => {
  it('starts once the server was seen to be offline', async () => {
    start(1, { atZero: 'stop-start' })
    await clock.pass(60_000)
    expect(sent()).toEqual(['stop @1'])
    rig.see({ state: 'offline' }, 'confirmed')
    await clock.pass(1_000)
    expect(sent()).toEqual(['stop @1', 'start @60'])
    rig.see({ state: 'running' }, 'confirmed')
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'confirmed' })
  })

  it('does not start what was not seen to stop', async () => {
    rig.answer.power = async () => fail('timeout', { mayHaveActed: true })
    start(1, { atZero: 'stop-start' })
    await clock.pass(600_000)
    expect(sent()).toEqual(['stop @1'])
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'unconfirmed' })
  })
})

describe('a stop that hangs', () => {
  it('ends as stalled, where no kill was chosen', async () => {
    start(1)
    await clock.pass(60_000)
    rig.see({ state: 'stopping' }, 'stalled')
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'stalled', error: null })
    await clock.pass(600_000)
    expect(sent()).toEqual(['restart @1'])
  })

  it('is killed after the minutes that were chosen, and started where the machine does not do that', async () => {
    start(1, { killAfterMinutes: 2 })
    await clock.pass(60_000)
    rig.see({ state: 'stopping' }, 'stalled')
    await clock.pass(50_000)
    rig.see({ state: 'stopping' })
    await clock.pass(20_000)
    expect(sent()).toEqual(['restart @1', 'kill @121'])
    rig.see({ state: 'offline' }, 'confirmed')
    await clock.pass(29_000)
    expect(sent()).toHaveLength(2)
    await clock.pass(2_000)
    expect(sent()[2]).toMatch(/^start/)
    rig.see({ state: 'running' }, 'confirmed')
    expect(rig.plan()).toMatchObject({ phase: 'done', outcome: 'confirmed' })
  })

  it('is not killed on what was known before sleep or by a clock that was set', async () => {
    start(1, { killAfterMinutes: 2 })
    await clock.pass(30_000)
    rig.see({ state: 'stopping' })
    clock.doze(3_600_000, true)
    await clock.pass(5_000)
    clock.set(3_600_000)
    await clock.pass(5_000)
    expect(sent()).toEqual(['restart @1'])
  })

  it.each(['starting', 'running'] as const)('is not killed while the server is %s', async (state) => {
    start(1, { killAfterMinutes: 2 })
    await clock.pass(115_000)
    rig.see({ state })
    await clock.pass(30_000)
    expect(sent()).toEqual(['restart @1'])
    rig.see({ state }, 'stalled')
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'stalled' })
  })

  it('is waited for without a change of the state', async () => {
    start(1, { killAfterMinutes: 20 })
    await clock.pass(60_000)
    rig.see({ state: 'stopping' }, 'stalled')
    const before = rig.store.revision()
    await clock.pass(60_000)
    expect(rig.plan()).toMatchObject({ phase: 'watching', outcome: 'stalled' })
    expect(rig.store.revision()).toBe(before)
  })

  it('is given up where the server is not seen for long', async () => {
    start(1, { killAfterMinutes: 2 })
    await clock.pass(60_000)
    rig.see({ state: 'unknown' }, 'stalled')
    await clock.pass(20 * 60_000)
    expect(sent()).toEqual(['restart @1'])
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'stalled' })
  })

  it('is given up where the server is not seen running after the kill', async () => {
    start(1, { killAfterMinutes: 2 })
    await clock.pass(120_000)
    rig.see({ state: 'stopping' })
    await clock.pass(5_000)
    rig.see({ state: 'offline' }, 'confirmed')
    rig.see({ state: 'starting' })
    await clock.pass(20 * 60_000)
    expect(sent()).toHaveLength(2)
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'unconfirmed', error: { code: 'timeout' } })
  })
})

describe('a person', () => {
  it('postpones by five minutes; no warning comes twice', async () => {
    start(12)
    await clock.pass(3_000)
    rig.plans.postpone(rig.plan().id)
    expect(results()).toEqual(['warning sent', 'warning waiting', 'restart waiting'])
    await clock.pass(320_000)
    expect(sent()).toEqual(['warn 10 seconds @2', 'warn 5 seconds @307', 'restart @312'])
  })

  it('gets a warning back that did not fit before', async () => {
    start(7)
    rig.plans.postpone(rig.plan().id)
    await clock.pass(320_000)
    expect(sent()).toEqual(['warn 10 seconds @297', 'warn 5 seconds @302', 'restart @307'])
  })

  it('restarts now', async () => {
    start(600)
    expect(rig.plans.now(rig.plan().id, 'tray').ok).toBe(true)
    await clock.pass(1)
    expect(sent()).toEqual(['restart @0'])
  })

  it.each([
    ['tells the players', true, ['warn 10 seconds @0', 'never mind @0']],
    ['tells nobody', false, ['warn 10 seconds @0']],
  ])('cancels and %s', async (_, announce, all) => {
    start(10, { cancelText: 'never mind' })
    await clock.pass(0)
    rig.plans.cancel(rig.plan().id, announce)
    await clock.pass(60_000)
    expect(sent()).toEqual(all)
    expect(rig.plan().phase).toBe('cancelled')
  })

  it('is told when it is too late', async () => {
    start(1, { lastCommand: { text: 'save-all', waitSeconds: 5 } })
    await clock.pass(1_000)
    const { id } = rig.plan()
    expect(rig.plans.postpone(id)).toMatchObject({ error: { code: 'plan-past' } })
    expect(rig.plans.now(id, 'tray')).toMatchObject({ error: { code: 'plan-past' } })
    await clock.pass(10_000)
    expect(rig.plans.cancel(id, true)).toMatchObject({ error: { code: 'plan-past' } })
    expect(rig.plans.dismiss(id)).toMatchObject({ error: { code: 'plan-running' } })
    expect(rig.plans.cancel('nonsense', true)).toMatchObject({ error: { code: 'unknown-plan' } })
  })
})

describe('the clock', () => {
  it('that is set back leaves the countdown as long as it was said to be', async () => {
    start(20)
    await clock.pass(5_000)
    clock.set(-3_600_000)
    await clock.pass(16_000)
    expect(sent()).toEqual(['warn 10 seconds @10', 'warn 5 seconds @15', 'restart @20'])
  })

  it('that jumped over warnings sends the newest of them', async () => {
    start(20, { warnings: [10, 9] })
    await clock.pass(9_500)
    clock.doze(1_600, false)
    await clock.pass(5_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['warn 9 seconds'])
  })

  it('that passed zero in sleep leaves nothing to postpone, though nobody has looked since', () => {
    start(20)
    clock.doze(60_000, false)
    expect(rig.plans.postpone(rig.plan().id)).toMatchObject({ error: { code: 'plan-past' } })
    expect(rig.plan().phase).toBe('missed')
  })

  it('that passed zero in sleep sends nothing, until the person runs it', async () => {
    start(20)
    clock.doze(60_000, false)
    await clock.pass(600_000)
    expect(sent()).toEqual([])
    expect(rig.plan().phase).toBe('missed')
    rig.plans.now(rig.plan().id, 'tray')
    await clock.pass(1)
    expect(rig.sent.map(({ what }) => what)).toEqual(['restart'])
  })
})

it('sends nothing after its end, whatever was still out', async () => {
  rig.answer.command = async () => {
    await clock.sleep(3_000)
    return fail('timeout', { mayHaveActed: true })
  }
  start(10)
  await clock.pass(6_000)
  rig.dispose()
  await clock.pass(60_000)
  expect(sent()).toEqual(['warn 10 seconds @0', 'warn 5 seconds @5'])
})

describe('an end of the app', () => {
  /** What the next run finds, without an orderly end of this one. */
  function crash() {
    const left = rig.file.content
    rig.dispose()
    rig = createPlanRig(clock, left)
    rig.plans.load()
  }

  it('makes a countdown a missed one, which is offered until it is dismissed', async () => {
    start(60)
    await clock.pass(0)
    crash()
    await clock.pass(120_000)
    expect(rig.plan()).toMatchObject({ phase: 'missed', name: 'Survival' })
    expect(sent()).toEqual([])
    crash()
    expect(rig.plan().phase).toBe('missed')
    rig.plans.dismiss(rig.plan().id)
    crash()
    expect(() => rig.plan()).toThrow()
  })

  it('after the signal does not send it again', async () => {
    start(1)
    await clock.pass(1_000)
    crash()
    await clock.pass(60_000)
    expect(sent()).toEqual([])
    expect(rig.plan()).toMatchObject({ phase: 'failed', outcome: 'unconfirmed' })
  })

  it('knows on disk of a signal before it goes out', async () => {
    let known: string | undefined
    rig.answer.power = async () => {
      known = rig.file.content.plans[0]?.phase
      return fail('timeout', { mayHaveActed: true })
    }
    start(1)
    await clock.pass(1_000)
    expect(known).toBe('signalling')
  })
})
