import { useEffect, useRef } from 'react'
import type { Compare, CompareGiven } from './compare.ts'
import styles from './Editor.module.css'

type CompareViewProps = {
  given: CompareGiven
  /** Nothing can be changed for now. */
  isStill?: boolean
  /** Told of each change of the right text. */
  onEdit?: (() => void) | undefined
  /** Told of the two texts once they are shown, and with null when they are gone. */
  onCompare: (compare: Compare | null) => void
}

/** Two texts beside each other. Others want another `key`. */
export function CompareView({ given, isStill = false, onEdit, onCompare }: CompareViewProps) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef({ onCompare, onEdit })
  latest.current = { onCompare, onEdit }
  const first = useRef(given)
  useEffect(() => {
    let compare: Compare | null = null
    let isGone = false
    void import('./compare.ts')
      .then(({ openCompare }) =>
        isGone || host.current === null
          ? null
          : openCompare(host.current, first.current, () => latest.current.onEdit?.()),
      )
      .then((made) => {
        if (made === null) return
        if (isGone) return made.dispose()
        compare = made
        latest.current.onCompare(made)
      })
    return () => {
      isGone = true
      latest.current.onCompare(null)
      compare?.dispose()
    }
  }, [])
  return (
    <div className={styles.compare}>
      <div className={styles.sides} aria-hidden="true">
        <span>{given.left.label}</span>
        <span>{given.right.label}</span>
      </div>
      <div ref={host} inert={isStill} className={styles.text} />
    </div>
  )
}
