import { maxActivityLinesHeld } from '../../../shared/activity/activity.ts'
import type { PanelActivityLine, PanelActivityPage } from '../../../shared/activity/contract.ts'

/** Maximum number of pages of one list: what is older is for the panel's own page. */
const maxPages = 20

/** What was seen of a list of activity since something older than its newest page was read, newest first. */
export type SeenLines = {
  readonly lines: readonly PanelActivityLine[]
  /** The last page that was turned to, and how many there were by then. */
  readonly page: number
  readonly totalPages: number
  /** Of the pages that were turned to. */
  readonly leftOut: number
}

/** Lines that were told once or several times, newest first. */
function joined(...parts: readonly (readonly PanelActivityLine[])[]): readonly PanelActivityLine[] {
  const lines = new Map(parts.flat().map((line) => [line.id, line] as const))
  return [...lines.values()].sort((a, b) => b.at - a.at).slice(0, maxActivityLinesHeld)
}

/**
 * The seen lines with those of the newest page, read anew; null where none of them is on it, since lines between the two
 * may be missing then.
 */
export function withNewest(seen: SeenLines, newest: PanelActivityPage): SeenLines | null {
  const known = new Set(seen.lines.map(({ id }) => id))
  if (newest.lines.every(({ id }) => !known.has(id))) return null
  return { ...seen, lines: joined(seen.lines, newest.lines), totalPages: newest.totalPages }
}

/**
 * The seen lines with a page of older ones; `seen` is null for the first, which follows the newest page. Null where the
 * seen lines were given up while a later page was read, since lines between the two would be missing.
 */
export function withOlder(
  seen: SeenLines | null,
  newest: PanelActivityPage,
  page: PanelActivityPage,
): SeenLines | null {
  if (seen === null && page.page > newest.page + 1) return null
  const { lines, leftOut } = seen ?? { lines: newest.lines, leftOut: 0 }
  return {
    lines: joined(lines, page.lines),
    page: page.page,
    totalPages: page.totalPages,
    leftOut: leftOut + page.leftOut,
  }
}

/** What is shown of the newest page and all that was seen before. `isCut`: there is more on the panel, not read here. */
export function shownLines(seen: SeenLines | null, newest: PanelActivityPage | null) {
  if (newest === null) return { lines: [], leftOut: 0, hasMore: false, isCut: false }
  const known = seen && withNewest(seen, newest)
  const { lines, page, totalPages } = known ?? { ...newest, lines: joined(newest.lines) }
  const isRest = page < totalPages
  const hasMore = isRest && page < maxPages && lines.length < maxActivityLinesHeld
  return { lines, leftOut: newest.leftOut + (known?.leftOut ?? 0), hasMore, isCut: isRest && !hasMore }
}
