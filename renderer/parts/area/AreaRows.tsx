import { Empty } from '../../ui/Empty.tsx'
import visually from '../../ui/visually.module.css'
import areaStyles from './Area.module.css'
import styles from './AreaRows.module.css'

/** A column of an area's rows, as wide as what stands in it; without that it takes what is left. */
export type AreaColumn = { readonly name: string; readonly holds?: 'state' | 'amount' | 'time' | 'menu' }

type AreaRowsProps = { label: string; columns: readonly AreaColumn[]; children: React.ReactNode }

/** Rows of 40 px. What the columns are is said to screen readers; what stands in them shows it. */
export function AreaRows({ label, columns, children }: AreaRowsProps) {
  return (
    <table className={styles.rows} aria-label={label}>
      <colgroup>
        {columns.map(({ name, holds }) => (
          <col key={name} data-holds={holds} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th key={name} scope="col">
              <span className={visually.hidden}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

type AreaListProps<T> = {
  label: string
  columns: readonly AreaColumn[]
  rows: readonly T[]
  /** Draws one. */
  children: (row: T) => React.ReactNode
  /** Said where there are none. */
  empty: { readonly title: string; readonly text: string }
  /** Number of entries that could not be read. */
  leftOut: number
  /** Said below; null for nothing. */
  foot: string | null
}

/** The rows of an area, what is said where there are none, and what is to be known of them all. */
export function AreaList<T>({ label, columns, rows, children, empty, leftOut, foot }: AreaListProps<T>) {
  return (
    <>
      {rows.length === 0 && leftOut === 0 ? (
        <Empty {...empty} />
      ) : (
        <AreaRows label={label} columns={columns}>
          {rows.map(children)}
        </AreaRows>
      )}
      {leftOut > 0 && <p className={areaStyles.foot}>{leftOut} more could not be read.</p>}
      {foot !== null && <p className={areaStyles.foot}>{foot}</p>}
    </>
  )
}

/** Two lines in one cell: what it is, and in a `small` what more there is to say. */
export function AreaLines({ children }: { children: React.ReactNode }) {
  return (
    <span className={styles.lines} data-fill data-stack="">
      {children}
    </span>
  )
}
