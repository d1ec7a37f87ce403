import { useId } from 'react'
import styles from './Pills.module.css'
import visually from './visually.module.css'

type PillsProps<T extends string | number> = {
  legend: string
  /** Where a heading beside it says the same. */
  hidesLegend?: boolean
  options: readonly { readonly value: T; readonly label: string }[]
  value: T
  onChange: (value: T) => void
  /** More controls for the chosen option, beside the pills. */
  children?: React.ReactNode
}

/** A choice between a few options: radio buttons in the look of pills. */
export function Pills<T extends string | number>(props: PillsProps<T>) {
  const { legend, hidesLegend = false, options, value, onChange, children } = props
  const name = useId()
  return (
    <fieldset data-flex="gap" data-wrap>
      <legend className={hidesLegend ? visually.hidden : undefined}>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.pill} data-ring>
          <input
            type="radio"
            className={visually.hidden}
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
      {children}
    </fieldset>
  )
}
