import { useLayoutEffect, useRef } from 'react'
import type { Database, DatabaseAct } from '../../../shared/databases/contract.ts'
import { databaseAddress, passwordShownMs } from '../../../shared/databases/databases.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { RowMenu } from '../../parts/area/RowMenu.tsx'
import { stopped } from '../../parts/area/stopped.ts'
import { useCopy } from '../../parts/copy.ts'
import { useSecond } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { badAct, menuAct } from '../../ui/menu-acts.ts'
import styles from './DatabaseRow.module.css'
import { fromText } from './database-words.ts'
import type { Secret, ShownPassword } from './use-password.ts'

/** The password itself, put into the page by hand: as a child React would keep it after it is gone. */
function SecretText({ secret }: { secret: Secret }) {
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const node = place.current
    if (node !== null) node.textContent = secret.text
    return () => node?.replaceChildren()
  }, [secret])
  return <code ref={place} className={styles.secret} />
}

/** The row below a database while its password is shown: passwords are long, and none may be cut off. */
function PasswordRow({ secret, until }: { secret: Secret; until: number }) {
  const now = useSecond(true)
  const left = Math.min(passwordShownMs, Math.max(0, until - now))
  return (
    <tr>
      <td colSpan={4}>
        <span className={styles.shown} data-flex="" data-wrap>
          <SecretText secret={secret} />
          <small>hidden in {Math.ceil(left / 1_000)} s</small>
        </span>
      </td>
    </tr>
  )
}

type RowProps = {
  database: Database
  /** Why something cannot be done, in a few words; null where it can. */
  why: (act: DatabaseAct) => string | null
  secret: Secret
  /** Null while its password is not shown. */
  shown: ShownPassword | null
  on: Readonly<Record<'show' | 'hide' | 'copy' | 'rotate' | 'remove', (database: Database) => void>>
}

/** One database of a server: where it is reached, its password while that was asked for, and what can be done with it. */
export function DatabaseRow({ database, why, secret, shown, on }: RowProps) {
  const copy = useCopy()
  const { name, username } = database
  const address = databaseAddress(database)
  const passwordAct = (act: (database: Database) => void, reason = why('view-password')) => ({
    ...stopped(reason),
    onClick: () => reason === null && act(database),
  })
  return (
    <>
      <tr>
        <th scope="row">
          <AreaLines>
            <span title={name}>{name}</span>
            <small title={`User ${username}`}>{username}</small>
          </AreaLines>
        </th>
        <td>
          <AreaLines>
            <span title={address}>{address || '–'}</span>
            <small title={database.connectionsFrom}>{fromText(database)}</small>
          </AreaLines>
        </td>
        <td>
          <span className={styles.buttons} data-flex="">
            {shown === null ? (
              <Button look="ghost" aria-label={`Show password of ${name}`} {...passwordAct(on.show)}>
                Show password
              </Button>
            ) : (
              <Button look="ghost" aria-label={`Hide password of ${name}`} {...passwordAct(on.hide, null)}>
                Hide password
              </Button>
            )}
            <Button look="ghost" aria-label={`Copy password of ${name}`} {...passwordAct(on.copy)}>
              Copy
            </Button>
          </span>
        </td>
        <td>
          <RowMenu
            name={name}
            groups={[
              [
                menuAct('Copy address', address === '' ? 'the panel tells none' : null, () => copy('Address', address)),
                menuAct('Copy name', null, () => copy('Name', name)),
                menuAct('Copy user', null, () => copy('User', username)),
              ],
              [
                menuAct('New password…', why('update'), () => on.rotate(database)),
                badAct('Delete…', why('delete'), () => on.remove(database)),
              ],
            ]}
          />
        </td>
      </tr>
      {shown !== null && <PasswordRow secret={secret} until={shown.until} />}
    </>
  )
}
