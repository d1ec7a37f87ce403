import visually from '../../ui/visually.module.css'
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

/** Two lines in one cell: what it is, and in a `small` what more there is to say. */
export function AreaLines({ children }: { children: React.ReactNode }) {
  return <span className={styles.lines}>{children}</span>
}
