import { useShallow } from 'zustand/react/shallow'
import { type MissingPermission, missingPermissionHint } from '../../../shared/model/key-permissions.ts'
import { type Permission, permissionText } from '../../../shared/model/permission.ts'
import { isKeyRefusal, isRefusalOver } from '../../../shared/model/refusal.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { missingPermissionOfServer, serverRefusal, usableKeys } from '../../../shared/model/server-keys.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './MissingPermission.module.css'
import { OpenPanel } from './OpenPanel.tsx'
import lineStyles from './pane-line.module.css'

/** Why no key of the server can be used for a permission; null where one may have it. */
export function useMissingPermission(server: ServerView | undefined, permission: Permission): MissingPermission | null {
  return useAppState(
    useShallow((state) =>
      server === undefined ? null : missingPermissionOfServer(state, server, permission, Date.now()),
    ),
  )
}

/** `was refused 12:04`, where the panel refused something to the keys of a server; another try may work. */
export function useRefusalNote(server: ServerView | undefined, permission: Permission): string | null {
  const at = useAppState((state) =>
    server === undefined ? null : serverRefusal(state, server, permission, Date.now()),
  )
  return at === null ? null : `was refused ${clockTime(at)}`
}

/**
 * Props for a button that lacks its permission: it stays reachable by keyboard and pointer, so that the reason can be
 * read.
 */
export function missingPermissionProps(missing: MissingPermission | null) {
  if (missing === null) return {}
  const [first = '', ...rest] = missing.reason
  return { 'aria-disabled': true, title: `${first.toUpperCase()}${rest.join('')}. ${missing.hint}` } as const
}

const used = ['power', 'console'] as const

/** Says that the owner declared all keys of a server to lack Power or Console, and where to change that. */
export function MissingPermissionLine({ server }: { server: ServerView }) {
  const client = useClient()
  const lacks = [useMissingPermission(server, 'power'), useMissingPermission(server, 'console')]
  const names = namesOf((_, i) => lacks[i] !== null)
  const [first] = server.keyIds
  if (names === '' || first === undefined) return null
  const subject = server.keyIds.length === 1 ? 'The key of this server lacks' : 'The keys of this server lack'
  return (
    <div className={`${lineStyles.line} ${lineStyles.missing}`}>
      <p>
        {subject} {names}. {missingPermissionHint(names)}
      </p>
      <Button onClick={() => client.view.setState({ page: 'keys', asked: { keyId: first, dialog: 'permissions' } })}>
        What this key may do
      </Button>
    </div>
  )
}

const namesOf = (isMeant: (permission: Permission, i: number) => boolean) =>
  used
    .filter(isMeant)
    .map((permission) => permissionText[permission].name)
    .join(' and ')

/** Says what the panel just refused to the keys of a server, and how to fix it. Nothing is disabled for it. */
export function RefusalLine({ server }: { server: ServerView }) {
  const client = useClient()
  const { action } = server
  const refused = useAppState(
    useShallow((state) => used.map((permission) => serverRefusal(state, server, permission, Date.now()))),
  )
  // The action's own outcome says more.
  const isTold = useAppState(
    (state) =>
      action?.phase === 'refused' &&
      action.error !== null &&
      isKeyRefusal(action.error) &&
      !isRefusalOver(action, state, Date.now()),
  )
  const labels = useAppState(useShallow((state) => usableKeys(state, server).map((key) => key.label)))
  const names = namesOf((permission, i) => refused[i] != null && !(isTold && permission === 'power'))
  if (names === '') return null
  const retry = () => {
    for (const keyId of server.keyIds) void client.refreshKey(keyId)
  }
  return (
    <div className={`${lineStyles.line} ${lineStyles.missing}`}>
      <p>
        The panel refused {names} to {labels.join(' and ')} at {clockTime(Math.max(...refused.map((at) => at ?? 0)))}.
        Tick {names} for {labels.length === 1 ? 'it' : 'one of them'} in the panel; another try may work by now.
      </p>
      <Button onClick={retry}>Check again</Button>
      <OpenPanel panelId={server.panelId} />
    </div>
  )
}

/** Offers a refused action with the other key that may do it, while there is one. */
export function TryWithOther({ server, tabIndex }: { server: ServerView; tabIndex?: number }) {
  const client = useClient()
  const { action, ref } = server
  const other = useAppState((state) => (action?.otherKeyId ? state.keys[action.otherKeyId] : undefined))
  if (action === null || other === undefined) return null
  const label = `Try with ${other.label}`
  return (
    <Button
      className={styles.tryWith}
      title={label}
      {...(tabIndex !== undefined && { tabIndex })}
      onClick={() => client.power(ref, action.signal, other.id)}
    >
      <span>{label}</span>
    </Button>
  )
}
