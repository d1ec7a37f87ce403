import { useState } from 'react'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { Field } from '../ui/Field.tsx'

/** What a person types to confirm what destroys something, so far. */
export type TypedName = {
  readonly name: string
  readonly typed: string
  readonly isRight: boolean
  readonly onType: (typed: string) => void
}

/** @param name what is to be typed */
export function useTypedName(name: string): TypedName {
  const [typed, onType] = useState('')
  return { name, typed, isRight: isNameTyped(typed, name), onType }
}

type TypedNameFieldProps = Omit<React.ComponentProps<typeof Field>, 'label' | 'value' | 'onChange'> & { of: TypedName }

/** The field in which it is typed. */
export function TypedNameField({ of: { name, typed, onType }, ...more }: TypedNameFieldProps) {
  return (
    <Field {...more} label={`Type ${name} to confirm`} value={typed} onChange={(event) => onType(event.target.value)} />
  )
}
