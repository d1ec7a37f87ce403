import { Button } from '../../ui/Button.tsx'
import barStyles from '../../ui/bar.module.css'
import styles from './SaveBar.module.css'
import { countText } from './startup-edits.ts'

type SaveBarProps = {
  changes: number
  /** How many values are not allowed as they are. */
  wrong: number
  isSaving: boolean
  /** Why the server can't be restarted now, in a few words; null where it can. */
  stop: string | null
  onDiscard: () => void
  onSave: () => void
  onSaveAndRestart: () => void
}

/** What is changed and not saved, and what can be done with it. */
export function SaveBar({ changes, wrong, isSaving, stop, onDiscard, onSave, onSaveAndRestart }: SaveBarProps) {
  const isStopped = wrong > 0 || isSaving
  return (
    <section className={`${barStyles.bar} ${styles.bar}`} aria-label="Changes">
      <p role="status" className={barStyles.fact}>
        <strong>{countText(changes)}</strong>
        {wrong > 0 ? (
          <span data-tone="bad"> · {wrong} not allowed as typed</span>
        ) : (
          <span>, used at the next start</span>
        )}
      </p>
      <Button aria-disabled={isSaving} onClick={() => isSaving || onDiscard()}>
        Discard
      </Button>
      <Button look={stop === null ? 'plain' : 'go'} aria-disabled={isStopped} onClick={() => isStopped || onSave()}>
        {isSaving ? 'Saving…' : 'Save'}
      </Button>
      {stop === null && (
        <Button look="go" aria-disabled={isStopped} onClick={() => isStopped || onSaveAndRestart()}>
          Save and restart with warning…
        </Button>
      )}
    </section>
  )
}
