import type { RestoreView } from '../../../shared/backups/contract.ts'
import { canCancelRestore, hasRestoreEnded } from '../../../shared/backups/restore.ts'
import { missingPermissionOfServer } from '../../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { useAppState, useClient, useRunOnce } from '../../state/hooks.ts'

/** The newest guided restore of a server; null for none. */
export const useRestore = (ref: ServerRef): RestoreView | null =>
  useAppState((state) =>
    Object.values(state.restores)
      .filter((restore) => restore.ref === ref)
      .reduce<RestoreView | null>((last, one) => (last === null || one.startedAt >= last.startedAt ? one : last), null),
  )

/** What can be done about a restore: given up, watched no longer, and once it is done the server started. */
export function useRestoreSteps(server: ServerView): (restore: RestoreView) => Pick<AreaNews, 'step' | 'onDismiss'> {
  const client = useClient()
  const run = useRunOnce()
  const { call } = client.bridge
  const canStart = useAppState(
    (state) => powerChoices(server, missingPermissionOfServer(state, server, 'power', Date.now())).start === null,
  )
  return (restore) => {
    const { id, phase } = restore
    if (canCancelRestore(restore))
      return { step: { label: 'Cancel', onClick: () => void run(() => call('restores:cancel', { id })) } }
    if (phase === 'following')
      return { step: { label: 'Stop watching', onClick: () => void run(() => call('restores:leave', { id })) } }
    if (!hasRestoreEnded(restore)) return {}
    const onDismiss = () => void run(() => call('restores:dismiss', { id }))
    if (phase !== 'done' || !canStart) return { onDismiss }
    return { onDismiss, step: { label: 'Start', onClick: () => client.power(server.ref, 'start') } }
  }
}
