import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { useTask } from '../../ui/use-task.ts'
import { toldOf } from './area-words.ts'

type Texts = Readonly<Record<string, string>>

type FormOf<V extends Texts> = {
  readonly first: V
  /** What is wrong with each field, in a sentence; null for nothing. */
  readonly faults: (values: V) => { readonly [Name in keyof V]: string | null }
  /** The field that a refusal is about; null where it is about none, or it can't be told. */
  readonly refusedField: (error: AppError) => keyof V | null
  /** Sends the values; an error is shown in the form. */
  readonly send: (values: V) => Promise<Result<null>>
}

/** The texts of a form, what is wrong with them, and how they are sent. Blanks around them are left out. */
export function useForm<V extends Texts>({ first, faults, refusedField, send }: FormOf<V>) {
  const [typed, setTyped] = useState(first)
  /** What was refused, so that it is said only until it is typed anew. */
  const [sent, setSent] = useState<V | null>(null)
  const trimmed = (values: V): V => ({
    ...values,
    ...Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()])),
  })
  const values = trimmed(typed)
  const wrong = faults(values)
  const task = useTask(async () => {
    setSent(values)
    return send(values)
  })
  const refused = task.error && refusedField(task.error)

  return {
    /** What a `Field` of that name is given. */
    input: (name: keyof V) => ({
      value: typed[name] ?? '',
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => setTyped({ ...typed, [name]: event.target.value }),
      fault: wrong[name],
      error: task.error !== null && refused === name && sent?.[name] === values[name] ? toldOf(task.error) : null,
    }),
    start: task.start,
    busy: task.busy,
    /** What was refused of the whole. */
    error: task.error !== null && refused === null ? toldOf(task.error) : null,
  }
}
