import { useEffect, useRef } from 'react'
import type { BackupList, BackupsOfServer } from '../../../shared/backups/contract.ts'
import { whyNotAllowed } from '../../../shared/keys/allowed.ts'
import { type BackupDays, backupAgeText, backupNeed, backupNeedText } from '../../../shared/model/backup-health.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { BackupHealth, ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { notAllowed } from '../area/area-words.ts'
import type { Outcome } from '../outcome.ts'

/**
 * How old the newest good backup of a server is, for a question before something that may lose its world: `The newest good
 * backup is 3 days old.` Where it is not known, the list is read once while the question is open; null until then, where
 * that tells nothing, and where there is no server or its panel has no backups.
 */
export function useBackupAge(server: ServerView | undefined): string | null {
  const { call } = useClient().bridge
  const ref = server?.ref
  const age = useAppState(({ backupHealth }) =>
    ref === undefined ? null : backupAgeText(backupHealth[ref], Date.now()),
  )
  const isReadable = useAppState(
    (state) => server !== undefined && whyNotAllowed(state, server, 'backups', 'view', Date.now()) === null,
  )
  const asked = useRef<ServerRef>(undefined)
  useEffect(() => {
    // Once for each question, whatever the answer tells: that shows in the state, and a failure where backups are
    // looked at.
    if (ref === undefined || !isReadable || age !== null || asked.current === ref) return
    asked.current = ref
    void call('backups:list', { ref })
  })
  return age
}

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

/** The list, with what the panel tells beside it. */
export type Listed = BackupList & Pick<BackupsOfServer, 'limit' | 'denied'>

/** How many backups count against the server's limit: pending and good ones. */
export const takenOf = ({ backups, counted }: BackupList): number =>
  counted ?? backups.filter(({ state }) => state === 'pending' || state === 'good').length

/** Why no other backup can be made, by what the panel tells beside the list, in a few words; null where one can. */
export function whyNoOther(list: Listed): string | null {
  const { limit, denied } = list
  if (denied.includes('create')) return notAllowed
  if (limit === null || takenOf(list) < limit) return null
  return limit === 0 ? 'its host allows it none' : 'delete a backup first: the server has all that it may have'
}
