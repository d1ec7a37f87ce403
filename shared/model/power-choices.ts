import { heldReason } from './describe-server.ts'
import type { MissingPermission } from './key-permissions.ts'
import type { PowerSignal } from './power.ts'
import type { PowerAction } from './power-schema.ts'
import type { ServerView } from './server-schema.ts'

/** True while the outcome is open, so that no second signal is sent. */
export function isRunning(action: PowerAction | null): boolean {
  return action !== null && ['sending', 'waiting', 'accepted'].includes(action.phase)
}

/** For each signal why it cannot be sent now, in a few words; null where it can. */
export type PowerChoices = Readonly<Record<PowerSignal, string | null>>

const every = (reason: string | null): PowerChoices => ({ start: reason, stop: reason, restart: reason, kill: reason })

const byState: Record<ServerView['state'], PowerChoices> = {
  unknown: every(null),
  running: { ...every(null), start: 'already running' },
  starting: { ...every(null), start: 'already starting' },
  stopping: { ...every('still stopping'), kill: null },
  offline: { ...every('already offline'), start: null, restart: 'offline, use Start' },
}

/** True for what the panel accepts and the server's machine then drops without a word. */
export function isDropped(signal: PowerSignal, { state }: Pick<ServerView, 'state'>): boolean {
  return state === 'stopping' && (signal === 'start' || signal === 'restart')
}

/**
 * Which of the four signals can be sent to a server now. While another action runs only kill is free. An unknown state
 * rules nothing out: the panel knows better than a guess.
 * @param missing why none of its keys can send them, where that is known
 */
export function powerChoices(server: ServerView, missing: MissingPermission | null): PowerChoices {
  if (server.keyIds.length === 0) return every('no key reaches it')
  if (missing !== null) return every(missing.reason)
  if (isRunning(server.action)) return { ...every('another action is running'), kill: null }
  if (server.condition !== null) return every(heldReason(server.condition))
  return byState[server.state]
}

/**
 * Which signals can be sent as a second try of an action that stalled: it changed nothing, so the state that was read
 * since does not count, but where the second try would be dropped.
 */
export function retryChoices(server: ServerView, missing: MissingPermission | null): PowerChoices {
  const drops = server.action !== null && isDropped(server.action.signal, server)
  return powerChoices({ ...server, state: drops ? server.state : 'unknown', action: null }, missing)
}
