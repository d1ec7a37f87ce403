import { useState } from 'react'
import { type Permission, permissions, permissionText, readOnlyPermissions } from '../../../shared/keys/permission.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Dialogs.tsx'
import pageStyles from '../../ui/Page.module.css'
import { KeyForm } from './KeyForm.tsx'
import { tokenPromise } from './messages.ts'
import styles from './Welcome.module.css'

const readOnly = readOnlyPermissions.map((permission) => permissionText[permission].name).join(', ')
const neededFor: Partial<Record<Permission, string>> = {
  power: 'Restarts need this.',
  console: 'Warnings and commands need this.',
}

/** What each permission of a key allows, in the panel's own words. */
function PermissionTable({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      title="What a key can do"
      lead="On Pterodactyl and Pelican a key can do what your account can. Where keys have permissions, you choose them on the panel when you create the key, and can change them there later. The token stays the same."
      wide
      onClose={onClose}
    >
      <table className={styles.permissions}>
        <thead>
          <tr>
            <th scope="col">Permission</th>
            <th scope="col">Allows</th>
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <tr key={permission}>
              <th scope="row">{permissionText[permission].name}</th>
              <td>
                {permissionText[permission].allows}
                {neededFor[permission] && <span data-tone="ok"> {neededFor[permission]}</span>}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">All</th>
            <td>
              Everything above, and schedules, subusers, activity and panel extensions, which no smaller set opens.
            </td>
          </tr>
          <tr>
            <th scope="row">Read only</th>
            <td>To look without changing anything: {readOnly}.</td>
          </tr>
        </tbody>
      </table>
      <p data-text="faint">
        Such a key can also be limited to some servers, and any key to some addresses with the list Allowed IPs.
      </p>
    </Modal>
  )
}

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
    <main className={pageStyles.page} data-center>
      <div className={pageStyles.column}>
        <h1>Your servers, one click away</h1>
        <p className={pageStyles.lead}>Add an API key of your hosting panel. {tokenPromise[backend]}</p>
        <div className={pageStyles.card}>
          <KeyForm onAdded={() => client.view.setState({ page: 'servers' })} onCancel={null} />
        </div>
        <p data-tone="calm">
          No key at hand?{' '}
          <LinkButton aria-disabled={starting} onClick={() => starting || void demo()}>
            {starting ? 'Starting the demo panel…' : 'Try the demo panel'}
          </LinkButton>
          , eight make-believe servers on this computer.
        </p>
        <p data-tone="calm">
          New to API keys? <LinkButton onClick={() => setReading(true)}>What a key can do</LinkButton>
        </p>
        <p data-tone="calm">
          Used Servertray elsewhere? <LinkButton onClick={() => void importSettings()}>Import settings…</LinkButton>
        </p>
      </div>
      {reading && <PermissionTable onClose={() => setReading(false)} />}
    </main>
  )
}
