import { useId, useState } from 'react'
import { longestStartupValue } from '../../../shared/startup/startup.ts'
import { onOffOf } from '../../../shared/startup/variable-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { Select, Toggle } from '../../ui/Choice.tsx'
import controlStyles from '../../ui/controls.module.css'
import framed from '../../ui/framed.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Startup.module.css'
import { imageKey, type StartupField } from './startup-fields.ts'

type ControlProps = {
  field: StartupField
  /** By which its label names it. */
  id: string
  isWrong: boolean
  onChange: (value: string) => void
}

/** The control for a value: a switch, a choice, or a field, which hides what is secret until that is asked for. */
function Control({ field, id, isWrong, onChange }: ControlProps) {
  const { name, value, options, rules, isSecret } = field
  const [isShown, setShown] = useState(false)
  const attributes = { id, 'aria-describedby': `${id}-help`, 'aria-invalid': isWrong || undefined, value }
  const onOff = onOffOf(rules)
  if (onOff !== null && (value === onOff.on || value === onOff.off)) {
    const { on, off } = onOff
    return (
      <Toggle
        id={id}
        aria-describedby={`${id}-help`}
        label={name}
        isOn={value === on}
        onChange={(isOn) => onChange(isOn ? on : off)}
      />
    )
  }
  if (options !== null && !isSecret)
    return <Select {...attributes} className={styles.value} options={options} onChange={onChange} />
  const input: React.ComponentProps<'input'> = {
    ...attributes,
    spellCheck: false,
    autoComplete: 'off',
    maxLength: longestStartupValue,
    onChange: (event) => onChange(event.target.value),
  }
  if (!isSecret)
    return (
      <input
        {...input}
        className={`${controlStyles.select} ${styles.value}`}
        inputMode={rules.kind === 'integer' ? 'numeric' : undefined}
      />
    )
  return (
    <span className={`${framed.frame} ${styles.secret}`} data-flex="" data-ring data-wrong={isWrong || undefined}>
      <input {...input} className={framed.input} type={isShown ? 'text' : 'password'} />
      <Button look="ghost" aria-label={`${isShown ? 'Hide' : 'Show'} ${name}`} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'}
      </Button>
    </span>
  )
}

/** What is shown of a value that can't be changed. */
function shownOf({ value, options, isSecret }: StartupField): string {
  if (isSecret) return '••••••••'
  return (options?.find(([one]) => one === value)?.[1] ?? value) || '(empty)'
}

type RowProps = {
  field: StartupField
  /** What the panel said of the value as it is; null for nothing. */
  refused: string | null
  onChange: (value: string) => void
}

/** One thing that is set of a startup: what it is at the left, its control at the right. */
export function FieldRow({ field, refused, onChange }: RowProps) {
  const id = useId()
  const { key, name, code, help, value, locked, isChanged } = field
  const wrong = field.wrong ?? field.meanwhile ?? refused
  return (
    <li className={styles.row} data-edge="bottom" data-changed={isChanged || undefined}>
      <div className={styles.words}>
        <label htmlFor={id}>
          {name} {isChanged && <small>changed</small>}
        </label>
        {code !== null && <code>{code}</code>}
        <div id={`${id}-help`}>
          {help.map((text) => (
            <p key={text} data-text="note">
              {text}
            </p>
          ))}
        </div>
      </div>
      <div className={styles.control}>
        {locked === null ? (
          <Control field={field} id={id} isWrong={wrong !== null} onChange={onChange} />
        ) : (
          <p className={styles.locked}>
            <output id={id}>{shownOf(field)}</output>
            <span data-flex="s1" data-text="faint">
              <Icon name="lock" /> {locked}
            </span>
          </p>
        )}
        {key === imageKey && field.options !== null && <code>{value}</code>}
        <p role="alert" className={styles.wrong} data-text="small" data-tone="bad">
          {wrong}
        </p>
      </div>
    </li>
  )
}
