// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { memo } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import gridStyles from '../../ui/grid.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { type MenuRequest, MenuTrigger } from '../../ui/MenuTrigger.tsx'
import visually from '../../ui/visually.module.css'
import { changedText, kindOf, kindText, sizeText } from './entries/file-words.ts'
import { FileName } from './entries/Names.tsx'
import { oddText, readableName } from './entries/names.ts'
import styles from './FileList.module.css'
import type { FilePicks } from './use-listed-files.ts'

type FileRowProps = {
  entry: FileEntry
  /** Its number in the list, from 0. */
  index: number
  /** Its vertical position in the list, in pixels. */
  top: number
  /** True for the one row that Tab reaches. */
  isCurrent: boolean
  isPicked: boolean
  /** It is shown beside the list. */
  isOpen: boolean
  hasMenu: boolean
  /** To the minute, in unix milliseconds. */
  now: number
  /** The list as it is by then, which takes what is pressed. */
  list: React.RefObject<{
    picks: Pick<FilePicks, 'pick'>
    onOpen: (entry: FileEntry) => void
    onMenu: (entry: FileEntry, request: MenuRequest) => void
  }>
}

/** One entry of a folder. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { entry, index, top, isCurrent, isPicked, isOpen, hasMenu, now, list } = props
  const { name } = entry
  const readable = readableName(name)
  const tabIndex = isCurrent ? 0 : -1
  const onClick = (event: React.MouseEvent) => {
    if (event.shiftKey) list.current.picks.pick(name, true)
    else if (event.ctrlKey || event.metaKey) list.current.picks.pick(name, false)
    else list.current.onOpen(entry)
  }
  return (
    // The list handles the keys of all rows; Enter on a row does what a click on it does.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid's key handler covers Enter
    <div
      role="row"
      className={`${gridStyles.row} ${styles.columns} ${styles.row}`}
      data-index={index}
      data-picked={isPicked || undefined}
      data-folder={!entry.isFile || undefined}
      style={{ top }}
      aria-rowindex={index + 2}
      tabIndex={tabIndex}
      aria-selected={isOpen}
      onClick={onClick}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the box from opening the row */}
      <div role="gridcell" className={`${gridStyles.pick} ${styles.pick}`} onClick={(event) => event.stopPropagation()}>
        <Icon name={kindOf(entry) === 'folder' ? 'folder' : 'file'} />
        <input
          type="checkbox"
          aria-label={`Select ${readable}`}
          // Not reached by Tab: Space on the row does the same.
          tabIndex={-1}
          checked={isPicked}
          onChange={(event) => list.current.picks.pick(name, (event.nativeEvent as MouseEvent).shiftKey)}
        />
      </div>
      <div
        role="rowheader"
        data-cut
        className={styles.name}
        title={[readable, oddText(name), entry.isSymlink ? 'It is a link.' : null].filter(Boolean).join(' · ')}
      >
        <span className={visually.hidden}>{kindText(entry)} </span>
        <FileName name={name} />
        {entry.isSymlink && <em> link</em>}
      </div>
      <div role="gridcell" className={styles.cell} data-cut data-column="size">
        {sizeText(entry)}
      </div>
      <div role="gridcell" className={styles.cell} data-cut data-column="modified">
        {changedText(entry, now)}
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the button from opening the row */}
      <div role="gridcell" className={styles.menu} onClick={(event) => event.stopPropagation()}>
        <MenuTrigger
          icon="more"
          label={`More for ${readable}`}
          tabIndex={tabIndex}
          isOpen={hasMenu}
          onOpen={(request) => list.current.onMenu(entry, request)}
        />
      </div>
    </div>
  )
})
