// biome-ignore-all lint/a11y/useSemanticElements: cells of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { memo } from 'react'
import type { FileEntry } from '../../../shared/files/contract.ts'
import type { FileName as Name } from '../../../shared/files/files.ts'
import { ActionsCell, GridRow, PickCell } from '../../ui/Grid.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { GridRowProps } from '../../ui/use-grid.ts'
import visually from '../../ui/visually.module.css'
import { changedText, kindOf, kindText, sizeText } from './entries/file-words.ts'
import { FileName } from './entries/Names.tsx'
import { oddText, readableName } from './entries/names.ts'
import styles from './FileList.module.css'

/** @param now to the minute, in unix milliseconds */
type FileRowProps = GridRowProps<Name> & { entry: FileEntry; now: number }

/** One entry of a folder. */
export const FileRow = memo(function FileRow({ entry, now, ...of }: FileRowProps) {
  const { name } = entry
  const readable = readableName(name)
  return (
    <GridRow of={of} className={`${styles.columns} ${styles.row}`} data-folder={!entry.isFile || undefined}>
      <PickCell of={of} name={readable} className={styles.pick}>
        <Icon name={kindOf(entry) === 'folder' ? 'folder' : 'file'} />
      </PickCell>
      <div
        role="rowheader"
        data-cut
        className={styles.name}
        title={[readable, oddText(name), entry.isSymlink ? 'It is a link.' : null].filter(Boolean).join(' · ')}
      >
        <span className={visually.hidden}>{kindText(entry)} </span>
        <FileName name={name} />
        {entry.isSymlink && <small> link</small>}
      </div>
      <div role="gridcell" data-text="note" data-cut data-column="size">
        {sizeText(entry)}
      </div>
      <div role="gridcell" data-text="note" data-cut data-column="modified">
        {changedText(entry, now)}
      </div>
      <ActionsCell of={of} name={readable} className={styles.menu} />
    </GridRow>
  )
})
