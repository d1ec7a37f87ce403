import { useId } from 'react'
import { useClient } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
import { focusList } from '../../ui/focus.ts'
import { count } from '../../ui/format.ts'
import styles from './bulk-parts.module.css'
import type { Out } from './eligibility.ts'

/** The servers that are skipped, each with its reason. */
export function LeftOut({ out }: { out: readonly Out[] }) {
  if (out.length === 0) return null
  return (
    <details className={styles.leftOut} open={out.length <= 3}>
      <summary>{count(out.length, 'server')} skipped</summary>
      <ul>
        {out.map(({ name, reason }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list is drawn as a whole
          <li key={i}>
            <span className={styles.name}>{name}</span> {reason}
          </li>
        ))}
      </ul>
    </details>
  )
}

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

/**
 * What follows an action that was begun on the selection: its dialog closes, the selection ends, the list has the
 * focus.
 */
export function useSelectionEnd(onClose: () => void): () => void {
  const { view } = useClient()
  return () => {
    onClose()
    view.setState({ picked: [] })
    focusList()
  }
}
