// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus

import { useEffect, useRef, useState } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName } from '../../../shared/files/files.ts'
import { useNow } from '../../state/hooks.ts'
import { SortHead, TickAll } from '../../ui/GridHead.tsx'
import gridStyles from '../../ui/grid.module.css'
import { beside, headHeight, placeAfter, sideways, useGridRows } from '../../ui/grid.ts'
import { isMenuKey, type MenuRequest, rowMenu } from '../../ui/MenuTrigger.tsx'
import visually from '../../ui/visually.module.css'
import type { FileSort } from './entries/file-list.ts'
import styles from './FileList.module.css'
import { FileRow } from './FileRow.tsx'
import type { FilePicks } from './use-listed-files.ts'

/** In pixels, as in the style sheet. */
const rowHeight = 32
/** How many rows a page is, beside those that fit. */
const pageOverlap = 1

/** What a key asks for beside moving and ticking. */
export type ListKey = 'up' | 'remove' | 'rename'

const keys: ReadonlyMap<string, ListKey> = new Map([
  ['Backspace', 'up'],
  ['Delete', 'remove'],
  ['F2', 'rename'],
])

type FileListProps = {
  entries: readonly FileEntry[]
  sort: FileSort
  /** The element that scrolls. */
  scroller: HTMLElement | null
  /** The entry that is shown beside the list. */
  open: FileName | null
  /** Gets the focus when the list appears; null leaves it, `first` is the first row. */
  focusOn: FileName | 'first' | null
  picks: FilePicks
  menuOf: FileName | null
  onSort: (by: FileSort['by']) => void
  onOpen: (entry: FileEntry) => void
  onMenu: (entry: FileEntry, request: MenuRequest) => void
  onKey: (key: ListKey, entry: FileEntry) => void
  /** A printable key was pressed: it begins a filter. */
  onType: (text: string) => void
}

/**
 * The entries of a folder as a grid: arrow keys move, with Shift they tick, Enter opens, Space ticks, Backspace leads to
 * the folder above, and letters begin a filter. Only visible rows, some around them, and the focused one are in the page.
 */
export function FileList(props: FileListProps) {
  const { entries, sort, scroller, open, focusOn, picks, menuOf, onSort } = props
  const grid = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState<FileName | null>(focusOn === 'first' ? null : focusOn)
  /** The row that gets the focus as soon as it is in the page. */
  const wanted = useRef<number | null>(null)
  const latest = useRef(props)
  latest.current = props
  const now = useNow(60_000)

  const at = entries.findIndex(({ name }) => name === current)
  const reachable = Math.max(0, at)
  const virtual = useGridRows({
    count: entries.length,
    scroller,
    heightOf: () => rowHeight,
    keyOf: (index) => entries[index]?.name ?? index,
    reachable,
  })

  const goTo = (index: number) => {
    const name = entries[index]?.name
    if (name === undefined) return
    wanted.current = index
    setCurrent(name)
    virtual.scrollToIndex(index)
  }

  // A folder that was opened by a key gets the focus once it is there, at the entry that the person came from or the
  // first one.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || entries.length === 0) return
    begun.current = true
    if (focusOn !== null)
      goTo(
        Math.max(
          0,
          entries.findIndex(({ name }) => name === focusOn),
        ),
      )
  })
  useEffect(() => {
    if (wanted.current === null) return
    const row = grid.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  })

  /** Where a key leads from a row; a page is as many rows as fit. */
  const placeOf = (key: string, index: number): number | undefined => {
    const page = Math.max(1, Math.floor((scroller?.clientHeight ?? rowHeight) / rowHeight) - 1 - pageOverlap)
    if (key === 'PageDown') return Math.min(index + page, entries.length - 1)
    if (key === 'PageUp') return Math.max(index - page, 0)
    return placeAfter(key, index, entries.length)
  }

  /** Keys that tick: all, none, or the row. True where the key was one of them. */
  const onPickKey = (event: React.KeyboardEvent, entry: FileEntry | undefined): boolean => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') picks.all()
    else if (event.key === 'Escape' && picks.picked.size > 0) picks.clear()
    else if (event.key === ' ' && entry !== undefined) picks.pick(entry.name, event.shiftKey)
    else return false
    return true
  }

  /** Keys that move, sideways through the buttons of the row or to another one. True where the key was one of them. */
  const onMoveKey = (event: React.KeyboardEvent, row: HTMLElement, entry: FileEntry, index: number): boolean => {
    const step = sideways.get(event.key)
    if (step !== undefined) {
      beside(row, event.target as HTMLElement, step)?.focus()
      return true
    }
    const place = placeOf(event.key, index)
    const next = place === undefined ? undefined : entries[place]
    if (place === undefined || next === undefined) return false
    if (event.shiftKey) picks.extend(entry.name, next.name)
    goTo(place)
    return true
  }

  /** Keys that do something with the row. True where the key was one of them. */
  const onActKey = (key: string, entry: FileEntry): boolean => {
    const act = keys.get(key)
    if (act !== undefined) props.onKey(act, entry)
    else if (key === 'Enter') props.onOpen(entry)
    else if (key.length === 1 && key !== ' ') props.onType(key)
    else return false
    return true
  }

  const onContextMenu = (event: React.MouseEvent | React.KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const entry = entries[Number(row?.dataset.index)]
    const request = row && rowMenu(event, row)
    if (entry === undefined || request === null) return
    event.preventDefault()
    props.onMenu(entry, request)
  }

  const onKeyDown = (event: React.KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const index = Number(row?.dataset.index)
    const entry = entries[index]
    if (isMenuKey(event)) return onContextMenu(event)
    if (onPickKey(event, row === event.target ? entry : undefined)) return event.preventDefault()
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (row === null || entry === undefined || hasModifier) return
    const isDone = onMoveKey(event, row, entry, index) || (row === event.target && onActKey(event.key, entry))
    if (isDone) event.preventDefault()
  }

  return (
    <div
      ref={grid}
      data-picking={picks.picked.size > 0 || undefined}
      role="grid"
      aria-label="Files"
      aria-rowcount={entries.length + 1}
    >
      <FileHead
        sort={sort}
        ticked={picks.ticked}
        onSort={onSort}
        onTickAll={() => (picks.ticked === 'all' ? picks.clear() : picks.all())}
      />
      <div
        role="rowgroup"
        className={gridStyles.rows}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onContextMenu={onContextMenu}
        onFocus={(event) => {
          const row = event.target.closest<HTMLElement>('[data-index]')
          setCurrent(entries[Number(row?.dataset.index)]?.name ?? null)
        }}
      >
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const entry = entries[index]
          if (entry === undefined) return null
          return (
            <FileRow
              key={key}
              entry={entry}
              index={index}
              top={start - headHeight}
              isCurrent={index === reachable}
              isPicked={picks.picked.has(entry.name)}
              isOpen={entry.name === open}
              hasMenu={entry.name === menuOf}
              now={now - (now % 60_000)}
              list={latest}
            />
          )
        })}
      </div>
    </div>
  )
}

type FileHeadProps = {
  sort: FileSort
  ticked: 'none' | 'some' | 'all'
  onSort: (by: FileSort['by']) => void
  onTickAll: () => void
}

/** The column heads, which sort the list. */
function FileHead({ sort, ticked, onSort, onTickAll }: FileHeadProps) {
  // Names begin with A; sizes and times with the largest.
  const order = (sort.by === 'name') !== sort.reversed ? 'ascending' : 'descending'
  const head = (name: string, by: FileSort['by']) => (
    <SortHead name={name} column={by} order={sort.by === by ? order : null} onSort={() => onSort(by)} />
  )
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" className={`${gridStyles.head} ${styles.columns}`}>
        <TickAll label="Select all listed" ticked={ticked} onTickAll={onTickAll} />
        {head('Name', 'name')}
        {head('Size', 'size')}
        {head('Changed', 'modified')}
        <span role="columnheader">
          <span className={visually.hidden}>Actions</span>
        </span>
      </div>
    </div>
  )
}
