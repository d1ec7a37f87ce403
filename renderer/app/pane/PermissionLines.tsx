import { useShallow } from 'zustand/react/shallow'
import { missingPermissionHint } from '../../../shared/model/key-permissions.ts'
import { type Permission, permissionText } from '../../../shared/model/permission.ts'
import { isKeyRefusal, isRefusalOver } from '../../../shared/model/refusal.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { serverRefusal, usableKeys } from '../../../shared/model/server-keys.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import { useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { OpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import lineStyles from './pane-line.module.css'

const used = ['power', 'console'] as const

const namesOf = (isMeant: (permission: Permission, i: number) => boolean) =>
  used
    .filter(isMeant)
    .map((permission) => permissionText[permission].name)
    .join(' and ')

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
