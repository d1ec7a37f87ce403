import { classes } from './Button.tsx'
import controlStyles from './controls.module.css'

type ToggleProps = Omit<React.ComponentProps<'button'>, 'onChange'> & {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

/** A switch, which changes something at once. */
export function Toggle({ label, isOn, onChange, ...rest }: ToggleProps) {
  return (
    <button
      {...rest}
      type="button"
      role="switch"
      className={controlStyles.toggle}
      aria-checked={isOn}
      aria-label={label}
      onClick={() => onChange(!isOn)}
    />
  )
}

type TickProps = {
  /** One of those with its name can be chosen, in place of a box to tick. */
  type?: 'radio'
  name?: string
  label: string
  /** What it means, in small letters after the label. */
  text?: string | null | undefined
  /** Said apart from it. */
  note?: string | null
  /** The tooltip. */
  title?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, or one of several choices. */
export function Tick({ label, text, note = null, title, onChange, ...box }: TickProps) {
  return (
    <label className={controlStyles.tick} data-flex="s2" data-text="small" title={title}>
      <input type="checkbox" {...box} onChange={(event) => onChange(event.target.checked)} />
      <span>
        {label} {text && <small>{text}</small>}
      </span>
      {note !== null && <small>{note}</small>}
    </label>
  )
}

type ChoicesProps<T> = {
  /** What the group is called for those who do not see it. */
  label: string
  options: readonly { readonly value: T; readonly name: string; readonly text: string }[]
  value: T | null
  onChange: (value: T) => void
}

/** One of a few, each with what it means. */
export function Choices<T extends string | boolean>({ label, options, value: chosen, onChange }: ChoicesProps<T>) {
  const of = (value: T) => ({ checked: value === chosen, onChange: () => onChange(value) })
  return (
    <fieldset data-stack="gap" aria-label={label}>
      {options.map(({ value, name, text }) => (
        <Tick key={name} type="radio" name={label} label={name} text={text} {...of(value)} />
      ))}
    </fieldset>
  )
}

export type SelectProps<T> = Omit<React.ComponentProps<'select'>, 'value' | 'onChange'> & {
  /** Left out where a label by `id` names it. */
  label?: string
  /** Each with its words. */
  options: readonly (readonly [T, string])[]
  value: T
  onChange: (value: T) => void
}

/** A choice of one among several. */
export function Select<T extends string | number | boolean | null>(props: SelectProps<T>) {
  const { label, options, value, onChange, className, ...rest } = props
  return (
    <select
      {...rest}
      className={classes(controlStyles.select, className)}
      aria-label={label}
      value={String(value)}
      onChange={({ target }) => {
        const chosen = options.find(([one]) => String(one) === target.value)
        if (chosen !== undefined) onChange(chosen[0])
      }}
    >
      {options.map(([one, words]) => (
        <option key={`${words} ${one}`} value={String(one)}>
          {words}
        </option>
      ))}
    </select>
  )
}
