import { stopped } from '../../parts/area/stopped.ts'
import type { MenuAct } from '../../ui/ActionMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import styles from './FilesArea.module.css'

/** What can be done with the entries that are ticked. */
export function PickedBar({ count, acts, onClear }: { count: number; acts: readonly MenuAct[]; onClear: () => void }) {
  return (
    <section
      className={styles.picked}
      aria-label="Selected files"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        onClear()
      }}
    >
      <p>
        <strong>{count.toLocaleString('en')} selected</strong>
      </p>
      <div className={styles.buttons}>
        {acts.map(({ label, why = null, bad = false, onClick }) => (
          <Button key={label} {...(bad && { look: 'bad' })} {...stopped(why)} onClick={() => why === null && onClick()}>
            {label}
          </Button>
        ))}
      </div>
      <IconButton icon="close" label="Clear the selection" onClick={onClear} />
    </section>
  )
}
