import styles from './Progress.module.css'

type ProgressProps = {
  label: string
  /** How much there is in all, and how much is done; null where nobody knows. */
  max: number | null
  value: number
}

/** How far something is, or only that it goes on. */
export function Progress({ label, max, value }: ProgressProps) {
  return <progress className={styles.progress} aria-label={label} {...(max !== null && max > 0 && { max, value })} />
}
