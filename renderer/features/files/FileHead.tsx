// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus
import { SortHead, TickAll } from '../../ui/GridHead.tsx'
import gridStyles from '../../ui/grid.module.css'
import visually from '../../ui/visually.module.css'
import type { FileSort } from './entries/file-list.ts'
import styles from './FileList.module.css'

type FileHeadProps = {
  sort: FileSort
  ticked: 'none' | 'some' | 'all'
  onSort: (by: FileSort['by']) => void
  onTickAll: () => void
}

/** The column heads, which sort the list. */
export function FileHead({ sort, ticked, onSort, onTickAll }: FileHeadProps) {
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
