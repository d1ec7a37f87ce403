import { useMemo, useRef, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName } from '../../../shared/files/files.ts'
import { between, toggled, withAll } from '../../parts/servers/selection.ts'
import { type FileSort, filteredFiles, firstSort, sortAfter, sortedFiles } from './entries/file-list.ts'

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
  const picks = useFilePicks(shown)

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
    picked: shown.filter(({ name }) => picks.picked.has(name)),
    focus,
    sortBy: (by: FileSort['by']) => setSort((before) => sortAfter(before, by)),
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

const none: ReadonlySet<FileName> = new Set()

/**
 * The ticked entries of a folder.
 * @param listed what the list shows, in its order
 */
export function useFilePicks(listed: readonly FileEntry[]) {
  const [picked, setPicked] = useState(none)
  /** The start of a range: the entry last ticked by itself. */
  const anchor = useRef<FileName | null>(null)
  const names = () => listed.map(({ name }) => name)

  const clear = () => {
    anchor.current = null
    setPicked(none)
  }
  const pick = (name: FileName, isRange: boolean) => {
    setPicked((before) => {
      const all = [...before]
      return new Set(isRange ? withAll(all, between(names(), anchor.current, name)) : toggled(all, name))
    })
    if (!isRange || anchor.current === null) anchor.current = name
  }
  const isAll = listed.length > 0 && listed.every(({ name }) => picked.has(name))
  return {
    picked,
    ticked: picked.size === 0 ? 'none' : isAll ? 'all' : 'some',
    pick,
    all: () => setPicked(new Set(names())),
    clear,
    /** Ticks all to `name` from where the ticking began, else from `from`, as Shift with an arrow does. */
    extend(from: FileName, name: FileName) {
      anchor.current ??= from
      setPicked((before) => new Set(withAll([...before], between(names(), anchor.current, name))))
    },
  } as const
}

export type FilePicks = ReturnType<typeof useFilePicks>
