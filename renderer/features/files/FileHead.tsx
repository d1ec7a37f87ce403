// biome-ignore-all lint/a11y/useSemanticElements: a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus
import { Icon } from '../../ui/Icon.tsx'
import visually from '../../ui/visually.module.css'
import styles from './FileList.module.css'
import type { FileSort } from './file-list.ts'

type SortHeadProps = { name: string; by: FileSort['by']; sort: FileSort; onSort: (by: FileSort['by']) => void }

function SortHead({ name, by, sort, onSort }: SortHeadProps) {
  const isOn = sort.by === by
  // Names begin with A; sizes and times with the largest.
  const isAscending = (by === 'name') !== sort.reversed
  return (
    <span role="columnheader" data-column={by} {...(isOn && { 'aria-sort': isAscending ? 'ascending' : 'descending' })}>
      <button type="button" onClick={() => onSort(by)}>
        {name}
        {isOn && <Icon name={isAscending ? 'up' : 'down'} />}
      </button>
    </span>
  )
}

type FileHeadProps = {
  sort: FileSort
  ticked: 'none' | 'some' | 'all'
  onSort: (by: FileSort['by']) => void
  onTickAll: () => void
}

/** The column heads, which sort the list. */
export function FileHead({ sort, ticked, onSort, onTickAll }: FileHeadProps) {
  return (
    <div role="rowgroup" className={styles.headGroup}>
      <div role="row" className={`${styles.columns} ${styles.head}`}>
        <span role="columnheader" className={styles.pick}>
          <input
            ref={(box) => {
              if (box !== null) box.indeterminate = ticked === 'some'
            }}
            type="checkbox"
            aria-label="Select all listed"
            checked={ticked === 'all'}
            onChange={onTickAll}
          />
        </span>
        <SortHead name="Name" by="name" sort={sort} onSort={onSort} />
        <SortHead name="Size" by="size" sort={sort} onSort={onSort} />
        <SortHead name="Changed" by="modified" sort={sort} onSort={onSort} />
        <span role="columnheader">
          <span className={visually.hidden}>Actions</span>
        </span>
      </div>
    </div>
  )
}
