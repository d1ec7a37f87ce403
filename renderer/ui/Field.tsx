import { useId } from 'react'
import type { AppError } from '../../shared/error-schema.ts'
import { Tick } from './Choice.tsx'
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

/** A box to tick, with what it means below it. */
export function TickWithHelp({ help, ...tick }: React.ComponentProps<typeof Tick> & { help: string }) {
  return (
    <div>
      <Tick {...tick} />
      <p className={`${fieldStyles.help} ${controlStyles.tickHelp}`}>{help}</p>
    </div>
  )
}
