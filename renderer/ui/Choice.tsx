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
  label: React.ReactNode
  /** Said behind the label. */
  note?: string | null
  /** The tooltip. */
  title?: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick. */
export function Tick({ label, note = null, title, onChange, ...box }: TickProps) {
  return (
    <label className={controlStyles.tick} title={title}>
      <input type="checkbox" {...box} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
      {note !== null && <small>{note}</small>}
    </label>
  )
}

export type SelectProps<T> = {
  label: string
  /** Each with its words. */
  options: readonly (readonly [T, string])[]
  value: T
  onChange: (value: T) => void
}

/** A choice of one among several. */
export function Select<T extends string | number | boolean | null>({
  label,
  options,
  value,
  onChange,
}: SelectProps<T>) {
  return (
    <select
      className={controlStyles.select}
      aria-label={label}
      value={String(value)}
      onChange={({ target }) => {
        const chosen = options.find(([one]) => String(one) === target.value)
        if (chosen !== undefined) onChange(chosen[0])
      }}
    >
      {options.map(([one, words]) => (
        <option key={String(one)} value={String(one)}>
          {words}
        </option>
      ))}
    </select>
  )
}
