import { useEffect, useRef } from 'react'
import type { Compare, CompareGiven } from './compare.ts'
import styles from './Editor.module.css'

type CompareViewProps = {
  given: CompareGiven
  /** Told of the two texts once they are shown, and with null when they are gone. */
  onCompare: (compare: Compare | null) => void
}

/** Two texts beside each other. Others want another `key`. */
export function CompareView({ given, onCompare }: CompareViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(onCompare)
  latest.current = onCompare
  const first = useRef(given)
  useEffect(() => {
    let compare: Compare | null = null
    let isGone = false
    void import('./compare.ts')
      .then(({ openCompare }) => (isGone || host.current === null ? null : openCompare(host.current, first.current)))
      .then((made) => {
        if (made === null) return
        if (isGone) return made.dispose()
        compare = made
        latest.current(made)
      })
    return () => {
      isGone = true
      latest.current(null)
      compare?.dispose()
    }
  }, [])
  return (
    <div className={styles.compare}>
      <div className={styles.sides} aria-hidden="true">
        <span>{given.left.label}</span>
        <span>{given.right.label}</span>
      </div>
      <div ref={host} className={styles.text} />
    </div>
  )
}
