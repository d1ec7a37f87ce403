import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server.ts'
import type { Result } from '../../shared/result.ts'
import { fail, ok } from '../../shared/result.ts'
import type { AppState } from '../../shared/state.ts'
import type { PanelClient } from '../panel/types.ts'

export type ClientFor = (keyId: KeyId) => PanelClient | undefined

/** The key to act with: the first that works, else the first that reaches the server at all. */
export function chooseKey(state: AppState, server: ServerView): KeyId | undefined {
  const works = server.keyIds.find((id) => state.keys[id]?.health.kind === 'works')
  return works ?? server.keyIds[0]
}

/** A server of the list with the client to act on it. */
export function reach(
  state: AppState,
  ref: ServerRef,
  clientFor: ClientFor,
): Result<{ server: ServerView; keyId: KeyId; client: PanelClient }> {
  const server = state.servers[ref]
  if (server === undefined) return fail('unknown-server')
  const keyId = chooseKey(state, server)
  if (keyId === undefined) return fail('unknown-key')
  const client = clientFor(keyId)
  return client === undefined ? fail('unknown-key') : ok({ server, keyId, client })
}
