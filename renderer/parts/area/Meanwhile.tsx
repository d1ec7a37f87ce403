import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Meanwhile.module.css'
import type { Difference } from './use-seen.ts'

type MeanwhileProps = {
  /** What was changed: `schedule`, `task`, `user`. */
  what: string
  differences: readonly Difference[]
  /** Shows what is there now instead. */
  onTheirs: () => void
}

/** Says that somebody else changed what is edited, and shows both. Saving again is the person's choice. */
export function Meanwhile({ what, differences, onTheirs }: MeanwhileProps) {
  const box = useRef<HTMLDivElement>(null)
  // It may come below what is in sight of a small window. Newer Chromium answers with a promise, which an effect must
  // not return.
  useEffect(() => {
    void box.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={box} className={styles.meanwhile}>
      <Notice
        tone="bad"
        message={`Somebody changed this ${what} meanwhile, so nothing was saved.`}
        hint="Save again to have it your way, or take theirs."
      >
        <Button onClick={onTheirs}>Take theirs</Button>
      </Notice>
      {differences.length > 0 && (
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col">Now on the panel</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ name, theirs, mine }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{theirs}</td>
                <td>{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
