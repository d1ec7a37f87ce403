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
  return (
    <FormDialog
      title={`Send to ${server}`}
      submit="Send"
      stop={stop}
      task={{ start: () => onSend(fillPlaceholders(command, values)) }}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      {names.map((name) => {
        const value = own(values, name) ?? ''
        return (
          <Field
            key={name}
            label={name}
            mono
            value={value}
            onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
            fault={valueProblem(value)}
          />
        )
      })}
      <output className={styles.paste} data-box>
        {fillPlaceholders(command, values)}
      </output>
    </FormDialog>
  )
}
