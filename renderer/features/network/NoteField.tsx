import { useId } from 'react'
import { capitalised } from '../../../shared/model/text.ts'
import { maxAllocationNotes } from '../../../shared/network/allocations.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import styles from './NoteField.module.css'
import { type NoteEdit, shownNote } from './note-edit.ts'

type NoteFieldProps = {
  address: string
  notes: string
  edit: NoteEdit
  /** Why it cannot be changed, in a few words; null where it can. */
  why: string | null
  onType: (text: string) => void
  onSave: (by: 'enter' | 'leaving') => void
  onDiscard: () => void
}

/** The note of an address, edited in place: Enter or leaving the field saves it, Escape takes back what was typed. */
export function NoteField({ address, notes, edit, why, onType, onSave, onDiscard }: NoteFieldProps) {
  const id = useId()
  const { failed, sending, typed } = edit
  const error = failed && toldOf(failed.error)
  function onKeyDown(event: React.KeyboardEvent<HTMLInputElement>): void {
    // These keys are for the input method while it makes a word.
    if (event.nativeEvent.isComposing) {
      event.stopPropagation()
      return
    }
    if (event.key === 'Enter') onSave('enter')
    // The first Escape takes back the note; only the next one may close what is around the field.
    else if (event.key !== 'Escape' || (typed === null && failed === null)) return
    else onDiscard()
    event.preventDefault()
  }
  return (
    <span className={styles.note}>
      <input
        className={styles.field}
        aria-label={`Note of ${address}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        aria-busy={sending.length > 0}
        placeholder={why === null ? 'Add a note' : '–'}
        title={why === null ? undefined : `${capitalised(why)}.`}
        readOnly={why !== null}
        maxLength={maxAllocationNotes}
        spellCheck={false}
        autoComplete="off"
        value={shownNote(edit, notes)}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => onSave('leaving')}
      />
      <span role="alert" id={id} className={styles.wrong}>
        {error && `${error.message} ${error.hint}`}
      </span>
    </span>
  )
}
