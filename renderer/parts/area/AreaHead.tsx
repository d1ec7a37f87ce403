import barStyles from '../../ui/bar.module.css'
import styles from './Area.module.css'

/** The bar of an area: a sentence of fact, and at its end what is done most. */
export function AreaHead({ fact, children }: { fact: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={`${barStyles.bar} ${styles.head}`}>
      <p className={barStyles.fact} data-cut>
        {fact}
      </p>
      <div className={barStyles.actions}>{children}</div>
    </div>
  )
}

/**
 * The fact of an area's bar: the first text counts most, and those that are null are left out. What has no room is in a
 * tooltip.
 */
export function AreaFact({ first, more }: { first: string | null; more: readonly (string | null)[] }) {
  const others = more.filter((text) => text !== null)
  return (
    <span title={[first, ...others].join(' · ')}>
      <strong>{first}</strong>
      {others.map((text) => ` · ${text}`)}
    </span>
  )
}
