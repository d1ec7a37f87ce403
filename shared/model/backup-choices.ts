import { type BackupRun, isBackupRunning } from './backup-run.ts'
import { heldReason } from './describe-server.ts'
import type { ServerRef } from './identifier.ts'
import { isRestoring } from './restore.ts'
import type { RestoreView } from './restore-schema.ts'
import { missingPermissionOfServer } from './server-keys.ts'
import type { ServerView } from './server-schema.ts'
import type { WithKeys, WithPanels } from './slices.ts'
import { clockTime } from './time-words.ts'

type State = WithKeys &
  WithPanels & {
    readonly backupRuns: Readonly<Record<ServerRef, BackupRun>>
    readonly restores: Readonly<Record<string, RestoreView>>
  }

/** Until when a panel said that it makes no more backups of the server, in unix milliseconds; null where it did not. */
export function throttledUntil({ error, endedAt }: BackupRun): number | null {
  if (error?.code !== 'rate-limited' || error.retryAfterMs === undefined || endedAt === null) return null
  return endedAt + error.retryAfterMs
}

/** Why nothing can be seen of a server's backups, in a few words; null where it can. Takes unix milliseconds. */
export function whyNoBackups(state: WithKeys & WithPanels, server: ServerView, now: number): string | null {
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'not on this panel'
  const missing = missingPermissionOfServer(state, server, 'backups-view', now)
  if (missing === null) return null
  return `${missing.reason.startsWith('keys') ? 'these' : 'this'} ${missing.reason}`
}

/** Why no backup of a server can ever be made from here, in a few words; null where one can. Takes unix milliseconds. */
export function whyNeverBackedUp(state: WithKeys & WithPanels, server: ServerView, now: number): string | null {
  if (server.keyIds.length === 0) return 'no key reaches it'
  if (state.panels[server.panelId]?.dialect !== 'pterodactyl') return 'not on this panel'
  return missingPermissionOfServer(state, server, 'backups-full', now)?.reason ?? null
}

/** Why no backup of a server can be made now, in a few words; null where one can. Takes unix milliseconds. */
export function whyNoBackupNow(state: State, server: ServerView, now: number): string | null {
  const never = whyNeverBackedUp(state, server, now)
  if (never !== null) return never
  if (server.condition !== null) return heldReason(server.condition)
  if (isRestoring(state.restores, server.ref)) return 'a restore is running'
  const run = state.backupRuns[server.ref]
  if (run === undefined) return null
  if (isBackupRunning(run)) return 'one is being made'
  const until = throttledUntil(run)
  return until !== null && until > now ? `again at ${clockTime(until)}` : null
}
