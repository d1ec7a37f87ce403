import { isBackupRunning } from '../../shared/backups/backups.ts'
import { hasRestoreEnded } from '../../shared/backups/restore.ts'
import { isReinstalling } from '../../shared/jobs/reinstall.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { hasEnded } from '../../shared/model/restart.ts'
import { isUnderWay } from '../../shared/model/under-way.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/**
 * Whether something runs that was announced or is followed: a countdown or what comes after its zero, a bulk action
 * that is not paused, an action whose end is not seen yet, a backup that is made, downloaded or restored, a reinstall,
 * files on their way. Then the app must not be stopped in the middle.
 */
export function isBusy({
  plans,
  bulks,
  servers,
  backupRuns,
  downloads,
  fileMoves,
  restores,
  reinstalls,
}: AppState): boolean {
  return (
    Object.values(plans).some((plan) => !hasEnded(plan)) ||
    Object.values(bulks).some(
      ({ endedAt, phase, items }) =>
        endedAt === null && (phase === 'running' || items.some(({ outcome }) => outcome === 'running')),
    ) ||
    Object.values(servers).some(({ action }) => isRunning(action)) ||
    Object.values(backupRuns).some(isBackupRunning) ||
    Object.values(downloads).some(isUnderWay) ||
    Object.values(fileMoves).some(isUnderWay) ||
    Object.values(restores).some((restore) => !hasRestoreEnded(restore)) ||
    Object.values(reinstalls).some(isReinstalling)
  )
}

/** The servers with something under way that is followed in the state: an action, a plan, a backup, a restore, a reinstall. */
export function busyServers({ servers, plans, backupRuns, restores, reinstalls }: AppState): ReadonlySet<ServerRef> {
  return new Set(
    [
      Object.values(servers).filter(({ action }) => isRunning(action)),
      Object.values(plans).filter((plan) => !hasEnded(plan)),
      Object.values(backupRuns).filter(isBackupRunning),
      Object.values(restores).filter((restore) => !hasRestoreEnded(restore)),
      Object.values(reinstalls).filter(isReinstalling),
    ].flatMap((all) => all.map(({ ref }) => ref)),
  )
}
