import { useEffect, useMemo, useRef } from 'react'
import { isBackupRunning, isOutdated } from '../../../shared/backups/backups.ts'
import { heldBackups } from '../../../shared/backups/choices.ts'
import type { BackupId, BackupRun, BackupsOfServer } from '../../../shared/backups/contract.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { type Query, useAsked } from '../../state/queries.ts'

/** How long after an answer the list is read again while it is looked at, in milliseconds. */
const everyMs = 120_000
/** The same while a backup is made of which nothing else tells: another program's, or a schedule's. */
const pendingEveryMs = 20_000

/** The server's backups, read while the caller is shown. */
export function useBackupList(ref: ServerRef): Query<BackupsOfServer> {
  const { call } = useClient().bridge
  // The app tells of its own backup in the state.
  const isTold = useAppState(({ backupRuns: { [ref]: run } }) => run !== undefined && isBackupRunning(run))
  return useAsked(
    ['backups', ref],
    () => call('backups:list', { ref }),
    (value) => (!isTold && value?.backups.some(({ state }) => state === 'pending') ? pendingEveryMs : everyMs),
  )
}

/** The backups of the server that are being downloaded or restored. */
export function useHeldBackups(ref: ServerRef): ReadonlySet<BackupId> {
  const downloads = useAppState((state) => state.downloads)
  const restores = useAppState((state) => state.restores)
  return useMemo(() => heldBackups({ downloads, restores }, ref), [downloads, restores, ref])
}

/** The list with the last backup that was made from here: what the app sees of that one is in the list at once. */
export function useBackups(ref: ServerRef): { list: Query<BackupsOfServer>; run: BackupRun | null } {
  const list = useBackupList(ref)
  const run = useAppState((state) => state.backupRuns[ref] ?? null)
  const step = run === null ? '' : `${run.id} ${run.backupId} ${run.endedAt}`
  const seen = useRef(step)
  const { again } = list
  // Somebody else's backup may have ended, as its machine says over the console.
  const health = useAppState((state) => state.backupHealth[ref])
  const isOld = list.value !== null && !list.isAsking && isOutdated(list.value, list.at, health)
  const askedFor = useRef(0)
  useEffect(() => {
    // Once for each reading: one that fails is left to the next turn.
    if (!isOld || health === undefined || askedFor.current === health.readAt) return
    askedFor.current = health.readAt
    again()
  })
  useEffect(() => {
    if (seen.current === step) return
    seen.current = step
    if (run !== null && (run.backupId !== null || run.endedAt !== null)) again()
  })
  return { list, run }
}
