import { useEffect, useRef } from 'react'
import { whyNotAllowed } from '../../../shared/keys/rights.ts'
import { backupAgeText } from '../../../shared/model/backup-health.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { useAppState, useClient } from '../../state/hooks.ts'

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
