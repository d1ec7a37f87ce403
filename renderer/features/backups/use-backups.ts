import { useEffect, useMemo, useRef } from 'react'
import { isBackingUp, isOutdated } from '../../../shared/backups/backups.ts'
import { heldBackups } from '../../../shared/backups/choices.ts'
import type { BackupId, BackupRun, BackupsOfServer, RestoreView } from '../../../shared/backups/contract.ts'
import { canCancelRestore, hasRestoreEnded } from '../../../shared/backups/restore.ts'
import { missingPower } from '../../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { powerChoices } from '../../../shared/servers/choices.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { useAppState, useClient, useRunOnce } from '../../state/hooks.ts'
import { type Query, useAsked } from '../../state/queries.ts'

/** How long after an answer the list is read again while it is looked at, in milliseconds. */
const everyMs = 120_000
/** The same while a backup is made of which nothing else tells: another program's, or a schedule's. */
const pendingEveryMs = 20_000

/** How a server's backups are read while somebody looks at them. */
export function useBackupReading(ref: ServerRef) {
  const { call } = useClient().bridge
  // The app tells of its own backup in the state.
  const isTold = useAppState((state) => isBackingUp(state, ref))
  return {
    ask: () => call('backups:list', { ref }),
    everyMs: (value: BackupsOfServer | null) =>
      !isTold && value?.backups.some(({ state }) => state === 'pending') ? pendingEveryMs : everyMs,
  }
}

/** The server's backups, read while the caller is shown. */
export function useBackupList(ref: ServerRef): Query<BackupsOfServer> {
  const { ask, everyMs } = useBackupReading(ref)
  return useAsked(['backups', ref], ask, everyMs)
}

/** The backups of the server that are being downloaded or restored. */
export function useHeldBackups(ref: ServerRef): ReadonlySet<BackupId> {
  const downloads = useAppState((state) => state.downloads)
  const restores = useAppState((state) => state.restores)
  return useMemo(() => heldBackups({ downloads, restores }, ref), [downloads, restores, ref])
}

/**
 * The last backup that was made from here. The list is read again where that shows that it is old: what the app sees of a
 * backup is in it at once.
 * @param onFailed called when that backup came to nothing
 */
export function useLastRun(ref: ServerRef, list: Query<BackupsOfServer>, onFailed: () => void): BackupRun | null {
  const run = useAppState((state) => state.backupRuns[ref] ?? null)
  const step = run === null ? '' : `${run.id} ${run.backupId} ${run.endedAt}`
  // Somebody else's backup may have ended, as its machine says over the console.
  const health = useAppState((state) => state.backupHealth[ref])
  const isOld = list.value !== null && !list.isAsking && isOutdated(list.value, list.at, health)
  // The keep rule deletes once that backup is good.
  const keptAt = useAppState((state) => state.keepRuns[ref]?.endedAt ?? null)
  const seen = useRef({ step, readAt: 0, keptAt })
  // All in one effect, so that what comes together is read once.
  useEffect(() => {
    const before = seen.current
    // Once for each reading: one that fails is left to the next turn.
    const readAt = isOld && health ? health.readAt : before.readAt
    seen.current = { step, readAt, keptAt }
    const next = before.step === step ? null : run
    const isInList = next !== null && (next.backupId !== null || next.endedAt !== null)
    const hasKept = keptAt !== null && before.keptAt !== keptAt
    if (isInList || hasKept || before.readAt !== readAt) list.again()
    if (next?.error && next.endedAt !== null) onFailed()
  })
  return run
}

/** The newest guided restore of a server; null for none. */
export const useRestore = (ref: ServerRef): RestoreView | null =>
  useAppState(({ restores }) => {
    const own = Object.values(restores).filter((restore) => restore.ref === ref)
    return own.toSorted((a, b) => a.startedAt - b.startedAt).at(-1) ?? null
  })

/** What can be done about a restore: given up, watched no longer, and once it is done the server started. */
export function useRestoreSteps(server: ServerView): (restore: RestoreView) => Pick<AreaNews, 'step' | 'onDismiss'> {
  const client = useClient()
  const run = useRunOnce()
  const { call } = client.bridge
  const canStart = useAppState((state) => powerChoices(server, missingPower(state, server, Date.now())).start === null)
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
