import { useState } from 'react'
import type { AccountKeyHere } from '../../../shared/model/account.ts'
import type { KeyView } from '../../../shared/model/api-key.ts'
import { failedAct } from '../../parts/area/area-words.ts'
import { useActs } from '../../parts/area/use-acts.ts'
import { useClient, useNow } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './AccountDialog.module.css'
import { AskedPart } from './AskedPart.tsx'
import { accountKeyFacts, removeKeyWords } from './account-words.ts'

/** The API keys of an account: when each was used and from where it may be, and deleting one. */
export function ApiKeysOfAccount({ keyView }: { keyView: KeyView }) {
  const { call } = useClient().bridge
  const keyId = keyView.id
  const asked = useAsked(
    ['accountKeys', keyId],
    () => call['accounts:keys']({ keyId }),
    () => 60_000,
  )
  const acts = useActs(asked.again)
  const now = useNow(60_000)
  const [removing, setRemoving] = useState<AccountKeyHere | null>(null)
  const remove = ({ identifier }: AccountKeyHere) => {
    setRemoving(null)
    acts.act(identifier, 'Deleting the key', () => call['accounts:removeKey']({ keyId, identifier }))
  }
  return (
    <AskedPart asked={asked}>
      {({ username, keys, isRotating }) => (
        <>
          <p className={styles.note}>
            Account {username} · {keys.length === 1 ? '1 key' : `${keys.length} keys`}
          </p>
          {isRotating && (
            <Notice
              tone="busy"
              message="A rotation of this key is not finished, so there may be one key too many."
              hint="Servertray goes on with it by itself."
            />
          )}
          <div role="alert">
            {acts.failed && <Notice tone="bad" {...failedAct(acts.failed.what, acts.failed.error)} />}
          </div>
          <ul className={styles.list} aria-label="API keys of the account">
            {keys.map((key) => (
              <li key={key.identifier} className={styles.row}>
                <div className={styles.what}>
                  <p className={styles.name}>
                    <span>{key.description || 'No description'}</span>
                    {key.usedBy && <span className={styles.tag}>used here as {key.usedBy.label}</span>}
                  </p>
                  <p className={styles.facts}>{accountKeyFacts(key, now)}</p>
                </div>
                <Button
                  look="ghost"
                  aria-label={`Delete ${key.description || key.identifier}…`}
                  onClick={() => setRemoving(key)}
                >
                  Delete…
                </Button>
              </li>
            ))}
          </ul>
          {removing && (
            <Question
              {...removeKeyWords(removing)}
              yes="Delete key"
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
