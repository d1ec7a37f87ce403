import { useState } from 'react'
import { useAppState, useClient } from '../../../state/hooks.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import pageStyles from '../../../ui/Page.module.css'
import { KeyForm } from '../KeyForm.tsx'
import { tokenPromise } from '../messages.ts'
import { PermissionTable } from './PermissionTable.tsx'
import styles from './Welcome.module.css'

/** First run: add a key, try the demo panel, or read what a key can do. */
export function Welcome() {
  const client = useClient()
  const backend = useAppState((state) => state.vault.backend ?? 'unknown')
  const [reading, setReading] = useState(false)
  const [starting, setStarting] = useState(false)
  const demo = async () => {
    setStarting(true)
    await client.run(() => client.bridge.call('demo:add'))
    setStarting(false)
  }
  const importSettings = async () => {
    const result = await client.run(() => client.bridge.call('settings:import'))
    if (result.ok && result.value !== null) client.view.setState({ page: 'keys' })
  }
  return (
    <main className={`${pageStyles.page} ${styles.welcome}`}>
      <div className={styles.column}>
        <h1>Your servers, one click away</h1>
        <p className={pageStyles.lead}>Add an API key of your hosting panel. {tokenPromise[backend]}</p>
        <div className={`${pageStyles.card} ${styles.card}`}>
          <KeyForm onAdded={() => client.view.setState({ page: 'servers' })} onCancel={null} />
        </div>
        <p className={styles.more}>
          No key at hand?{' '}
          <LinkButton aria-disabled={starting} onClick={() => starting || void demo()}>
            {starting ? 'Starting the demo panel…' : 'Try the demo panel'}
          </LinkButton>
          , eight make-believe servers on this computer.
        </p>
        <p className={styles.more}>
          New to API keys? <LinkButton onClick={() => setReading(true)}>What a key can do</LinkButton>
        </p>
        <p className={styles.more}>
          Used Servertray elsewhere? <LinkButton onClick={() => void importSettings()}>Import settings…</LinkButton>
        </p>
      </div>
      {reading && <PermissionTable onClose={() => setReading(false)} />}
    </main>
  )
}
