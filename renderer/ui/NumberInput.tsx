import { useState } from 'react'
import controlStyles from './controls.module.css'

type NumberInputProps = {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/**
 * A whole number within limits. Typed text is taken over once it is one; leaving the field shows the value in force.
 */
export function NumberInput({ label, value, min, max, onChange }: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <input
      type="number"
      className={controlStyles.number}
      aria-label={label}
      min={min}
      max={max}
      value={typed ?? value}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = Number(event.target.value)
        if (event.target.value !== '' && Number.isInteger(next) && next >= min && next <= max) onChange(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
