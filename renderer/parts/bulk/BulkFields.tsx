import { useClient } from '../../state/hooks.ts'
import { Select } from '../../ui/Choice.tsx'
import { focusList } from '../../ui/focus.ts'
import { count } from '../../ui/format.ts'
import styles from './bulk-parts.module.css'
import type { Out } from './eligibility.ts'

/** The servers that are skipped, each with its reason. */
export function LeftOut({ out }: { out: readonly Out[] }) {
  if (out.length === 0) return null
  return (
    <details className={styles.leftOut} data-text="small" open={out.length <= 3}>
      <summary>{count(out.length, 'server')} skipped</summary>
      <ul data-tone="calm" data-scroll>
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

const paces: readonly (readonly [number | null, string])[] = [
  [null, 'until each is done'],
  ...[1, 2, 5, 10, 30, 60, 300].map((n) => [n * 1_000, n < 60 ? `${n} s` : `${n / 60} min`] as const),
]

type PaceProps = {
  /** Milliseconds from one server to the next; null to wait for each one's outcome. */
  value: number | null
  onChange: (value: number | null) => void
}

/** How the servers follow one another: each after the one before is done, or at a fixed pace. */
export function Pace({ value, onChange }: PaceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the choice is a control
    <label className={styles.pace} data-flex="s2" data-text="small">
      <span>Wait between servers</span>
      <Select label="Wait between servers" options={paces} value={value} onChange={onChange} />
    </label>
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
