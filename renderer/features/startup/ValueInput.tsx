import { useState } from 'react'
import { longestStartupValue } from '../../../shared/startup/startup.ts'
import { onOffOf, type VariableRules } from '../../../shared/startup/variable-rules.ts'
import { Button } from '../../ui/Button.tsx'
import controlStyles from '../../ui/controls.module.css'
import framed from '../../ui/framed.module.css'
import styles from './ValueInput.module.css'

type ValueInputProps = {
  /** By which its label names it. */
  id: string
  /** The ids of what says what it is for, and what is wrong with it. */
  describedBy: string
  name: string
  rules: VariableRules
  value: string
  isSecret: boolean
  isWrong: boolean
  onChange: (value: string) => void
}

/** The props of a value's field, whether the value is shown or hidden. */
const fieldOf = ({ id, describedBy, value, isWrong, onChange }: ValueInputProps): React.ComponentProps<'input'> => ({
  id,
  spellCheck: false,
  autoComplete: 'off',
  maxLength: longestStartupValue,
  'aria-invalid': isWrong || undefined,
  'aria-describedby': describedBy,
  value,
  onChange: (event) => onChange(event.target.value),
})

/** A value that is not for every eye, until it is asked for. */
function SecretInput(props: ValueInputProps) {
  const { name, isWrong } = props
  const [isShown, setShown] = useState(false)
  return (
    <span className={`${framed.frame} ${styles.secret}`} data-wrong={isWrong || undefined}>
      <input {...fieldOf(props)} className={framed.input} type={isShown ? 'text' : 'password'} />
      <Button look="ghost" aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </span>
  )
}

/** The control for a value by the rules of its variable: a switch, a choice, or a field. */
export function ValueInput(props: ValueInputProps) {
  const { id, describedBy, name, rules, value, isSecret, isWrong, onChange } = props
  const onOff = onOffOf(rules)
  if (onOff !== null && (value === onOff.on || value === onOff.off)) {
    const isOn = value === onOff.on
    return (
      <button
        id={id}
        type="button"
        role="switch"
        className={controlStyles.toggle}
        aria-checked={isOn}
        aria-label={name}
        aria-describedby={describedBy}
        onClick={() => onChange(isOn ? onOff.off : onOff.on)}
      />
    )
  }
  if (rules.options !== null && !isSecret) {
    const options = rules.options.includes(value) ? rules.options : [value, ...rules.options]
    return (
      <select
        id={id}
        className={`${controlStyles.select} ${styles.choice}`}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {option === '' ? '(empty)' : option}
          </option>
        ))}
      </select>
    )
  }
  if (isSecret) return <SecretInput {...props} />
  return (
    <input {...fieldOf(props)} className={styles.text} inputMode={rules.kind === 'integer' ? 'numeric' : undefined} />
  )
}
