import controlStyles from './controls.module.css'
import fieldStyles from './Field.module.css'

type TickProps = {
  label: string
  help: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A box to tick, with what it means below it. */
export function TickWithHelp({ label, help, checked, disabled = false, onChange }: TickProps) {
  return (
    <div>
      <label className={controlStyles.tick}>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{label}</span>
      </label>
      <p className={`${fieldStyles.help} ${controlStyles.tickHelp}`}>{help}</p>
    </div>
  )
}
