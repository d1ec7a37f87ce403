import { useState } from 'react'
import type { SshKey } from '../../../shared/model/account.ts'
import type { KeyView } from '../../../shared/model/api-key.ts'
import { failedAct, toldOf } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { OpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { useClient } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Field } from '../../ui/Field.tsx'
import { Form } from '../../ui/Form.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './AccountDialog.module.css'
import { AskedPart } from './AskedPart.tsx'
import { publicKeyTrouble, sshKeyFacts } from './account-words.ts'
import { useCall } from './use-call.ts'

/** The form for another key. `onTried`: whatever came of it, since a key may be there of which no answer told. */
function AddSshKey({ keyView, onTried }: { keyView: KeyView; onTried: () => void }) {
  const { bridge } = useClient()
  const [name, setName] = useState('')
  const [publicKey, setPublicKey] = useState('')
  const adding = useCall(() => {
    setName('')
    setPublicKey('')
  })
  const trouble = publicKeyTrouble(publicKey)
  const canAdd = name.trim() !== '' && publicKey.trim() !== '' && trouble === null && !adding.busy
  const told = adding.error && toldOf(adding.error)
  return (
    <Form
      onSubmit={() => {
        if (!canAdd) return
        void adding
          .run(() =>
            bridge.call['accounts:addSshKey']({ keyId: keyView.id, name: name.trim(), publicKey: publicKey.trim() }),
          )
          .then(onTried)
      }}
    >
      <Field label="Name" maxLength={191} value={name} onChange={(event) => setName(event.target.value)} />
      <Field
        label="Public key"
        value={publicKey}
        spellCheck={false}
        onChange={(event) => setPublicKey(event.target.value)}
        error={trouble}
      />
      <div role="alert">{told && <Notice tone="bad" message={told.message} hint={told.hint} />}</div>
      <div className={styles.end}>
        <Button type="submit" aria-disabled={!canAdd}>
          {adding.busy ? 'Adding…' : 'Add SSH key'}
        </Button>
      </div>
    </Form>
  )
}

/** The SSH keys of an account, with which its owner gets at the files of servers over SFTP. */
export function SshKeysOfAccount({ keyView }: { keyView: KeyView }) {
  const { call } = useClient().bridge
  const keyId = keyView.id
  const asked = useAsked(
    ['sshKeys', keyId],
    () => call['accounts:sshKeys']({ keyId }),
    () => 60_000,
  )
  const acts = useActs(asked.again)
  const [removing, setRemoving] = useState<SshKey | null>(null)
  const remove = ({ fingerprint }: SshKey) => {
    setRemoving(null)
    acts.act(fingerprint, 'Removing the SSH key', () => call['accounts:removeSshKey']({ keyId, fingerprint }))
  }
  return (
    <AskedPart asked={asked}>
      {({ keys }) => (
        <>
          <p className={styles.note}>
            {keys.length === 0
              ? 'No SSH keys yet. With one you reach the files of your servers over SFTP without a password.'
              : 'With these you reach the files of your servers over SFTP without a password.'}
          </p>
          <div role="alert">
            {acts.failed && (
              <Notice tone="bad" {...failedAct(acts.failed.what, acts.failed.error)}>
                {acts.failed.error.code === 'panel-refused' && <OpenPanel panelId={keyView.panelId} />}
              </Notice>
            )}
          </div>
          <ul className={styles.list} aria-label="SSH keys of the account">
            {keys.map((key) => (
              <li key={key.fingerprint} className={styles.row}>
                <div className={styles.what}>
                  <p className={styles.name}>
                    <span>{key.name}</span>
                  </p>
                  <p className={styles.facts}>{sshKeyFacts(key)}</p>
                </div>
                <Button look="ghost" aria-label={`Remove ${key.name}…`} onClick={() => setRemoving(key)}>
                  Remove…
                </Button>
              </li>
            ))}
          </ul>
          <AddSshKey keyView={keyView} onTried={asked.again} />
          {removing && (
            <Question
              title={`Remove “${removing.name}”?`}
              text="Whoever uses this SSH key can’t sign in with it any more."
              yes="Remove SSH key"
              look="bad"
              onYes={() => remove(removing)}
              onClose={() => setRemoving(null)}
            />
          )}
        </>
      )}
    </AskedPart>
  )
}
