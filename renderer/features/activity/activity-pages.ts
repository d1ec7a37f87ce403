import { useRef } from 'react'
import { maxActivityLinesHeld } from '../../../shared/activity/activity.ts'
import type { PanelActivityLine, PanelActivityPage } from '../../../shared/activity/contract.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { useAsked } from '../../state/queries.ts'
import { useTask } from '../../ui/use-task.ts'

/** How long after an answer the newest page is read again while it is looked at, in milliseconds. */
const everyMs = 60_000

/** Maximum number of pages of one list: what is older is for the panel's own page. */
const maxPages = 20

/**
 * What was read of a list of activity, newest first: its newest page, whose `leftOut` this has, and the older ones, of
 * which `page` is the last.
 */
export type ReadPages = PanelActivityPage & { readonly olderLeftOut: number }

/** Lines that were told once or several times, newest first. */
function joined(...parts: readonly (readonly PanelActivityLine[])[]): PanelActivityLine[] {
  const lines = new Map(parts.flat().map((line) => [line.id, line] as const))
  return [...lines.values()].sort((a, b) => b.at - a.at).slice(0, maxActivityLinesHeld)
}

/**
 * What was read, with the newest page read anew. Its new lines push others out of it, which stay where older pages were
 * read; all but that page is given up where it has no known line, since lines between the two may be missing then.
 */
export function withNewest(read: ReadPages | null, newest: PanelActivityPage): ReadPages {
  const known = new Set(read?.lines.map(({ id }) => id))
  if (read === null || read.page === newest.page || newest.lines.every(({ id }) => !known.has(id)))
    return { ...newest, lines: joined(newest.lines), olderLeftOut: 0 }
  return { ...read, lines: joined(read.lines, newest.lines), totalPages: newest.totalPages, leftOut: newest.leftOut }
}

/** What was read, with the next older page; nothing of that where older pages were given up while it was read. */
export function withOlder(read: ReadPages, older: PanelActivityPage): ReadPages {
  if (older.page !== read.page + 1) return read
  const { page, totalPages } = older
  const olderLeftOut = read.olderLeftOut + older.leftOut
  return { ...read, lines: joined(read.lines, older.lines), page, totalPages, olderLeftOut }
}

/** Whether an older page can be read; `isCut`: there is more on the panel, not read here. */
export function restOf({ lines, page, totalPages }: ReadPages) {
  const isRest = page < totalPages
  const hasMore = isRest && page < maxPages && lines.length < maxActivityLinesHeld
  return { hasMore, isCut: isRest && !hasMore }
}

/**
 * A list of activity, read while the caller is shown: its newest page again and again, older ones when asked for.
 * @param key what is asked for; the caller is mounted anew for another
 */
export function useActivityPages(
  key: readonly string[],
  readPage: (page: number) => Promise<Result<PanelActivityPage>>,
) {
  const latest = useRef<ReadPages | null>(null)
  const readNewest = async () => {
    const newest = await readPage(1)
    return newest.ok ? ok(withNewest(latest.current, newest.value)) : newest
  }
  const list = useAsked<ReadPages>(key, readNewest, () => everyMs)
  latest.current = list.value
  const turning = useTask(async () => {
    const older = await readPage((latest.current?.page ?? 0) + 1)
    if (!older.ok) return older
    list.put((read) => withOlder(read, older.value))
    // It counts as read now, which the newest page is not.
    if (list.error !== null) list.again()
    return ok(null)
  })
  /** `turning` reads the page of older lines that follows what was read. */
  return { list, turning }
}
