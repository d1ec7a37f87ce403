import { chooseKey } from '../../../shared/model/choose-key.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { useClient } from '../../state/hooks.ts'

/** Shows the SSH keys of the account whose SFTP address is told, over the area. */
export function useSshKeys(server: ServerView): () => void {
  const { view, mirror } = useClient()
  return () => {
    const keyId = chooseKey(mirror.store.getState().state, server, { permission: 'files-read', now: Date.now() })
    if (keyId !== undefined) view.setState({ dialog: { kind: 'ssh-keys', keyId } })
  }
}
