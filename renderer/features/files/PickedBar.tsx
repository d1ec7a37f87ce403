import { stopped } from '../../parts/area/stopped.ts'
import type { MenuAct } from '../../ui/ActionMenu.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import styles from './FilesArea.module.css'

type ActButtonProps = { act: MenuAct } & Pick<React.ComponentProps<typeof Button>, 'look' | 'className'>

/** An act of a menu as a button, with why it can't be done. */
export function ActButton({ act: { label, why = null, bad = false, onClick }, ...more }: ActButtonProps) {
  return (
    <Button {...(bad && { look: 'bad' })} {...more} {...stopped(why)} onClick={() => why === null && onClick()}>
      {label}
    </Button>
  )
}

/** What can be done with the entries that are ticked. */
export function PickedBar({ count, acts, onClear }: { count: number; acts: readonly MenuAct[]; onClear: () => void }) {
  return (
    <section
      className={styles.picked}
      data-flex=""
      data-text="small"
      data-edge="top"
      data-shade
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
      <div data-flex="gap" data-wrap>
        {acts.map((act) => (
          <ActButton key={act.label} act={act} />
        ))}
      </div>
      <IconButton icon="close" label="Clear the selection" data-end onClick={onClear} />
    </section>
  )
}
