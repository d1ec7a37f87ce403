import { useState } from 'react'
import { own } from '../../../shared/own.ts'
import { fillPlaceholders, placeholdersOf, type Values, valueProblem } from '../../parts/commands/command-text.ts'
import { Field } from '../../ui/Field.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import styles from './ConsoleInput.module.css'

type PlaceholderFormProps = {
  command: string
  server: string
  /** Why nothing can be sent now. */
  stop: string | null
  finalFocus: React.RefObject<HTMLElement | null>
  onSend: (command: string) => void
  onClose: () => void
}

/** Asks for the placeholders of a saved command, shows the result, and sends it. */
export function PlaceholderForm({ command, server, stop, finalFocus, onSend, onClose }: PlaceholderFormProps) {
  const names = placeholdersOf(command)
  const [values, setValues] = useState<Values>({})
  const [isTried, setTried] = useState(false)
  const problems = names.map((name) => valueProblem(own(values, name) ?? ''))
  const start = () => {
    setTried(true)
    if (problems.every((problem) => problem === null)) onSend(fillPlaceholders(command, values))
  }
  return (
    <FormDialog
      title={`Send to ${server}`}
      submit="Send"
      stop={stop}
      task={{ start }}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      {names.map((name, i) => {
        const problem = isTried ? problems[i] : null
        return (
          <Field
            key={name}
            label={name}
            mono
            value={own(values, name) ?? ''}
            onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
            error={problem ? { message: problem, hint: '' } : null}
          />
        )
      })}
      <output className={styles.paste} data-box>
        {fillPlaceholders(command, values)}
      </output>
    </FormDialog>
  )
}
