import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import type { StallMinutes } from '../../../shared/model/preferences-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Notice } from '../../ui/Notice.tsx'

const signals = ['start', 'stop', 'restart'] as const
const choices = [1, 2, 3, 5, 10, 15, 20, 30, 60, 120] as const

/** After how many minutes an action counts as stalled; a choice counts at once. */
export function TimeLimits() {
  const { call } = useClient().bridge
  const minutes = useAppState((state) => state.preferences.stallMinutes)
  const [error, setError] = useState<AppError | null>(null)
  const choose = async (change: Partial<StallMinutes>) => {
    const result = await attempt(() => call['preferences:setStallMinutes']({ ...minutes, ...change }))
    setError(result.ok ? null : result.error)
  }
  return (
    <li className="card task">
      <div>
        <h2>Time limits</h2>
        <p>An action that shows no effect by then counts as stalled, and can be tried again or killed.</p>
      </div>
      <div className="limits">
        {signals.map((signal) => (
          <label key={signal}>
            {signalName[signal]}
            <select
              className="select"
              aria-label={`${signalName[signal]} limit`}
              value={minutes[signal]}
              onChange={(event) => void choose({ [signal]: Number(event.target.value) })}
            >
              {[...new Set([...choices, minutes[signal]])]
                .sort((a, b) => a - b)
                .map((n) => (
                  <option key={n} value={n}>
                    {n} min
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
