import type { ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state/state-schema.ts'

/** How long an open console may be silent before its server is polled all the same, in milliseconds. */
const silentForMs = 45_000

type Known = Pick<AppState, 'servers' | 'consoles'>

/** True while a console of the server is open. */
export const isStreaming = ({ consoles }: Known, ref: ServerRef) => consoles[ref]?.stream?.phase === 'open'

/**
 * True while an open console tells the server's state, and did so lately. It is newer than any answer of the panel,
 * which may come from a cache, so none takes its place.
 * @param now unix milliseconds
 */
export function isReadByConsole(state: Known, ref: ServerRef, now: number): boolean {
  return isStreaming(state, ref) && Math.abs(now - (state.servers[ref]?.observedAt ?? 0)) <= silentForMs
}
