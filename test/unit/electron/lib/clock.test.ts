import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../../electron/lib/clock.ts'

const day = 24 * 3_600_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the system’s clock', () => {
  it.each([
    ['a moment', 250],
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

  it.each([Number.POSITIVE_INFINITY, Number.NaN, 9_999_999_999_000])(
    'never takes a wait of %d for none',
    async (ms) => {
      const ran = vi.fn()
      const cancel = systemClock.after(ms, ran)
      await vi.advanceTimersByTimeAsync(100 * day)
      expect(ran).not.toHaveBeenCalled()
      cancel()
      expect(vi.getTimerCount()).toBe(0)
    },
  )

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
