import controlStyles from '../../ui/controls.module.css'
import styles from './PlayersChoice.module.css'

type PlayersChoiceProps = {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onChoose: (value: string) => void
}

/** One choice for a server's players, kept as it is made. */
export function PlayersChoice({ label, value, options, onChoose }: PlayersChoiceProps) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <select className={controlStyles.select} value={value} onChange={(event) => onChoose(event.target.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
