import { useId } from 'react'
import controlStyles from '../../ui/controls.module.css'
import styles from './Pace.module.css'

const seconds = [1, 2, 5, 10, 30, 60, 300] as const

type PaceProps = {
  /** Milliseconds from one server to the next; null to wait for each one's outcome. */
  value: number | null
  onChange: (value: number | null) => void
}

/** How the servers follow one another: each after the one before is done, or at a fixed pace. */
export function Pace({ value, onChange }: PaceProps) {
  const id = useId()
  return (
    <div className={styles.pace}>
      <label htmlFor={id}>Wait between servers</label>
      <select
        id={id}
        className={controlStyles.select}
        value={value ?? 'outcome'}
        onChange={(event) => onChange(event.target.value === 'outcome' ? null : Number(event.target.value))}
      >
        <option value="outcome">until each is done</option>
        {seconds.map((n) => (
          <option key={n} value={n * 1_000}>
            {n < 60 ? `${n} s` : `${n / 60} min`}
          </option>
        ))}
      </select>
    </div>
  )
}
