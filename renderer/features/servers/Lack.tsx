import { useShallow } from 'zustand/react/shallow'
import { type Lack, lackHint } from '../../../shared/model/key-permissions.ts'
import type { Permission } from '../../../shared/model/permission.ts'
import { permissionText } from '../../../shared/model/permission-text.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { serverLack } from '../../../shared/model/server-keys.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'

/** Why no key of the server can do something. The app tells when what was learned has expired. */
export function useLack(server: ServerView | undefined, permission: Permission): Lack | null {
  return useAppState(
    useShallow((state) => (server === undefined ? null : serverLack(state, server, permission, Date.now()))),
  )
}

/** What a button that cannot work for want of a permission carries: it stays in reach of keyboard and pointer. */
export function lackProps(lack: Lack | null) {
  if (lack === null) return {}
  const [first = '', ...rest] = lack.reason
  return { 'aria-disabled': true, title: `${first.toUpperCase()}${rest.join('')}. ${lack.hint}` } as const
}

/** The step that may mend it: asking the panel again, or saying what the key may do. */
function MendLack({ server, lack }: { server: ServerView; lack: Lack }) {
  const client = useClient()
  const [first] = server.keyIds
  if (lack.wasLearned) {
    const retry = () => {
      for (const keyId of server.keyIds) void client.refreshKey(keyId)
    }
    return <Button onClick={retry}>Try again</Button>
  }
  const say = () => first && client.view.setState({ page: 'keys', asked: { keyId: first, dialog: 'permissions' } })
  return <Button onClick={say}>What this key may do</Button>
}

const used = ['power', 'console'] as const

/** One calm line in the pane of a server whose keys lack Power or Console: what, how to change it, and the step. */
export function LackLine({ server }: { server: ServerView }) {
  const lacks = [useLack(server, 'power'), useLack(server, 'console')]
  const lack = lacks.find((one) => one !== null)
  if (!lack) return null
  const names = used.filter((_, i) => lacks[i] !== null).map((permission) => permissionText[permission].name)
  const subject = server.keyIds.length === 1 ? 'The key of this server lacks' : 'The keys of this server lack'
  return (
    <div className="pane-outcome pane-lack">
      <p>
        {subject} {names.join(' and ')}. {lackHint(names.join(' and '), lack.wasLearned)}
      </p>
      <MendLack server={server} lack={lack} />
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
      className="try-with"
      title={label}
      {...(tabIndex !== undefined && { tabIndex })}
      onClick={() => client.power(ref, action.signal, other.id)}
    >
      <span>{label}</span>
    </Button>
  )
}
