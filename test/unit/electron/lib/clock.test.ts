import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createReadings, steadyOf, systemClock, wallOf } from '../../../../electron/lib/clock.ts'

const hourMs = 3_600_000
const day = 24 * hourMs

describe('the system’s clock', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['the longest that a timer of the system takes', 2 ** 31 - 1],
    ['longer than that', 2 ** 31],
    ['two months', 60 * day],
  ])('waits %s, not more and not less', async (_, ms) => {
    const ran = vi.fn()
    const slept = vi.fn()
    systemClock.after(ms, ran)
    void systemClock.sleep(ms).then(slept)
    await vi.advanceTimersByTimeAsync(ms - 1)
    expect([ran.mock.calls.length, slept.mock.calls.length]).toEqual([0, 0])
    await vi.advanceTimersByTimeAsync(1)
    expect([ran.mock.calls.length, slept.mock.calls]).toEqual([1, [[true]]])
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([Number.POSITIVE_INFINITY, Number.NaN])('never takes a wait of %d for none', async (ms) => {
    const ran = vi.fn()
    const cancel = systemClock.after(ms, ran)
    await vi.advanceTimersByTimeAsync(100 * day)
    expect(ran).not.toHaveBeenCalled()
    cancel()
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([0, -5])('is through at once with a wait of %d', async (ms) => {
    const ran = vi.fn()
    systemClock.after(ms, ran)
    await vi.advanceTimersByTimeAsync(1)
    expect(ran).toHaveBeenCalledTimes(1)
  })

  it('ends a long sleep at once when it is told to, and leaves nothing behind', async () => {
    const stop = new AbortController()
    const slept = systemClock.sleep(60 * day, stop.signal)
    await vi.advanceTimersByTimeAsync(40 * day)
    stop.abort()
    expect(await slept).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
    expect(await systemClock.sleep(day, stop.signal)).toBe(false)
  })
})

const noon = Date.UTC(2026, 0, 1, 12)

/** A computer whose wall clock is set, and which sleeps; its monotonic clock does not count that. */
function setUp() {
  const time = { wall: noon, mono: 5 }
  const readings = createReadings(
    () => time.wall,
    () => time.mono,
  )
  const set = (ms: number) => {
    time.wall += ms
  }
  const pass = (ms: number) => {
    time.wall += ms
    time.mono += ms
  }
  return { ...readings, set, sleep: set, pass }
}

describe('the readings of a clock', () => {
  it('are the same as long as nobody sets the clock', () => {
    const clock = setUp()
    clock.pass(1_000)
    expect([clock.now(), clock.steady()]).toEqual([noon + 1_000, noon + 1_000])
    clock.sleep(hourMs)
    expect([clock.now(), clock.steady()]).toEqual([noon + 1_000 + hourMs, noon + 1_000 + hourMs])
  })

  it('differ once it is set back by more than clocks are put right by, from the next timer on', () => {
    const clock = setUp()
    clock.set(-400)
    expect([clock.now(), clock.steady()]).toEqual([noon - 400, noon - 400])
    clock.set(-hourMs)
    clock.pass(500)
    // In the middle of a piece of work time goes on.
    expect([clock.now(), clock.steady()]).toEqual([noon + 100, noon + 100])
    clock.follow()
    expect([clock.now(), clock.steady()]).toEqual([noon + 100 - hourMs, noon + 100])
    expect([steadyOf(clock, clock.now() - 7), wallOf(clock, clock.steady() + 7)]).toEqual([
      noon + 100 - 7,
      noon + 100 - hourMs + 7,
    ])
  })

  it('never go back, and never stand still for longer than a moment, whatever is done to the clock', () => {
    const span = fc.integer({ min: 0, max: 2 * hourMs })
    const step = fc.oneof(
      fc.record({ what: fc.constant('set' as const), ms: fc.integer({ min: -2 * hourMs, max: 2 * hourMs }) }),
      fc.record({ what: fc.constantFrom('pass' as const, 'sleep' as const), ms: span }),
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
      }),
    )
  })
})
