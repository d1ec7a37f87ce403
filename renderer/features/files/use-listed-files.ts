import { useMemo, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName } from '../../../shared/files/files.ts'
import { usePicks } from '../../ui/picks.ts'
import { filteredFiles, firstSort, sortedFiles } from './entries/file-list.ts'

/**
 * What the list shows of a folder: its order, its filter, what is ticked, and where its focus begins.
 * @param all the folder's entries
 */
export function useListedFiles(all: readonly FileEntry[]) {
  const [sort, setSort] = useState(firstSort)
  const [query, setQuery] = useState('')
  const [isFiltering, setFiltering] = useState(false)
  const [focusOn, setFocusOn] = useState<FileName | 'first' | null>(null)
  /** Another value begins the list anew, with its focus. */
  const [turn, setTurn] = useState(0)
  const sorted = useMemo(() => sortedFiles(all, sort), [all, sort])
  const shown = useMemo(() => filteredFiles(sorted, query), [sorted, query])
  const names = useMemo(() => shown.map(({ name }) => name), [shown])
  const [ticks, setTicks] = useState<readonly FileName[]>([])
  const ticked = new Set(ticks)
  const isAll = names.every((name) => ticked.has(name))
  const picks = {
    ...usePicks(names, ticks, setTicks),
    // What a filter hides is unticked too, so that nothing is among all that was not seen.
    all: () => setTicks(names),
  }

  /** Begins the list anew, with the focus at an entry; null where the pointer led there. */
  const focus = (at: FileName | 'first' | null) => {
    setFocusOn(at)
    setTurn((before) => before + 1)
  }
  return {
    shown,
    sort,
    query,
    isFiltering,
    focusOn,
    turn,
    picks,
    names,
    picked: shown.filter(({ name }) => ticked.has(name)),
    ticked: ticks.length === 0 ? 'none' : isAll ? 'all' : 'some',
    tickAll: () => (isAll ? picks.clear() : picks.all()),
    focus,
    sortBy: setSort,
    filterBy: setQuery,
    /** @param isDown the keyboard led from the filter down to the list */
    setFiltering(isOn: boolean, isDown: boolean) {
      setFiltering(isOn)
      if (isDown) focus('first')
    },
    /** A key was typed in the list, which begins a filter. */
    typed(text: string) {
      setQuery(text)
      setFiltering(true)
    },
    /** Begins anew for another folder. */
    enter(focusAt: FileName | 'first' | null) {
      picks.clear()
      setQuery('')
      setFiltering(false)
      focus(focusAt)
    },
  } as const
}

export type ListedFiles = ReturnType<typeof useListedFiles>
