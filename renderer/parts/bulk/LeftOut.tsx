import { count } from '../../ui/format.ts'
import type { Out } from './eligibility.ts'
import styles from './LeftOut.module.css'

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
