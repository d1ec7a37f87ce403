import type { ServerView } from '../../../shared/model/server.ts'
import { usableKeys } from '../../../shared/model/server-keys.ts'
import { useAppState, useClient } from '../../state/hooks.ts'

/** Shows the SSH keys of the account that reaches a server, over the area. */
export function useSshKeys(server: ServerView): () => void {
  const { view } = useClient()
  const keyId = useAppState((state) => usableKeys(state, server)[0]?.id)
  return () => {
    if (keyId !== undefined) view.setState({ dialog: { kind: 'ssh-keys', keyId } })
  }
}
