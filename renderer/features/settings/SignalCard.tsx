import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'
import controlStyles from '../../ui/controls.module.css'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import taskStyles from './task.module.css'

const signals = ['start', 'stop', 'restart'] as const

/** The signals with a choice; a kill has none. */
export type ChosenSignal = (typeof signals)[number]

type SignalCardProps<T extends string | number> = {
  title: string
  text: string
  /** The label of a signal's field, since several cards have one for each. */
  labelOf: (signalName: string) => string
  values: Readonly<Record<ChosenSignal, T>>
  /** The options for a signal, each with its label. */
  optionsOf: (signal: ChosenSignal) => readonly (readonly [T, string])[]
  save: (signal: ChosenSignal, value: T) => Promise<Result<unknown>>
}

/** A settings card with one choice for each signal, saved at once. */
export function SignalCard<T extends string | number>(props: SignalCardProps<T>) {
  const { title, text, labelOf, values, optionsOf, save } = props
  const [error, setError] = useState<AppError | null>(null)
  const choose = async (signal: ChosenSignal, value: T) => {
    const result = await attempt(() => save(signal, value))
    setError(result.ok ? null : result.error)
  }
  return (
    <li className={`${pageStyles.card} ${taskStyles.task}`}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={taskStyles.limits}>
        {signals.map((signal) => (
          <label key={signal}>
            {signalName[signal]}
            <select
              className={controlStyles.select}
              aria-label={labelOf(signalName[signal])}
              value={values[signal]}
              onChange={(event) => {
                const chosen = optionsOf(signal).find(([value]) => String(value) === event.target.value)
                if (chosen !== undefined) void choose(signal, chosen[0])
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
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </li>
  )
}
