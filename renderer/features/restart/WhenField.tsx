import { dayAndTime, minuteChoices, type When, zeroAt } from '../../parts/restart/when.ts'
import controlStyles from '../../ui/controls.module.css'
import pillStyles from '../../ui/Pills.module.css'
import { Pills } from '../../ui/Pills.tsx'

type WhenFieldProps = {
  when: When
  onChange: (when: When) => void
  now: number
  /** Whether a time of day can be chosen. */
  hasClock: boolean
}

const minutes = minuteChoices.map((n) => ({ value: n, label: `${n} min` }))
const withClock = [...minutes, { value: 0, label: 'At…' }]

/** When the restart happens: in some minutes, or at a time of day, shown with its day. */
export function WhenField({ when, onChange, now, hasClock }: WhenFieldProps) {
  const zero = zeroAt(when, now)
  return (
    <Pills
      legend="When"
      options={hasClock ? withClock : minutes}
      value={when.kind === 'in' ? when.minutes : 0}
      onChange={(value) => onChange(value === 0 ? { kind: 'at', time: '03:00' } : { kind: 'in', minutes: value })}
    >
      {when.kind === 'at' && (
        <>
          <input
            type="time"
            className={controlStyles.time}
            aria-label="Time of day"
            value={when.time}
            onChange={(event) => onChange({ kind: 'at', time: event.target.value })}
          />
          <output className={zero === null ? undefined : pillStyles.note} data-tone={zero === null ? 'bad' : undefined}>
            {zero === null ? 'Type a time of day.' : dayAndTime(zero, now)}
          </output>
        </>
      )}
    </Pills>
  )
}
