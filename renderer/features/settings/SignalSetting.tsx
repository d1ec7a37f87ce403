import { signalName } from '../../../shared/model/power-words.ts'
import type { Result } from '../../../shared/result.ts'
import controlStyles from '../../ui/controls.module.css'
import { Setting } from './Setting.tsx'
import styles from './setting.module.css'
import { useSave } from './use-save.ts'

const signals = ['start', 'stop', 'restart'] as const

/** The signals with a choice; a kill has none. */
export type ChosenSignal = (typeof signals)[number]

type SignalSettingProps<T extends string | number> = {
  title: string
  text: string
  /** The label of a signal's field, since several cards have one for each. */
  labelOf: (signalName: string) => string
  values: Readonly<Record<ChosenSignal, T>>
  /** The options for a signal, each with its label. */
  optionsOf: (signal: ChosenSignal) => readonly (readonly [T, string])[]
  save: (signal: ChosenSignal, value: T) => Promise<Result<unknown>>
}

/** A setting with one choice for each signal, saved at once. */
export function SignalSetting<T extends string | number>(props: SignalSettingProps<T>) {
  const { title, text, labelOf, values, optionsOf, save } = props
  const { error, save: keep } = useSave()
  return (
    <Setting title={title} text={text} error={error}>
      <div className={styles.limits}>
        {signals.map((signal) => (
          <label key={signal}>
            {signalName[signal]}
            <select
              className={controlStyles.select}
              aria-label={labelOf(signalName[signal])}
              value={values[signal]}
              onChange={(event) => {
                const chosen = optionsOf(signal).find(([value]) => String(value) === event.target.value)
                if (chosen !== undefined) keep(() => save(signal, chosen[0]))
              }}
            >
              {optionsOf(signal).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </Setting>
  )
}
