import { maxServersOfPanel } from '../../shared/keys/left-out.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { ListPage } from './envelope.ts'
import type { ListedServer, ServerList } from './types.ts'

/** However few servers a page has, no more pages than this are asked for. */
const maxPages = 1_000

/**
 * A server list as its pages bring it, with what there was beyond: each server once, whatever page brought it, up to the
 * bound of a panel.
 */
export function createListing() {
  const seen = new Map<ServerIdentifier, ListedServer>()
  let kind: Pick<ServerList, 'dialect' | 'isPelican'> = { dialect: 'core' }
  let last: ListPage | null = null
  let pages = 0
  let entries = 0
  let unusable = 0
  let beyondBound = 0
  const room = () => maxServersOfPanel - seen.size

  /** At least one server stands on each page that is not read, and a panel may say that there are more. */
  function unread({ totalPages, hasNext, total }: ListPage, isRepetition: boolean): number {
    return Math.max(hasNext ? 1 : 0, isRepetition ? 0 : totalPages - pages, (total ?? 0) - entries)
  }

  return {
    /** How many servers the next page may bring. */
    room,
    /** Takes the next page, the first one first; true while there is more to read. */
    take(page: ListPage): boolean {
      pages += 1
      last = page
      if (pages === 1) kind = { dialect: page.dialect, isPelican: page.isPelican }
      const before = seen.size
      for (const server of page.servers) if (!seen.has(server.identifier)) seen.set(server.identifier, server)
      const isNew = seen.size > before
      // A later page without anything new: the panel repeats itself, and has no more.
      const isRepetition = pages > 1 && !isNew && page.unusable === 0 && page.beyond === 0
      if (!isRepetition) {
        entries += page.servers.length + page.unusable + page.beyond
        unusable += page.unusable
        beyondBound += page.beyond
      }
      const hasMore = pages < page.totalPages || page.hasNext
      if (isNew && hasMore && pages < maxPages && room() > 0) return true
      beyondBound += unread(page, isRepetition)
      return false
    },
    /** True where the next page is only said to be there: how it is asked for is not known, and may be otherwise. */
    isNextUncounted: () => last?.hasNext ?? false,
    /** Notes that the next page could not be had. */
    cut(): void {
      if (last !== null) beyondBound += unread(last, false)
    },
    list: (): ServerList => ({ servers: [...seen.values()], leftOut: { unusable, beyondBound }, ...kind }),
  }
}
