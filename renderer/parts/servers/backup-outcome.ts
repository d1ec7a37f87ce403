import { type BackupDays, type BackupHealth, backupNeed, backupNeedText } from '../../../shared/model/backup-health.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState } from '../../state/hooks.ts'
import type { Outcome } from '../outcome.ts'

/**
 * Why a server's backups need a person, for its row; null where they do not.
 * @param now unix milliseconds
 */
function backupOutcome(health: BackupHealth | undefined, maxDays: BackupDays | null, now: number): Outcome | null {
  const need = backupNeed(health, maxDays, now)
  if (health === undefined || need === null) return null
  const short = backupNeedText(health, need, now)
  const hint = need === 'backup-failed' ? 'Back up again.' : 'Back up now.'
  return { tone: 'bad', short, text: `${short}.`, hint, at: health.readAt }
}

/** The same of a server in the state; nothing while its panel holds it. */
export function useBackupOutcome(server: ServerView | undefined, now: number): Outcome | null {
  const health = useAppState((state) => (server === undefined ? undefined : state.backupHealth[server.ref]))
  const maxDays = useAppState((state) => state.preferences.backupDays)
  return server?.condition === null ? backupOutcome(health, maxDays, now) : null
}
