import visually from '../../ui/visually.module.css'
import styles from './AreaRows.module.css'

/** A column of an area's rows; without a width it takes what is left. */
export type AreaColumn = { readonly name: string; readonly width?: number }

type AreaRowsProps = { label: string; columns: readonly AreaColumn[]; children: React.ReactNode }

/** Rows of 40 px. What the columns are is said to screen readers; what stands in them shows it. */
export function AreaRows({ label, columns, children }: AreaRowsProps) {
  return (
    <table className={styles.rows} aria-label={label}>
      <colgroup>
        {columns.map(({ name, width }) => (
          <col key={name} {...(width !== undefined && { style: { width } })} />
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
