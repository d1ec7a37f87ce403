import { describe, expect, it } from 'vitest'
import { restOf, withNewest, withOlder } from '../../../renderer/features/activity/activity-pages.ts'
import { maxActivityLinesHeld } from '../../../shared/activity/activity.ts'
import type { PanelActivityPage } from '../../../shared/activity/contract.ts'

/** A page with the lines of these moments, as the panel's list is with so many more pages. */
function pageOf(page: number, times: readonly number[], more: Partial<PanelActivityPage> = {}): PanelActivityPage {
  const lines = times.map((at) => ({
    id: `${at}`,
    event: 'server:power.start',
    at,
    text: '',
    tone: 'plain' as const,
    actor: { kind: 'nobody' as const },
    hides: false,
  }))
  return { lines, page, totalPages: 5, leftOut: 0, ...more }
}
const times = (shown: { readonly lines: readonly { readonly at: number }[] }) => shown.lines.map(({ at }) => at)
/** The numbers from one to another, backwards. */
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index)

describe('the lines of a list of activity', () => {
  const first = withNewest(null, pageOf(1, [6, 5, 4]))
  const read = withOlder(first, pageOf(2, [3, 2, 1], { leftOut: 1 }))

  it('are those of the newest page until older ones are read', () => {
    expect(times(withNewest(first, pageOf(1, [7, 6, 5])))).toEqual([7, 6, 5])
    expect(restOf(first)).toEqual({ hasMore: true, isCut: false })
  })

  it('stay when new ones push them out of the newest page', () => {
    const next = withNewest(read, pageOf(1, [8, 7, 6], { leftOut: 2 }))
    expect(times(next)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
    expect(next).toMatchObject({ page: 2, leftOut: 2, olderLeftOut: 1 })
    expect(times(withNewest(next, pageOf(1, [10, 9, 8])))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })

  it('begin anew where lines may be missing between', () => {
    expect(withNewest(read, pageOf(1, [12, 11, 10]))).toEqual({ ...pageOf(1, [12, 11, 10]), olderLeftOut: 0 })
    expect(withNewest(read, pageOf(1, [])).lines).toEqual([])
  })

  it('are read on after the last page, and stand once', () => {
    const more = withOlder(read, pageOf(3, [2, 1, 0]))
    expect(more.page).toBe(3)
    expect(times(more)).toEqual([6, 5, 4, 3, 2, 1, 0])
  })

  it('are not read on where they were given up meanwhile', () => {
    expect(withOlder(first, pageOf(3, [0]))).toBe(first)
  })

  it.each([
    ['the panel has no more', { page: 5, totalPages: 5 }, { hasMore: false, isCut: false }],
    ['the panel has one more', { page: 4, totalPages: 5 }, { hasMore: true, isCut: false }],
    ['no further page is read', { page: 20, totalPages: 21 }, { hasMore: false, isCut: true }],
    ['that was the last that is read', { page: 20, totalPages: 20 }, { hasMore: false, isCut: false }],
  ])('end where %s', (_what, at, expected) => {
    expect(restOf({ ...read, ...at })).toEqual(expected)
  })

  it('are bounded, and say so', () => {
    const many = withOlder(withNewest(null, pageOf(1, down(1_100, 1_000))), pageOf(2, down(999, 50)))
    expect(many.lines).toHaveLength(maxActivityLinesHeld)
    expect(restOf(many)).toEqual({ hasMore: false, isCut: true })
    expect(times(many)[0]).toBe(1_100)
  })
})
