// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus

import { useEffect, useRef } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName } from '../../../shared/files/files.ts'
import { useNow } from '../../state/hooks.ts'
import { Grid, SortHead, TickAll } from '../../ui/Grid.tsx'
import type { MenuRequest } from '../../ui/MenuTrigger.tsx'
import { useGrid } from '../../ui/use-grid.ts'
import visually from '../../ui/visually.module.css'
import styles from './FileList.module.css'
import { FileRow } from './FileRow.tsx'
import type { ListedFiles } from './use-listed-files.ts'

/** In pixels, as in the style sheet. */
const rowHeight = 32

/** What a key asks for beside moving and ticking. */
export type ListKey = 'up' | 'remove' | 'rename'

const keys: ReadonlyMap<string, ListKey> = new Map([
  ['Backspace', 'up'],
  ['Delete', 'remove'],
  ['F2', 'rename'],
])

type FileListProps = {
  files: ListedFiles
  /** The element that scrolls. */
  scroller: HTMLElement | null
  /** The entry that is shown beside the list. */
  open: FileName | null
  menuOf: FileName | null
  onOpen: (entry: FileEntry) => void
  onMenu: (entry: FileEntry, request: MenuRequest) => void
  onKey: (key: ListKey, entry: FileEntry) => void
}

/**
 * The entries of a folder as a grid: beside the keys of every grid, Enter opens, Backspace leads to the folder above,
 * and letters begin a filter.
 */
export function FileList({ files, scroller, open, menuOf, onOpen, onMenu, onKey }: FileListProps) {
  const { shown, sort, picks } = files
  const { at } = files.start
  const now = useNow(60_000)
  const withEntry = (name: FileName, act: (entry: FileEntry) => void) => {
    const entry = shown.find((one) => one.name === name)
    if (entry !== undefined) act(entry)
  }
  const grid = useGrid({
    rows: files.names,
    heightOf: () => rowHeight,
    scroller,
    start: at === 'first' ? null : at,
    open,
    menuOf,
    picks,
    hasLongMoves: true,
    onOpen: (name) => withEntry(name, onOpen),
    onMenu: (name, request) => withEntry(name, (entry) => onMenu(entry, request)),
    onKey(key, name) {
      const act = keys.get(key)
      if (act !== undefined) withEntry(name, (entry) => onKey(act, entry))
      else if (key === 'Enter') withEntry(name, onOpen)
      else if (key.length === 1 && key !== ' ') files.filterBy(key)
      else return false
      return true
    },
  })

  // A folder that was opened by a key has the focus at once, at the entry that the person came from or the first one,
  // unless that is elsewhere by now: somebody types there.
  const isNew = useRef(at !== null)
  useEffect(() => {
    if (isNew.current && document.activeElement?.contains(grid.gridProps.ref.current)) grid.focus()
    isNew.current = false
  })

  const head = (name: string, by: typeof sort.by) => <SortHead name={name} by={by} sort={sort} onSort={files.sortBy} />
  const heads = (
    <>
      <TickAll label="Select all listed" ticked={files.ticked} onTickAll={files.tickAll} />
      {head('Name', 'name')}
      {head('Size', 'size')}
      {head('Changed', 'modified')}
      <span role="columnheader">
        <span className={visually.hidden}>Actions</span>
      </span>
    </>
  )
  return (
    <Grid grid={grid} aria-label="Files" heads={heads} columns={styles.columns}>
      {(line, top) => {
        const entry = shown[line]
        return entry && <FileRow {...grid.row(entry.name, top)} entry={entry} now={now - (now % 60_000)} />
      }}
    </Grid>
  )
}
