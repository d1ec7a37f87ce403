import { useId } from 'react'
import controlStyles from '../../ui/controls.module.css'
import fieldStyles from '../../ui/Field.module.css'

const seconds = [1, 2, 5, 10, 30, 60, 300] as const

type PaceProps = {
  /** Milliseconds from one server to the next; null to wait for each one's outcome. */
  value: number | null
  onChange: (value: number | null) => void
}

/** How fast the servers follow one another. */
export function Pace({ value, onChange }: PaceProps) {
  const id = useId()
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>One after the other</label>
      <select
        id={id}
        className={controlStyles.select}
        value={value ?? 'outcome'}
        onChange={(event) => onChange(event.target.value === 'outcome' ? null : Number(event.target.value))}
      >
        <option value="outcome">when the one before is done</option>
        {seconds.map((n) => (
          <option key={n} value={n * 1_000}>
            every {n < 60 ? `${n} s` : `${n / 60} min`}
          </option>
        ))}
      </select>
    </div>
  )
}
