import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReadings, steadyOf, wallOf } from '../../../../electron/lib/clock.ts'

const noon = Date.UTC(2026, 0, 1, 12)
const hourMs = 3_600_000

/** A computer whose wall clock is set, and which sleeps; its monotonic clock does not count that. */
function setUp() {
  const time = { wall: noon, mono: 5 }
  const readings = createReadings(
    () => time.wall,
    () => time.mono,
  )
  const told: number[] = []
  const end = readings.onSetBack((ms) => told.push(ms))
  return {
    ...readings,
    told,
    end,
    set: (ms: number) => {
      time.wall += ms
    },
    sleep: (ms: number) => {
      time.wall += ms
    },
    pass: (ms: number) => {
      time.wall += ms
      time.mono += ms
    },
  }
}

describe('the readings of a clock', () => {
  it('are the same as long as nobody sets the clock', () => {
    const clock = setUp()
    clock.pass(1_000)
    expect([clock.now(), clock.steady()]).toEqual([noon + 1_000, noon + 1_000])
    clock.sleep(hourMs)
    clock.follow()
    expect([clock.now(), clock.steady(), clock.told]).toEqual([noon + 1_000 + hourMs, noon + 1_000 + hourMs, []])
  })

  it('differ once it is set back, which is reported once, before the next timer runs', () => {
    const clock = setUp()
    clock.set(-hourMs)
    clock.pass(50)
    // In the middle of a piece of work time goes on.
    expect([clock.now(), clock.steady(), clock.told]).toEqual([noon + 50, noon + 50, []])
    clock.follow()
    clock.follow()
    expect([clock.now(), clock.steady(), clock.told]).toEqual([noon + 50 - hourMs, noon + 50, [hourMs]])
    expect([steadyOf(clock, clock.now() - 7), wallOf(clock, clock.steady() + 7)]).toEqual([
      noon + 50 - 7,
      noon + 50 - hourMs + 7,
    ])
    // Where it is put right again, that looks as sleep does.
    clock.set(hourMs)
    clock.follow()
    expect([clock.now(), clock.told]).toEqual([noon + 50, [hourMs]])
  })

  it('report no correction of less than half a second, and nothing to a listener that has ended', () => {
    const clock = setUp()
    clock.set(-400)
    clock.follow()
    expect([clock.now(), clock.told]).toEqual([noon - 400, []])
    clock.end()
    clock.set(-hourMs)
    clock.follow()
    expect([clock.now(), clock.told]).toEqual([noon - 400 - hourMs, []])
  })

  it('never go back, and never stand still for longer than a moment, whatever is done to the clock', () => {
    const span = fc.integer({ min: 0, max: 2 * hourMs })
    const step = fc.oneof(
      fc.record({ what: fc.constantFrom('set' as const), ms: fc.integer({ min: -2 * hourMs, max: 2 * hourMs }) }),
      fc.record({ what: fc.constantFrom('pass' as const, 'sleep' as const, 'follow' as const), ms: span }),
    )
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const clock = setUp()
        for (const { what, ms } of steps) {
          const before = clock.steady()
          clock[what](ms)
          const least = what === 'pass' ? ms - 500 : 0
          expect(clock.steady() - before).toBeGreaterThanOrEqual(Math.max(0, least))
        }
        clock.follow()
        const ahead = clock.steady() - clock.now()
        expect(Math.abs(ahead - clock.told.reduce((all, ms) => all + ms, 0))).toBeLessThanOrEqual(500)
      }),
    )
  })
})
