import { useElapsed } from '../../../state/hooks.ts'
import styles from './Editor.module.css'

/** Says what is waited for, once it takes a while. */
export function Waiting({ words }: { words: string }) {
  const isLate = useElapsed(300)
  return (
    <div role="status" aria-label={words} className={styles.waiting}>
      {isLate && <p>{words}</p>}
    </div>
  )
}
