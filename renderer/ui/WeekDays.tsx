import { weekDays } from './format.ts'
import pillStyles from './Pills.module.css'

type WeekDaysProps = { days: readonly number[]; onChange: (days: number[]) => void }

/** A button for each day, pressed where it is among `days`; `onChange` gets them sorted. */
export function WeekDays({ days, onChange }: WeekDaysProps) {
  const toggle = (n: number) => onChange(days.includes(n) ? days.filter((one) => one !== n) : [...days, n].sort())
  return weekDays.map(([n, short, long]) => (
    <button
      key={n}
      type="button"
      className={pillStyles.pill}
      title={long}
      aria-pressed={days.includes(n)}
      onClick={() => toggle(n)}
    >
      {short}
    </button>
  ))
}
