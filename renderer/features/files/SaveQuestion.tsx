import { Question } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { readableName } from './entries/name-parts.ts'

type SaveQuestionProps = {
  name: string
  /** Why the last try to save came to nothing. */
  error: { readonly message: string; readonly hint: string } | null
  isSaving: boolean
  onSave: () => void
  onDiscard: () => void
  /** Goes on with the text. */
  onStay: () => void
}

/** Asks what becomes of a text that is not saved. */
export function SaveQuestion({ name, error, isSaving, onSave, onDiscard, onStay }: SaveQuestionProps) {
  return (
    <Question
      title={`Save “${readableName(name)}”?`}
      text="What you changed is not on the server yet. Without saving it is lost."
      no="Go on editing"
      other={{ label: 'Don’t save', onClick: onDiscard }}
      yes="Save"
      look="go"
      {...(isSaving && { stop: 'It is being saved.' })}
      onYes={onSave}
      onClose={onStay}
    >
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </Question>
  )
}
