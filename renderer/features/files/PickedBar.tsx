import { capitalised } from '../../../shared/model/text.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import styles from './FilesArea.module.css'
import { type FolderChoices, whyNotAtOnce } from './file-choices.ts'

/** What is done with what is ticked. */
export type PickedAct = 'move' | 'compress' | 'chmod' | 'remove'

const acts: readonly { readonly act: PickedAct; readonly label: string }[] = [
  { act: 'move', label: 'Move…' },
  { act: 'compress', label: 'Compress' },
  { act: 'chmod', label: 'Permissions…' },
  { act: 'remove', label: 'Delete…' },
]

type PickedBarProps = {
  count: number
  choices: FolderChoices
  onAct: (act: PickedAct) => void
  onClear: () => void
  /** More buttons, before those that change something. */
  children?: React.ReactNode
}

/** What can be done with the entries that are ticked. */
export function PickedBar({ count, choices, onAct, onClear, children }: PickedBarProps) {
  const tooMany = whyNotAtOnce(count)
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
        {children}
        {acts.map(({ act, label }) => {
          const why = choices[act] ?? tooMany
          return (
            <Button
              key={act}
              {...(act === 'remove' && { look: 'bad' })}
              {...(why !== null && { 'aria-disabled': true, title: `${capitalised(why)}.` })}
              onClick={() => why === null && onAct(act)}
            >
              {label}
            </Button>
          )
        })}
      </div>
      <IconButton icon="close" label="Clear the selection" onClick={onClear} />
    </section>
  )
}
