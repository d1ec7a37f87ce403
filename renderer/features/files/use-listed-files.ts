import { useMemo, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName } from '../../../shared/files/files.ts'
import { ticked, usePicks } from '../../ui/picks.ts'
import { filteredFiles, firstSort, sortedFiles } from './entries/file-list.ts'

const noStart = { turn: 0, at: null }

/**
 * What the list shows of a folder: its order, its filter, what is ticked, and where its focus begins.
 * @param all the folder's entries
 */
export function useListedFiles(all: readonly FileEntry[]) {
  const [sort, setSort] = useState(firstSort)
  /** What is typed in the filter; null while that is closed. */
  const [query, setQuery] = useState<string | null>(null)
  /** Where the list's focus begins; another value begins it anew, with its focus. */
  const [start, setStart] = useState<{ readonly turn: number; readonly at: FileName | 'first' | null }>(noStart)
  const sorted = useMemo(() => sortedFiles(all, sort), [all, sort])
  const shown = useMemo(() => filteredFiles(sorted, query ?? ''), [sorted, query])
  const names = useMemo(() => shown.map(({ name }) => name), [shown])
  const [ticks, setTicks] = useState<readonly FileName[]>([])
  const isTicked = new Set(ticks)
  const howMany = ticked(ticks, names)
  const picks = {
    ...usePicks(names, ticks, setTicks),
    // What a filter hides is unticked too, so that nothing is among all that was not seen.
    all: () => setTicks(names),
  }

  /** Begins the list anew, with the focus at an entry; null where the pointer led there. */
  const focus = (at: FileName | 'first' | null) => setStart(({ turn }) => ({ turn: turn + 1, at }))
  return {
    shown,
    sort,
    query,
    start,
    picks,
    names,
    picked: shown.filter(({ name }) => isTicked.has(name)),
    ticked: howMany,
    tickAll: () => (howMany === 'all' ? picks.clear() : picks.all()),
    focus,
    sortBy: setSort,
    filterBy: setQuery,
    /** Closes the filter, unless something is typed there. @param isDown the keyboard led from there to the list */
    leaveFilter(isDown: boolean) {
      setQuery((typed) => typed || null)
      if (isDown) focus('first')
    },
    /** Begins anew for another folder. */
    enter(focusAt: FileName | 'first' | null) {
      picks.clear()
      setQuery(null)
      focus(focusAt)
    },
  } as const
}

export type ListedFiles = ReturnType<typeof useListedFiles>
