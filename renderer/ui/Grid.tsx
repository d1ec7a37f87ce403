// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the grid handles the keys of all rows
import { Fragment } from 'react'
import styles from './grid.module.css'
import { Icon } from './Icon.tsx'
import { MenuTrigger } from './MenuTrigger.tsx'
import type { GridRowProps, useGrid } from './use-grid.ts'

type GridProps<K extends string> = Omit<React.ComponentProps<'div'>, 'children'> & {
  grid: Pick<ReturnType<typeof useGrid<K>>, 'gridProps' | 'rowsProps' | 'inPage' | 'keyOf'>
  /** The column heads, and the class of the columns. */
  heads: React.ReactNode
  columns: string | undefined
  /** Draws a line at a vertical position in the list, in pixels. */
  children: (line: number, top: number) => React.ReactNode
}

/** A list as a grid below its column heads; see `useGrid`. */
export function Grid<K extends string>({ grid, heads, columns, children, ...more }: GridProps<K>) {
  return (
    <div {...more} {...grid.gridProps} role="grid">
      <div role="rowgroup" className={styles.heads}>
        <div role="row" className={`${styles.head} ${columns}`} data-edge="bottom">
          {heads}
        </div>
      </div>
      <div {...grid.rowsProps} role="rowgroup" className={styles.rows}>
        {grid.inPage.drawn.map(({ line, top }) => (
          <Fragment key={grid.keyOf(line)}>{children(line, top)}</Fragment>
        ))}
      </div>
    </div>
  )
}

type RowProps<K extends string> = React.ComponentProps<'div'> & { of: GridRowProps<K> }

/** A row of a grid: a click opens it, with Shift or Ctrl it ticks. */
export function GridRow<K extends string>({ of, className, ...more }: RowProps<K>) {
  const { row, top, place, isCurrent, isPicked, isOpen, list } = of
  const onClick = ({ shiftKey, ctrlKey, metaKey }: React.MouseEvent) => {
    if (shiftKey || ctrlKey || metaKey) list.current.picks.pick(row, shiftKey)
    else list.current.onOpen(row)
  }
  return (
    <div
      {...more}
      role="row"
      className={`${styles.row} ${className}`}
      data-hover
      data-picked={isPicked || undefined}
      data-row={row}
      style={{ top }}
      aria-rowindex={place}
      tabIndex={isCurrent ? 0 : -1}
      aria-selected={isOpen}
      onClick={onClick}
    />
  )
}

/** A cell whose clicks do not open the row. */
const OwnCell = (props: React.ComponentProps<'div'>) => (
  <div {...props} role="gridcell" onClick={(event) => event.stopPropagation()} />
)

type CellProps<K extends string> = React.ComponentProps<'div'> & { of: GridRowProps<K>; name: string }

/** The cell of the tick, which stands in the place of what the cell shows else. */
export const PickCell = <K extends string>({ of, name, className = '', children }: CellProps<K>) => (
  <OwnCell className={`${styles.pick} ${className}`} data-center>
    {children}
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      // Not reached by Tab: Space on the row does the same, and its buttons stay one key away.
      tabIndex={-1}
      checked={of.isPicked}
      onChange={(event) => of.list.current.picks.pick(of.row, (event.nativeEvent as MouseEvent).shiftKey)}
    />
  </OwnCell>
)

/** The cell of the buttons of a row, and of its menu. */
export const ActionsCell = <K extends string>({ of, name, children, ...more }: CellProps<K>) => (
  <OwnCell {...more}>
    {children}
    <MenuTrigger
      icon="more"
      label={`More for ${name}`}
      tabIndex={of.isCurrent ? 0 : -1}
      isOpen={of.hasMenu}
      onOpen={(request) => of.list.current.onMenu(of.row, request)}
    />
  </OwnCell>
)

type Sort<By> = { readonly by: By; readonly reversed: boolean }
type SortHeadProps<By> = { name: string; by: By; sort: Sort<By>; onSort: (sort: Sort<By>) => void }

/** The head of a column: the first click sorts in the column's natural order, the second in reverse. */
export function SortHead<By extends string>({ name, by, sort, onSort }: SortHeadProps<By>) {
  const isOn = sort.by === by
  // Names begin with A, values with the largest.
  const order = (by === 'name') !== sort.reversed ? 'ascending' : 'descending'
  return (
    <span role="columnheader" data-column={by} {...(isOn && { 'aria-sort': order })}>
      <button type="button" className={styles.sort} onClick={() => onSort({ by, reversed: isOn && !sort.reversed })}>
        {name}
        {isOn && <Icon name={order === 'ascending' ? 'up' : 'down'} size={12} />}
      </button>
    </span>
  )
}

type TickAllProps = { label: string; ticked: 'none' | 'some' | 'all'; onTickAll: () => void }

/** The head of the ticks: ticks all that is listed, or unticks it. */
export function TickAll({ label, ticked, onTickAll }: TickAllProps) {
  return (
    <span role="columnheader" className={styles.pick} data-center>
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
