import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import { signalName } from '../../../shared/model/power-words.ts'
import { confirmChoices } from '../../../shared/model/preferences.ts'
import type { ConfirmPolicy } from '../../../shared/model/preferences-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Notice } from '../../ui/Notice.tsx'

const choiceNames = { never: 'Never', players: 'When players may be on', ask: 'Always' } as const
const signals = ['start', 'stop', 'restart'] as const

/** Which signals are asked about before they are sent; a choice counts at once. */
export function AskFirst() {
  const { call } = useClient().bridge
  const confirm = useAppState((state) => state.preferences.confirm)
  const [error, setError] = useState<AppError | null>(null)
  const choose = async (change: Partial<ConfirmPolicy>) => {
    const result = await attempt(() => call['preferences:setConfirm']({ ...confirm, ...change, asked: true }))
    setError(result.ok ? null : result.error)
  }
  return (
    <li className="card task">
      <div>
        <h2>Ask first</h2>
        <p>
          Before these are sent from the window, the tray or a notification. Players may be on while a server runs or
          its state is unknown: panels do not tell how many there are. A kill is always asked about.
        </p>
      </div>
      <div className="limits">
        {signals.map((signal) => (
          <label key={signal}>
            {signalName[signal]}
            <select
              className="select"
              // Another card has names of signals too.
              aria-label={`Ask before ${signalName[signal]}`}
              value={confirm[signal]}
              onChange={(event) => {
                const choice = confirmChoices.find((one) => one === event.target.value)
                if (choice !== undefined) void choose({ [signal]: choice })
              }}
            >
              {confirmChoices
                // Nobody plays on a server that is to be started.
                .filter((choice) => choice !== 'players' || signal !== 'start')
                .map((choice) => (
                  <option key={choice} value={choice}>
                    {choiceNames[choice]}
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
