import { useId } from 'react'
import type { AppError } from '../../shared/error-schema.ts'
import controlStyles from './controls.module.css'
import styles from './Field.module.css'
import fieldStyles from './Field.module.css'

type FieldProps = Omit<React.ComponentProps<'input'>, 'id'> & {
  label: string
  help?: React.ReactNode
  error?: Pick<AppError, 'message' | 'hint'> | null
  mono?: boolean
  /** Controls that fix the error. */
  children?: React.ReactNode
}

/** A labelled input with help text below, or its error in the same place. */
export function Field({ label, help, error, mono = false, children, ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        spellCheck={false}
        autoComplete="off"
        {...input}
        id={id}
        className={mono ? styles.mono : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : help ? `${id}-help` : undefined}
      />
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          <strong>{error.message}</strong> {error.hint} {children}
        </p>
      ) : (
        help && (
          <p className={styles.help} id={`${id}-help`}>
            {help}
          </p>
        )
      )}
    </div>
  )
}

type TickProps = {
  label: string
  help: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, with what it means below it. */
export function TickWithHelp({ label, help, checked, disabled = false, onChange }: TickProps) {
  return (
    <div>
      <label className={controlStyles.tick}>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <p className={`${fieldStyles.help} ${controlStyles.tickHelp}`}>{help}</p>
    </div>
  )
}
