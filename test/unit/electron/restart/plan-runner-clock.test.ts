import { describe, expect, it } from 'vitest'
import { fail } from '../../../../shared/result.ts'
import { createPlanRig, setUpPlanRig } from '../../../fixtures/plan-rig.ts'

const { clock, rig } = setUpPlanRig()

describe('the clock', () => {
  it('that is set back leaves the countdown as long as it was said to be', async () => {
    rig.start(20)
    await clock.pass(5_000)
    clock.set(-3_600_000)
    await clock.pass(16_000)
    expect(rig.sentAt()).toEqual(['warn 10 seconds @10', 'warn 5 seconds @15', 'restart @20'])
  })

  it('that jumped over warnings sends the newest of them', async () => {
    rig.start(20, { warnings: [10, 9] })
    await clock.pass(9_500)
    clock.doze(1_600, false)
    await clock.pass(5_000)
    expect(rig.sent.map(({ what }) => what)).toEqual(['warn 9 seconds'])
  })

  it('that passed zero in sleep leaves nothing to postpone, though nobody has looked since', () => {
    rig.start(20)
    clock.doze(60_000, false)
    expect(rig.plans.postpone(rig.plan().id)).toMatchObject({ error: { code: 'too-late' } })
    expect(rig.plan().phase).toBe('missed')
  })

  it('that passed zero in a short sleep sends at once, though what a person asked then came too late', async () => {
    rig.start(18, { warnings: [], lastCommand: { text: 'save', waitSeconds: 18 } })
    await clock.pass(0)
    clock.doze(19_001, false)
    expect(rig.plans.postpone(rig.plan().id)).toMatchObject({ error: { code: 'too-late' } })
    await clock.pass(0)
    expect(rig.sentAt()).toEqual(['save @0', 'restart @0'])
  })

  it('that passed zero in sleep sends nothing, until the person runs it', async () => {
    rig.start(20)
    clock.doze(60_000, false)
    await clock.pass(600_000)
    expect(rig.sentAt()).toEqual([])
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
  rig.start(10)
  await clock.pass(6_000)
  rig.dispose()
  await clock.pass(60_000)
  expect(rig.sentAt()).toEqual(['warn 10 seconds @0', 'warn 5 seconds @5'])
})

describe('an end of the app', () => {
  /** What the next run finds, without an orderly end of this one. */
  function crash() {
    const left = rig.file.content
    rig.dispose()
    Object.assign(rig, createPlanRig(clock, left))
    rig.plans.load()
  }

  it('until after zero makes a countdown a missed one, which is offered until it is dismissed', async () => {
    rig.start(60)
    await clock.pass(0)
    rig.dispose()
    await clock.pass(61_000)
    crash()
    await clock.pass(120_000)
    expect(rig.plan()).toMatchObject({ phase: 'missed', name: 'Survival' })
    expect(rig.sentAt()).toEqual([])
    crash()
    expect(rig.plan().phase).toBe('missed')
    rig.plans.dismiss(rig.plan().id)
    crash()
    expect(() => rig.plan()).toThrow()
  })

  it('knows on disk of a signal before it goes out', async () => {
    let known: string | undefined
    rig.answer.power = async () => {
      known = rig.file.content.plans[0]?.phase
      return fail('timeout', { mayHaveActed: true })
    }
    rig.start(1)
    await clock.pass(1_000)
    expect(known).toBe('signalling')
  })
})
