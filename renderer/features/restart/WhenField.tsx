import type { PlayersRule } from '../../../shared/model/restart-schema.ts'
import { beginnings, Otherwise } from '../../parts/restart/PlayersRule.tsx'
import { dayAndTime, minuteChoices, type When, zeroAt } from '../../parts/restart/when.ts'
import controlStyles from '../../ui/controls.module.css'
import { useFault } from '../../ui/Form.tsx'
import { Pills } from '../../ui/Pills.tsx'

type WhenFieldProps = {
  when: When
  onChange: (when: When) => void
  now: number
  /** Whether a time of day can be chosen, whoever is on. */
  hasClock: boolean
  rule: PlayersRule
  onRule: (rule: PlayersRule) => void
  /** Whether it is known how many are on, so that a restart can wait for them. */
  hasPlayers: boolean
}

/** What stands for a time of day, and for an empty server, among the minutes. */
const [atTime, whenEmpty] = [0, -1]
const minutes = minuteChoices.map((n) => ({ value: n, label: `${n} min` }))
const clock = { value: atTime, label: 'At…' }
const empty = { value: whenEmpty, label: 'When empty' }

/** When the restart happens: in some minutes, at a time of day, shown with its day, or as soon as nobody is on. */
export function WhenField({ when, onChange, now, hasClock, rule, onRule, hasPlayers }: WhenFieldProps) {
  const zero = zeroAt(when, now)
  const fault = zero === null ? 'Type a time of day.' : null
  useFault(fault)
  const isWaiting = rule.rule === 'when-empty'
  const choose = (value: number) => {
    if (value === whenEmpty) onRule(beginnings['when-empty'])
    else if (isWaiting) onRule(beginnings.any)
    onChange(value > 0 ? { kind: 'in', minutes: value } : { kind: 'at', time: value === whenEmpty ? '06:00' : '03:00' })
  }
  const chosen = isWaiting ? whenEmpty : when.kind === 'in' ? when.minutes : atTime
  return (
    <Pills
      legend="When"
      options={[...minutes, ...(hasClock ? [clock] : []), ...(hasPlayers || isWaiting ? [empty] : [])]}
      value={chosen}
      onChange={choose}
    >
      {when.kind === 'at' && (
        <>
          {isWaiting && <span data-text="note">At the latest</span>}
          <input
            type="time"
            className={controlStyles.time}
            aria-label={isWaiting ? 'Latest time of day' : 'Time of day'}
            aria-invalid={zero === null || undefined}
            value={when.time}
            onChange={(event) => onChange({ kind: 'at', time: event.target.value })}
          />
          <Otherwise rule={rule} onRule={onRule} />
          <output data-text={zero === null ? undefined : 'note'} data-tone={zero === null ? 'bad' : undefined}>
            {zero === null ? fault : dayAndTime(zero, now)}
          </output>
        </>
      )}
    </Pills>
  )
}
