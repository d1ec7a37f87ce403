import { useId, useState } from 'react'
import controlStyles from './controls.module.css'
import { useFault } from './Form.tsx'

type NumberInputProps = {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** The field is left, for a value that is saved then. */
  onLeave?: () => void
}

/** Why a typed text is no number that can be taken, in a few words; null for one that is. */
function faultOf(text: string, { min, max }: Pick<NumberInputProps, 'min' | 'max'>): string | null {
  const number = Number(text)
  if (text === '') return 'Type a number.'
  if (!Number.isInteger(number)) return 'Only whole numbers.'
  return number < min || number > max ? `Only ${min} to ${max}.` : null
}

/**
 * A whole number within limits. What is typed stays as it was typed: where it cannot be taken, that is said below, the form
 * around it is not sent, and the value is what it was before the typing, never a part of what was typed.
 */
export function NumberInput({ label, value, min, max, onChange, onLeave }: NumberInputProps) {
  const id = useId()
  const [typed, setTyped] = useState<{ text: string; stands: number; before: number } | null>(null)
  // A value that comes from elsewhere takes the place of what was typed.
  const shown = typed?.stands === value ? typed : null
  const fault = shown === null ? null : faultOf(shown.text, { min, max })
  const isWrong = fault !== null
  useFault(fault)
  return (
    <span className={controlStyles.numberField}>
      <input
        type="number"
        className={controlStyles.number}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? id : undefined}
        min={min}
        max={max}
        value={shown?.text ?? value}
        onChange={({ target: { value: text } }) => {
          const before = shown?.before ?? value
          const stands = faultOf(text, { min, max }) === null ? Number(text) : before
          setTyped({ text, stands, before })
          if (stands !== value) onChange(stands)
        }}
        onBlur={() => {
          if (!isWrong) setTyped(null)
          onLeave?.()
        }}
      />
      {isWrong && (
        <span id={id} className={controlStyles.fault} data-text="small" data-tone="bad">
          {fault}
        </span>
      )}
    </span>
  )
}
