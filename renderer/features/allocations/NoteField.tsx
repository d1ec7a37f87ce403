import { useId } from 'react'
import { maxAllocationNotes } from '../../../shared/allocations/allocations.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import styles from './NoteField.module.css'
import { useNote } from './use-note.ts'

type NoteFieldProps = Parameters<typeof useNote>[0] & {
  /** Why it cannot be changed, in a few words; null where it can. */
  why: string | null
}

/** The note of an address, edited in place: Enter or leaving the field saves it, Escape takes back what was typed. */
export function NoteField({ why, ...given }: NoteFieldProps) {
  const id = useId()
  const note = useNote(given)
  const error = note.error && toldOf(note.error)
  function onKeyDown(event: React.KeyboardEvent<HTMLInputElement>): void {
    // These keys are for the input method while it makes a word.
    if (event.nativeEvent.isComposing) {
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter') note.save('enter')
    // The first Escape takes back the note; only the next one may close what is around the field.
    else if (event.key !== 'Escape' || !note.isEdited) return
    else note.discard()
    event.preventDefault()
  }
  return (
    <span data-stack="">
      <input
        className={styles.field}
        aria-label={`Note of ${given.allocation.address}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        aria-busy={note.isSending}
        placeholder={why === null ? 'Add a note' : '–'}
        title={why === null ? undefined : `${capitalised(why)}.`}
        readOnly={why !== null}
        maxLength={maxAllocationNotes}
        spellCheck={false}
        autoComplete="off"
        value={note.shown}
        onChange={(event) => note.type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => note.save('leaving')}
      />
      <span role="alert" id={id} className={styles.wrong} data-text="small" data-tone="bad">
        {error && `${error.message} ${error.hint}`}
      </span>
    </span>
  )
}
