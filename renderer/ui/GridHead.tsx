// biome-ignore-all lint/a11y/useSemanticElements: parts of a line of an ARIA grid
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the heads take the focus
import styles from './grid.module.css'
import { Icon } from './Icon.tsx'

type SortHeadProps = {
  name: string
  /** What the style sheet knows the column by. */
  column: string
  /** How the list is sorted by it; null where it is sorted by another one. */
  order: 'ascending' | 'descending' | null
  onSort: () => void
}

/** The head of a column by which a grid can be sorted. */
export function SortHead({ name, column, order, onSort }: SortHeadProps) {
  return (
    <span role="columnheader" data-column={column} {...(order !== null && { 'aria-sort': order })}>
      <button type="button" className={styles.sort} onClick={onSort}>
        {name}
        {order !== null && <Icon name={order === 'ascending' ? 'up' : 'down'} />}
      </button>
    </span>
  )
}

type TickAllProps = { label: string; ticked: 'none' | 'some' | 'all'; onTickAll: () => void }

/** The head of the ticks: ticks all that is listed, or unticks it. */
export function TickAll({ label, ticked, onTickAll }: TickAllProps) {
  return (
    <span role="columnheader" className={styles.pick}>
      <input
        ref={(box) => {
          if (box !== null) box.indeterminate = ticked === 'some'
        }}
        type="checkbox"
        aria-label={label}
        checked={ticked === 'all'}
        onChange={onTickAll}
      />
    </span>
  )
}
