import { toldOf } from '../../parts/area/area-words.ts'
import type { Asked } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './AccountDialog.module.css'

/** What was asked of the panel, until then that it is asked, or why nothing came. */
export function AskedPart<T>({ asked, children }: { asked: Asked<T>; children: (value: T) => React.ReactNode }) {
  if (asked.value !== null) return children(asked.value)
  if (asked.error === null) return <p className={styles.note}>Asking the panel…</p>
  const { message, hint } = toldOf(asked.error)
  return (
    <Notice tone="bad" message={message} hint={hint}>
      <Button aria-disabled={asked.isAsking} onClick={asked.again}>
        Try again
      </Button>
    </Notice>
  )
}
