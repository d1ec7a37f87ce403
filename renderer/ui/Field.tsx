import { useId } from 'react'
import type { AppError } from '../../shared/error-schema.ts'
import { Tick } from './Choice.tsx'
import controlStyles from './controls.module.css'
import styles from './Field.module.css'
import { useFault } from './Form.tsx'

type Labelled = {
  label: string
  help?: React.ReactNode
  /** Why what is in it was refused. */
  error?: Pick<AppError, 'message' | 'hint'> | null | undefined
  /** What is wrong with what is in it, in a sentence, told once somebody has tried to send its form. */
  fault?: string | null | undefined
  mono?: boolean | undefined
  /** Controls that fix the error. */
  children?: React.ReactNode
}
type Own<Element extends 'input' | 'textarea'> = Labelled & Omit<React.ComponentProps<Element>, 'id'>

/** What a control is given by its label, and what stands around it: help text below, or its error in the same place. */
function useLabelled({ label, help, error: refusal, fault = null, mono = false, children }: Labelled) {
  const id = useId()
  const told = useFault(fault)
  const error = told === null ? refusal : { message: told, hint: '' }
  return {
    attributes: {
      id,
      className: mono ? styles.mono : undefined,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': error ? `${id}-error` : help ? `${id}-help` : undefined,
    },
    around: (control: React.ReactNode) => (
      <div className={styles.field} data-stack="s1">
        <label htmlFor={id}>{label}</label>
        {control}
        {error ? (
          <p className={styles.error} data-text="small" id={`${id}-error`}>
            <strong>{error.message}</strong> {error.hint} {children}
          </p>
        ) : (
          help && (
            <p data-text="faint" id={`${id}-help`}>
              {help}
            </p>
          )
        )}
      </div>
    ),
  }
}

/** A labelled input. */
export function Field({ label, help, error, fault, mono, children, ...input }: Own<'input'>) {
  const { attributes, around } = useLabelled({ label, help, error, fault, mono, children })
  return around(<input spellCheck={false} autoComplete="off" {...input} {...attributes} />)
}

/** A labelled text of several lines. */
export function LinesField({ label, help, error, fault, mono, children, ...area }: Own<'textarea'>) {
  const { attributes, around } = useLabelled({ label, help, error, fault, mono, children })
  return around(<textarea rows={3} {...area} {...attributes} />)
}

/** A box to tick, with what it means below it. */
export function TickWithHelp({ help, ...tick }: React.ComponentProps<typeof Tick> & { help: string }) {
  return (
    <div>
      <Tick {...tick} />
      <p className={controlStyles.tickHelp} data-text="faint">
        {help}
      </p>
    </div>
  )
}
