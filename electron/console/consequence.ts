import type { ConsoleStream } from '../../shared/model/console-line.ts'
import type { KeyId, ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state.ts'
import { keyTroubles } from '../servers/key-answers.ts'

/**
 * What a change of state means for a server's console: it is `gone` with the server, must be taken up anew
 * (`reopen`), is worth another try (`retry`), or goes on as it is (null).
 */
export type Consequence = 'gone' | 'reopen' | 'retry' | null

const trustOf = ({ panels, servers }: AppState, ref: ServerRef) => {
  const panelId = servers[ref]?.panelId
  return panelId && panels[panelId]?.trustedCertificate?.fingerprint
}

function isKeyHealed(ref: ServerRef, after: AppState, before: AppState): boolean {
  const works = ({ keys }: AppState, id: KeyId) => keys[id]?.health.kind === 'works'
  return after.servers[ref]?.keyIds.some((id) => works(after, id) && !works(before, id)) ?? false
}

export function consequenceOf(
  ref: ServerRef,
  stream: ConsoleStream | null,
  after: AppState,
  before: AppState,
): Consequence {
  if (after.servers[ref] === undefined) return 'gone'
  const endedBy = stream?.phase === 'ended' ? stream.error?.code : undefined
  if (endedBy !== undefined) return keyTroubles.has(endedBy) && isKeyHealed(ref, after, before) ? 'reopen' : null
  // A connection lasts no longer than the trust that it was made with.
  if (trustOf(after, ref) !== trustOf(before, ref)) return 'reopen'
  const [now, then] = [after.servers[ref]?.condition, before.servers[ref]?.condition]
  return now === null && then !== null && then !== undefined ? 'retry' : null
}
