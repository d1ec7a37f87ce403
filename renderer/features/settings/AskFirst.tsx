import { useState } from 'react'
import type { AppError } from '../../../shared/errors.ts'
import type { ConfirmPolicy } from '../../../shared/model/preferences-schema.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { signalName } from '../servers/words.ts'

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
        <p>Before these are sent from the window or the tray. A kill is always asked about.</p>
      </div>
      <div className="ticks">
        {signals.map((signal) => (
          <label key={signal} className="tick">
            <input
              type="checkbox"
              checked={confirm[signal] === 'ask'}
              onChange={(event) => void choose({ [signal]: event.target.checked ? 'ask' : 'never' })}
            />
            <span>{signalName[signal]}</span>
          </label>
        ))}
      </div>
      <div role="alert">{error && <Notice tone="bad" message={error.message} hint={error.hint} />}</div>
    </li>
  )
}
