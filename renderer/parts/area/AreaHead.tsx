import barStyles from '../../ui/bar.module.css'
import styles from './AreaHead.module.css'

/** The bar of an area: a sentence of fact, and at its end what is done most. */
export function AreaHead({ fact, children }: { fact: React.ReactNode; children: React.ReactNode }) {
  return (
    <div className={`${barStyles.bar} ${styles.head}`}>
      <p className={barStyles.fact}>{fact}</p>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

/** The fact of an area's bar: the first text counts most, and those that are null are left out. */
export function AreaFact({ first, more }: { first: React.ReactNode; more: readonly (string | null)[] }) {
  return (
    <>
      <strong>{first}</strong>
      {more.filter((text) => text !== null).map((text) => ` · ${text}`)}
    </>
  )
}
