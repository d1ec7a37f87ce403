import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSeconds } from '../../../renderer/state/seconds.ts'

beforeEach(() => void vi.useFakeTimers({ now: 10_400 }))
afterEach(() => void vi.useRealTimers())

describe('the clock of seconds', () => {
  test('turns with the seconds, for all listeners at once', () => {
    const seconds = createSeconds()
    const told: string[] = []
    seconds.subscribe(() => told.push(`a ${seconds.now()}`))
    vi.advanceTimersByTime(300)
    seconds.subscribe(() => told.push(`b ${seconds.now()}`))
    vi.advanceTimersByTime(299)
    expect(told).toEqual([])
    vi.advanceTimersByTime(1)
    expect(told).toEqual(['a 11000', 'b 11000'])
    vi.advanceTimersByTime(1_000)
    expect(told).toEqual(['a 11000', 'b 11000', 'a 12000', 'b 12000'])
  })

  test('stands still while nobody listens, and knows the time again at once', () => {
    const seconds = createSeconds()
    expect(vi.getTimerCount()).toBe(0)
    const end = seconds.subscribe(() => {})
    const other = seconds.subscribe(() => {})
    expect(vi.getTimerCount()).toBe(1)
    end()
    end()
    expect(vi.getTimerCount()).toBe(1)
    other()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(seconds.now()).toBe(10_000)
    seconds.subscribe(() => {})
    expect(seconds.now()).toBe(70_000)
  })

  test('does not drift when a turn comes late', () => {
    const seconds = createSeconds()
    let told = 0
    seconds.subscribe(() => {
      told = Date.now()
    })
    vi.setSystemTime(12_900)
    vi.advanceTimersByTime(600)
    expect(told).toBe(13_500)
    vi.advanceTimersByTime(500)
    expect(told).toBe(14_000)
  })

  test('a listener may leave while it is told, and disposal ends everything', () => {
    const seconds = createSeconds()
    const listener = vi.fn()
    const end = seconds.subscribe(() => end())
    seconds.subscribe(listener)
    vi.advanceTimersByTime(600)
    expect(listener).toHaveBeenCalledTimes(1)
    seconds.dispose()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(5_000)
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
