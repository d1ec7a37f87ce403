import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual'

/** Height in pixels of the column heads, which stay above the rows; the style sheets have the same. */
export const headHeight = 28

/**
 * Which lines are in the page: those in sight, some around them, and one more, wherever it is.
 * @param kept the index of that one; -1 for none
 */
export const linesWith =
  (kept: number) =>
  (range: Range): number[] => {
    const seen = defaultRangeExtractor(range)
    if (kept < 0 || kept >= range.count || seen.includes(kept)) return seen
    return [...seen, kept].sort((a, b) => a - b)
  }

type GridRows = {
  count: number
  /** The element that scrolls. */
  scroller: HTMLElement | null
  /** In pixels, as in the style sheet. */
  heightOf: (index: number) => number
  keyOf: (index: number) => string | number
  /** The row that Tab leads to, which stays in the page when it is scrolled out of view; -1 for none. */
  reachable: number
}

/** The lines of a grid below its heads, of which only a few are in the page. */
export function useGridRows({ count, scroller, heightOf, keyOf, reachable }: GridRows) {
  return useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: heightOf,
    getItemKey: keyOf,
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    rangeExtractor: linesWith(reachable),
  })
}

/** The arrow keys that lead through the buttons of a row, and which way. */
export const sideways: ReadonlyMap<string, 1 | -1> = new Map([
  ['ArrowRight', 1],
  ['ArrowLeft', -1],
])

/** The button beside `from` in its row, or the row itself. */
export function beside(row: HTMLElement, from: Element, step: 1 | -1): HTMLElement | undefined {
  const stops = [row, ...row.querySelectorAll<HTMLElement>('button')]
  return stops[stops.indexOf(from as HTMLElement) + step]
}

/** The index to which a key leads from `index`, among `count`; undefined where it leads nowhere. */
export function placeAfter(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, count - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
