import type { ServerRef } from '../../shared/model/identifier.ts'
import type { AppState } from '../../shared/state/state.ts'

/** How long an open console may say nothing of its server before it is asked for instead, in milliseconds. */
const toldWithinMs = 45_000

type Known = Pick<AppState, 'servers' | 'consoles'>

/** True while a console tells what the server does. */
export const isStreaming = ({ consoles }: Known, ref: ServerRef) => consoles[ref]?.stream?.phase === 'open'

/**
 * True while an open console tells what the server does, and has done so lately. It tells more than the panel, and
 * sooner: the panel's answer may be older, and is not put in its place. @param now unix milliseconds
 */
export function isTold(state: Known, ref: ServerRef, now: number): boolean {
  return isStreaming(state, ref) && now - (state.servers[ref]?.observedAt ?? 0) <= toldWithinMs
}
