import { type BackupRun, isBackupRunning } from './backup-run.ts'
import { heldReason, whyHeld } from './describe-server.ts'
import type { ServerRef } from './identifier.ts'
import { isRunning } from './power-choices.ts'
import { isReinstalling, type ReinstallRun } from './reinstall.ts'
import { isRestoring } from './restore.ts'
import type { RestoreView } from './restore-schema.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { ServerView } from './server-schema.ts'
import type { WithKeys, WithPanels } from './slices.ts'

type State = WithKeys &
  WithPanels & {
    readonly backupRuns: Readonly<Record<ServerRef, BackupRun>>
    readonly restores: Readonly<Record<string, RestoreView>>
    readonly reinstalls: Readonly<Record<ServerRef, ReinstallRun>>
  }

/**
 * Why a server's name and description cannot be changed now, in a few words; null where they can. Takes unix
 * milliseconds.
 */
export function whyNoRename(state: WithKeys, server: ServerView, now: number): string | null {
  if (server.keyIds.length === 0) return 'no key reaches it'
  const missing = missingPermissionOfServer(state, server, 'settings', now)
  if (missing !== null) return missing.reason
  return whyHeld(server)
}

/**
 * Why a server cannot be reinstalled now, in a few words; null where it can. The client API document names no permission
 * for it, so only a key with all of them surely may. Takes unix milliseconds.
 */
export function whyNoReinstall(state: State, server: ServerView, now: number): string | null {
  if (server.keyIds.length === 0) return 'no key reaches it'
  const missing = missingPermissionOfServer(state, server, 'all', now)
  if (missing !== null) return missing.reason
  if (server.condition !== null) return heldReason(server.condition)
  if (isRunning(server.action)) return 'another action is running'
  if (isRestoring(state.restores, server.ref)) return 'a restore is running'
  const reinstall = state.reinstalls[server.ref]
  if (reinstall !== undefined && isReinstalling(reinstall)) return 'a reinstall is under way'
  const run = state.backupRuns[server.ref]
  return run !== undefined && isBackupRunning(run) ? 'a backup is being made' : null
}
