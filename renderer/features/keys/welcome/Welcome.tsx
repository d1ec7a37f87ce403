import { useState } from 'react'
import { useAppState, useClient } from '../../../state/hooks.ts'
import { KeyForm } from '../KeyForm.tsx'
import { tokenPromise } from '../messages.ts'
import { PermissionTable } from './PermissionTable.tsx'

/** First run: add a key, try the demo panel, or read what a key can do. */
export function Welcome() {
  const client = useClient()
  const backend = useAppState((state) => state.vault.backend ?? 'unknown')
  const [reading, setReading] = useState(false)
  const [starting, setStarting] = useState(false)
  const demo = async () => {
    setStarting(true)
    await client.run(() => client.bridge.call['demo:add']())
    setStarting(false)
  }
  const importSettings = async () => {
    const result = await client.run(() => client.bridge.call['settings:import']())
    if (result.ok && result.value !== null) client.view.setState({ page: 'keys' })
  }
  return (
    <main className="page welcome">
      <div className="welcome-column">
        <h1>Your servers, one click away</h1>
        <p className="lead">Add an API key of your hosting panel. {tokenPromise[backend]}</p>
        <div className="card">
          <KeyForm autoFocus onAdded={() => client.view.setState({ page: 'servers' })} />
        </div>
        <p className="welcome-more">
          No key at hand?{' '}
          <button type="button" className="link" aria-disabled={starting} onClick={() => starting || void demo()}>
            {starting ? 'Starting the demo panel…' : 'Try the demo panel'}
          </button>
          , eight make-believe servers on this computer.
        </p>
        <p className="welcome-more">
          New to API keys?{' '}
          <button type="button" className="link" onClick={() => setReading(true)}>
            What a key can do
          </button>
        </p>
        <p className="welcome-more">
          Used Servertray elsewhere?{' '}
          <button type="button" className="link" onClick={() => void importSettings()}>
            Import settings…
          </button>
        </p>
      </div>
      {reading && <PermissionTable onClose={() => setReading(false)} />}
    </main>
  )
}
