import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useNow, useSecond } from '../../renderer/state/hooks.ts'

beforeEach(() => void vi.useFakeTimers({ now: 10_400, toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

const advance = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('countdowns turn with the seconds of the clock, all at once, whenever they began', () => {
  const first = renderHook(() => useSecond(true)).result
  advance(300)
  const second = renderHook(() => useSecond(true)).result
  expect([first.current, second.current]).toEqual([10_000, 10_000])
  advance(299)
  expect([first.current, second.current]).toEqual([10_000, 10_000])
  advance(1)
  expect([first.current, second.current]).toEqual([11_000, 11_000])
  advance(1_000)
  expect([first.current, second.current]).toEqual([12_000, 12_000])
})

test('a turn that comes late makes none of the next ones late', () => {
  const { result } = renderHook(() => useNow(1_000))
  vi.setSystemTime(12_900)
  advance(600)
  expect(result.current).toBe(13_500)
  advance(500)
  expect(result.current).toBe(14_000)
})

test('nothing waits while nobody counts, nor once they have gone', () => {
  const { rerender, unmount } = renderHook(({ isOn }) => useSecond(isOn), { initialProps: { isOn: false } })
  expect(vi.getTimerCount()).toBe(0)
  rerender({ isOn: true })
  expect(vi.getTimerCount()).toBe(1)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
