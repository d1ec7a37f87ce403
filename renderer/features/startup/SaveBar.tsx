import { capitalised } from '../../../shared/model/text.ts'
import { Button } from '../../ui/Button.tsx'
import barStyles from '../../ui/bar.module.css'
import { count } from '../../ui/format.ts'
import styles from './SaveBar.module.css'

type SaveBarProps = {
  changes: number
  /** How many values are not allowed as they are. */
  wrong: number
  isSaving: boolean
  /** What the panel does with the server that keeps it from changes, in a few words; null for nothing. */
  held: string | null
  /** Null for a server that is off; `stop` is why it can't be restarted now, in a few words; null where it can. */
  restart: { readonly stop: string | null } | null
  onDiscard: () => void
  onSave: () => void
  onSaveAndRestart: () => void
}

/** What is changed and not saved, and what can be done with it. */
export function SaveBar({
  changes,
  wrong,
  isSaving,
  held,
  restart,
  onDiscard,
  onSave,
  onSaveAndRestart,
}: SaveBarProps) {
  const isStopped = wrong > 0 || isSaving || held !== null
  const restartStop = held ?? restart?.stop ?? null
  const canRestart = restart !== null && restartStop === null
  return (
    <section className={`${barStyles.bar} ${styles.bar}`} aria-label="Changes">
      <p role="status" className={barStyles.fact}>
        <strong>{count(changes, 'change')}</strong>
        {wrong > 0 ? (
          <span data-tone="bad"> · {wrong} not allowed as typed</span>
        ) : (
          <span>, used at the next start</span>
        )}
      </p>
      <Button aria-disabled={isSaving} onClick={() => isSaving || onDiscard()}>
        Discard
      </Button>
      <Button
        look={canRestart ? 'plain' : 'go'}
        aria-disabled={isStopped}
        title={held === null ? undefined : `${capitalised(held)}.`}
        onClick={() => isStopped || onSave()}
      >
        {isSaving ? 'Saving…' : 'Save'}
      </Button>
      {restart !== null && (
        <Button
          look={canRestart ? 'go' : 'plain'}
          aria-disabled={isStopped || !canRestart}
          title={restartStop === null ? undefined : `${capitalised(restartStop)}.`}
          onClick={() => isStopped || !canRestart || onSaveAndRestart()}
        >
          Save and restart with warning…
        </Button>
      )}
    </section>
  )
}
