import type { BackupRequest } from '../../shared/backups/contract.ts'
import { saveCommandsOf } from '../../shared/backups/save-commands.ts'
import { missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
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
