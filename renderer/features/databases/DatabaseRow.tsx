import { useLayoutEffect, useRef } from 'react'
import { type Database, databaseAddress, passwordShownMs } from '../../../shared/model/database.ts'
import { AreaLines } from '../../parts/area/AreaRows.tsx'
import { stopped } from '../../parts/area/stopped.ts'
import { useCopy } from '../../parts/use-copy.ts'
import { useSecond } from '../../state/hooks.ts'
import { MenuItem, MenuLine } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
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
        <span className={styles.shown}>
          <SecretText secret={secret} />
          <small>hidden in {Math.ceil(left / 1_000)} s</small>
        </span>
      </td>
    </tr>
  )
}

export type DatabaseChoices = {
  /** Why each cannot be done, in a few words; null where it can. */
  readonly password: string | null
  readonly rotate: string | null
  readonly remove: string | null
}

export type DatabaseActName = 'show' | 'hide' | 'copy' | 'rotate' | 'remove'

type RowProps = {
  database: Database
  choices: DatabaseChoices
  secret: Secret
  /** Null while its password is not shown. */
  shown: ShownPassword | null
  onAct: (act: DatabaseActName, database: Database) => void
}

/** One database of a server: where it is reached, its password while that was asked for, and what can be done with it. */
export function DatabaseRow({ database, choices, secret, shown, onAct }: RowProps) {
  const copy = useCopy()
  const { name, username } = database
  const address = databaseAddress(database)
  const act = (wanted: DatabaseActName, why: string | null = null) => ({
    ...stopped(why),
    onClick: () => why === null && onAct(wanted, database),
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
          <span className={styles.buttons}>
            {shown === null ? (
              <Button look="ghost" aria-label={`Show password of ${name}`} {...act('show', choices.password)}>
                Show password
              </Button>
            ) : (
              <Button look="ghost" aria-label={`Hide password of ${name}`} {...act('hide')}>
                Hide password
              </Button>
            )}
            <Button look="ghost" aria-label={`Copy password of ${name}`} {...act('copy', choices.password)}>
              Copy
            </Button>
          </span>
        </td>
        <td>
          <MenuButton icon="more" label={`More for ${name}`}>
            <MenuItem reason={address === '' ? 'the panel tells none' : null} onClick={() => copy('Address', address)}>
              Copy address
            </MenuItem>
            <MenuItem onClick={() => copy('Name', name)}>Copy name</MenuItem>
            <MenuItem onClick={() => copy('User', username)}>Copy user</MenuItem>
            <MenuLine />
            <MenuItem reason={choices.rotate} onClick={() => onAct('rotate', database)}>
              New password…
            </MenuItem>
            <MenuItem bad reason={choices.remove} onClick={() => onAct('remove', database)}>
              Delete…
            </MenuItem>
          </MenuButton>
        </td>
      </tr>
      {shown !== null && <PasswordRow secret={secret} until={shown.until} />}
    </>
  )
}
