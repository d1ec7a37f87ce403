import { tryAgain } from '../../parts/again.ts'
import { failed } from '../../parts/area/area-words.ts'
import type { Asked } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './AccountDialog.module.css'

type AskedPartProps<T> = { asked: Asked<T>; children: (value: T) => React.ReactNode }

/** What was asked of the panel; until then that it is asked; why nothing came, or nothing newer. */
export function AskedPart<T>({ asked, children }: AskedPartProps<T>) {
  const { value, error } = asked
  if (value === null && error === null) return <p className={styles.note}>Asking the panel…</p>
  const told = error && failed(value === null ? '' : 'This could not be read again.', error)
  return (
    <>
      {told && (
        <Notice tone="bad" message={told.message} hint={told.hint}>
          <Button aria-disabled={asked.isAsking} onClick={asked.again}>
            {tryAgain}
          </Button>
        </Notice>
      )}
      {value !== null && children(value)}
    </>
  )
}
