import type { KeyId } from '../../../shared/model/identifier.ts'
import { useAppState } from '../../state/hooks.ts'
import { AccountDialog } from './AccountDialog.tsx'

/** The account behind a key, at its SSH keys. */
export function SshKeysDialog({ keyId, onClose }: { keyId: KeyId; onClose: () => void }) {
  const keyView = useAppState(({ keys }) => keys[keyId])
  return keyView === undefined ? null : <AccountDialog keyView={keyView} begins="ssh" onClose={onClose} />
}
