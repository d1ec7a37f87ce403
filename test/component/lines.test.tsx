import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLines } from '../../renderer/ui/use-lines.ts'

it('shows a list from its top again after it was as short as one line', () => {
  const scroller = document.createElement('div')
  // As a browser does where less is left to scroll.
  const scrollTo = (top: number) =>
    act(() => {
      scroller.scrollTop = top
      scroller.dispatchEvent(new Event('scroll'))
    })
  const { result, rerender } = renderHook(
    ({ count }) => useLines({ count, heightOf: () => 40, scroller, kept: -1 }).sight,
    { initialProps: { count: 1_000 } },
  )
  scrollTo(20_000)
  expect(result.current?.first).toBe(500)
  rerender({ count: 1 })
  scrollTo(0)
  rerender({ count: 1_000 })
  expect(result.current?.first).toBe(0)
})

it('shows what stands below its last line with that line', () => {
  const scroller = document.createElement('div')
  const heights = { clientHeight: 400, scrollHeight: 4_060 }
  for (const [name, value] of Object.entries(heights)) Object.defineProperty(scroller, name, { value })
  const { result } = renderHook(() => useLines({ count: 100, heightOf: () => 40, scroller, kept: -1 }))
  act(() => result.current.scrollTo(98))
  expect(scroller.scrollTop).toBe(3_560)
  act(() => result.current.scrollTo(99))
  expect(scroller.scrollTop).toBe(3_660)
})
