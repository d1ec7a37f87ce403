import controlStyles from '../../ui/controls.module.css'

type KindSelectProps<Kind extends string> = {
  label: string
  kinds: readonly Kind[]
  words: Readonly<Record<Kind, string>>
  value: Kind
  onChange: (kind: Kind) => void
}

/** Chooses which lines of a list of activity are shown. */
export function KindSelect<Kind extends string>({ label, kinds, words, value, onChange }: KindSelectProps<Kind>) {
  return (
    <select
      className={controlStyles.select}
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(kinds.find((one) => one === target.value) ?? value)}
    >
      {kinds.map((one) => (
        <option key={one} value={one}>
          {words[one]}
        </option>
      ))}
    </select>
  )
}
