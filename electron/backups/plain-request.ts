import { missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { BackupRequest } from '../../shared/model/backup-run.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import { saveCommandsOf } from '../../shared/model/save-commands.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/**
 * An unlocked backup that the panel names. The game saves first where the app knows how and a key may tell it.
 * @param now unix milliseconds
 */
export function plainRequest(state: AppState, ref: ServerRef, game: GameId | null, now: number): BackupRequest {
  const server = state.servers[ref]
  const canSave = server && missingPermissionOfServer(state, server, 'console', now) === null
  return { name: '', isLocked: false, before: canSave ? [...saveCommandsOf(game)] : [] }
}
