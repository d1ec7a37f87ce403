import { use } from 'react'
import { Button } from './Button.tsx'
import dialogStyles from './Dialogs.module.css'
import { FormFaults } from './Form.tsx'
import { Notice } from './Notice.tsx'

type FormEndProps = {
  /** What the button says that sends the form. */
  submit: string
  /** `bad` where something is lost by it. */
  look?: 'go' | 'bad'
  /** While it cannot be sent, or is being sent. The form's own handler sends nothing then. */
  isDisabled: boolean
  /** Why it cannot be sent now, in a sentence. */
  stop?: string | null
  /** Why the last try failed. */
  error?: { readonly message: string; readonly hint?: string } | null
  onCancel: () => void
  /** What else is told there, above the error. */
  children?: React.ReactNode
}

/** The end of a form in a dialog: what went wrong, *Cancel*, and the button that sends it. */
export function FormEnd({ submit, look = 'go', isDisabled, stop, error, onCancel, children }: FormEndProps) {
  const [faults] = use(FormFaults) ?? [0]
  return (
    <>
      <div role="alert">
        {children}
        {error && <Notice tone="bad" message={error.message} hint={error.hint} />}
      </div>
      <div className={dialogStyles.actions}>
        {stop && <p className={dialogStyles.stop}>{stop}</p>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={look} aria-disabled={isDisabled || faults > 0}>
          {submit}
        </Button>
      </div>
    </>
  )
}
