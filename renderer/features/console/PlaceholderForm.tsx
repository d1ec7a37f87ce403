import { useState } from 'react'
import { own } from '../../../shared/own.ts'
import { fillPlaceholders, placeholdersOf, type Values, valueProblem } from '../../parts/commands/command-text.ts'
import { Modal } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form, FormEnd } from '../../ui/Form.tsx'
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
  const submit = () => {
    setTried(true)
    if (stop !== null || problems.some((problem) => problem !== null)) return
    onSend(fillPlaceholders(command, values))
  }
  return (
    <Modal title={`Send to ${server}`} onClose={onClose} finalFocus={finalFocus}>
      <Form onSubmit={submit}>
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
        <output className={styles.paste}>{fillPlaceholders(command, values)}</output>
        <FormEnd submit="Send" isDisabled={stop !== null} stop={stop} onCancel={onClose} />
      </Form>
    </Modal>
  )
}
