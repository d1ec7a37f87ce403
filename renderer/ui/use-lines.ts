import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Number of lines above and below those in sight that are in the page, so that scrolling shows none too late. */
const spare = 8

/** What is seen of the lines: where it begins, from the first line on, and its height, both in pixels. */
type Seen = { readonly top: number; readonly height: number }

/** The first and the last line in sight; null for none. @param tops where each line begins, and the last one ends */
export function linesIn(tops: readonly number[], { top, height }: Seen): { first: number; last: number } | null {
  const count = tops.length - 1
  if (count === 0 || height <= 0) return null
  const first = tops.findLastIndex((begin) => begin <= top)
  const last = tops.findLastIndex((begin) => begin < top + height)
  return { first: Math.min(Math.max(first, 0), count - 1), last: Math.min(Math.max(last, 0), count - 1) }
}

/** The lines that are in the page: those in sight, some around them, and one more. @param kept that one; -1 for none */
export function linesWith(kept: number, sight: ReturnType<typeof linesIn>, count: number): number[] {
  if (sight === null) return []
  const begin = Math.max(0, sight.first - spare)
  const drawn = Array.from({ length: Math.min(count, sight.last + 1 + spare) - begin }, (_, i) => begin + i)
  return kept < 0 || kept >= count || drawn.includes(kept) ? drawn : [...drawn, kept].sort((a, b) => a - b)
}

type LinesOptions = {
  count: number
  /** Height of a line in pixels, as in the style sheet. */
  heightOf: (line: number) => number
  /** The element that scrolls. */
  scroller: HTMLElement | null
  /** Height in pixels of what else is seen of the scroller: heads that stay above the lines, or its padding. */
  margin?: number
  /** The line that is in the page wherever it is; -1 for none. */
  kept: number
}

/** A long list of lines whose heights are known, of which only some are in the page. */
export function useLines({ count, heightOf, scroller, margin = 0, kept }: LinesOptions) {
  const tops = [0]
  for (let line = 0; line < count; line += 1) tops.push((tops[line] ?? 0) + heightOf(line))
  const latest = useRef(tops)
  latest.current = tops
  const [seen, setSeen] = useState<Seen>({ top: 0, height: 0 })

  const look = useCallback(() => {
    if (scroller === null) return
    const next = { top: scroller.scrollTop, height: scroller.clientHeight - margin }
    setSeen((now) => {
      const [before, after] = [now, next].map((one) => linesIn(latest.current, one))
      const isSame = before?.first === after?.first && before?.last === after?.last
      // A place beyond the end of what has become shorter would be shown again once there is more.
      const isThere = now.top <= (latest.current.at(-1) ?? 0)
      return isSame && isThere && now.height === next.height ? now : next
    })
  }, [scroller, margin])

  useLayoutEffect(() => {
    if (scroller === null) return
    look()
    // Drawn with the frame that shows the new place.
    const onScroll = () => flushSync(look)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    const size = new ResizeObserver(look)
    size.observe(scroller)
    return () => {
      scroller.removeEventListener('scroll', onScroll)
      size.disconnect()
    }
  }, [scroller, look])

  /** Brings a line into sight, by the shortest way; with the last one also what stands below it. */
  const scrollTo = useCallback(
    (line: number) => {
      const [top, end] = latest.current.slice(line, line + 2)
      if (scroller === null || top === undefined || end === undefined) return
      const isLast = line === latest.current.length - 2
      const least = Math.max(end + margin, isLast ? scroller.scrollHeight : 0) - scroller.clientHeight
      scroller.scrollTop = Math.min(Math.max(scroller.scrollTop, least), top)
      look()
    },
    [scroller, margin, look],
  )

  const sight = linesIn(tops, seen)
  return {
    /** The first and the last line in sight; null for none. */
    sight,
    /** Height of what is seen, in pixels. */
    height: seen.height,
    /** Height of all lines, in pixels. */
    total: tops.at(-1),
    /** The lines in the page, each with where it begins, in pixels. */
    drawn: linesWith(kept, sight, count).map((line) => ({ line, top: tops[line] ?? 0 })),
    scrollTo,
  }
}
