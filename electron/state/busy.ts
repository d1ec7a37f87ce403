import { isBackupRunning } from '../../shared/backups/backups.ts'
import { hasRestoreEnded } from '../../shared/backups/restore.ts'
import { isReinstalling } from '../../shared/jobs/reinstall.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { hasEnded } from '../../shared/model/restart.ts'
import { isUnderWay } from '../../shared/model/under-way.ts'
import { isRunning } from '../../shared/servers/choices.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { valuesOf } from '../../shared/tables.ts'

/** What is under way and followed in the state, each with its server: actions, plans, backups, restores, reinstalls. */
const underWayIn = ({ servers, plans, backupRuns, restores, reinstalls }: AppState): readonly { ref: ServerRef }[] => [
  ...valuesOf(servers).filter(({ action }) => isRunning(action)),
  ...Object.values(plans).filter((plan) => !hasEnded(plan)),
  ...Object.values(backupRuns).filter(isBackupRunning),
  ...Object.values(restores).filter((restore) => !hasRestoreEnded(restore)),
  ...Object.values(reinstalls).filter(isReinstalling),
]

/** The servers with something under way that is followed in the state. */
export const busyServers = (state: AppState): ReadonlySet<ServerRef> => new Set(underWayIn(state).map(({ ref }) => ref))

/**
 * Whether something runs that was announced or is followed, a bulk action that is not paused, or files on their way.
 * Then the app must not be stopped in the middle.
 */
export const isBusy = (state: AppState): boolean =>
  underWayIn(state).length > 0 ||
  [...Object.values(state.downloads), ...Object.values(state.fileMoves)].some(isUnderWay) ||
  Object.values(state.bulks).some(
    ({ endedAt, phase, items }) =>
      endedAt === null && (phase === 'running' || items.some(({ outcome }) => outcome === 'running')),
  )
