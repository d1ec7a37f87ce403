import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stretchMs } from '../../../../electron/lib/sleep-watch.ts'
import { graceMs } from '../../../../electron/restart/plan.ts'
import { warningTime } from '../../../../shared/model/restart.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, server } from '../../../fixtures/plan-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'
import { sizeOf } from '../../../fixtures/run.ts'

const runs = sizeOf({ short: 300, long: 3_000 })
const text = 'warn {time}'

/** What the system's timers do for a while: they come late, and the computer stays awake. */
const spells = fc.array(
  fc.record({ ms: fc.integer({ min: 1, max: 60_000 }), late: fc.integer({ min: 0, max: 10_000 }) }),
  { minLength: 1, maxLength: 12 },
)
const plans = fc.record({
  warnings: fc
    .uniqueArray(fc.integer({ min: 1, max: 600 }), { maxLength: 6 })
    .map((all) => all.toSorted((a, b) => b - a)),
  lastCommand: fc.option(fc.record({ text: fc.constant('save'), waitSeconds: fc.integer({ min: 1, max: 20 }) })),
  inSeconds: fc.integer({ min: 1, max: 300 }),
})

function setUp(chosen: Parameters<typeof restartChoices>[0], inSeconds: number) {
  const clock = createFaultyClock()
  const rig = createPlanRig(clock)
  const choices = restartChoices({ text, ...chosen })
  rig.plans.start({ ref: server.ref, choices, zeroAt: clock.now() + inSeconds * 1_000, origin: 'window' })
  return { clock, rig }
}

it('a restart is never missed for timers that come up to 10 s late, and no warning tells a wrong time', async () => {
  let late = 0
  await fc.assert(
    fc.asyncProperty(plans, spells, async ({ inSeconds, ...chosen }, all) => {
      const { clock, rig } = setUp(chosen, inSeconds)
      for (const spell of all) {
        clock.stretch(spell.late)
        await clock.pass(spell.ms)
      }
      await clock.pass(700_000)
      rig.dispose()
      const signals = rig.sent.filter(({ what }) => what === 'restart')
      expect(signals).toHaveLength(1)
      for (const { wall, zeroAt } of signals) {
        expect(wall).toBeGreaterThanOrEqual(zeroAt)
        expect(wall - zeroAt).toBeLessThanOrEqual(stretchMs)
        late += wall - zeroAt > graceMs ? 1 : 0
      }
      for (const { what, wall, zeroAt } of rig.sent.filter((one) => one.what.startsWith('warn'))) {
        const said = chosen.warnings.find((seconds) => what === `warn ${warningTime(seconds)}`) ?? 0
        const wrongBy = Math.abs(zeroAt - wall - said * 1_000)
        expect(wrongBy).toBeLessThanOrEqual(Math.max(graceMs, said * 100))
      }
    }),
    { numRuns: runs },
  )
  // Some of them would have been missed.
  expect(late).toBeGreaterThan(runs / 20)
})

describe('a computer that sleeps over zero', () => {
  const asleep = [
    ['a monotonic clock that stands still', (ms: number, { clock }: ReturnType<typeof setUp>) => clock.doze(ms, false)],
    [
      'what the system tells, before and after',
      (ms: number, { clock, rig }: ReturnType<typeof setUp>) => {
        rig.plans.setAsleep(true)
        clock.doze(ms, true)
        rig.plans.setAsleep(false)
      },
    ],
    [
      'what the system tells before alone',
      (ms: number, { clock, rig }: ReturnType<typeof setUp>) => {
        rig.plans.setAsleep(true)
        clock.doze(ms, true)
      },
    ],
    [
      'what the system tells when it is over',
      (ms: number, { clock, rig }: ReturnType<typeof setUp>) => {
        clock.doze(ms, true)
        rig.plans.setAsleep(false)
      },
    ],
  ] as const

  it.each(asleep)('is known by %s: the restart is missed, stretched timers or not', async (_how, sleep) => {
    for (const late of [0, 10_000]) {
      const parts = setUp({ warnings: [] }, 60)
      const { clock, rig } = parts
      await clock.pass(58_000)
      clock.stretch(late)
      sleep(6_000, parts)
      await clock.pass(60_000)
      expect(rig.plan().phase).toBe('missed')
      expect(rig.sent).toEqual([])
      rig.dispose()
    }
  })

  it('is known by the length of a time in which nothing came, where the system tells nothing', async () => {
    const { clock, rig } = setUp({ warnings: [] }, 60)
    await clock.pass(50_000)
    clock.doze(stretchMs + 3_000, true)
    await clock.pass(5_000)
    expect(rig.plan().phase).toBe('missed')
    rig.dispose()
  })
})

it('a sleep that is over does not make a later late timer one', async () => {
  const { clock, rig } = setUp({ warnings: [] }, 60)
  rig.plans.setAsleep(true)
  clock.doze(20_000, true)
  rig.plans.setAsleep(false)
  await clock.pass(5_000)
  clock.stretch(8_000)
  await clock.pass(60_000)
  expect(rig.sent.map(({ what }) => what)).toEqual(['restart'])
  rig.dispose()
})

it('a restart that came late is held back for no longer than one on time', async () => {
  const { clock, rig } = setUp({ warnings: [] }, 60)
  let given: number | undefined
  rig.answer.power = async (options) => {
    given = (options?.notAfter ?? 0) - clock.steady()
    return { ok: true, value: undefined }
  }
  await clock.pass(55_000)
  clock.stretch(9_000)
  await clock.pass(30_000)
  expect(given).toBe(graceMs)
  rig.dispose()
})
