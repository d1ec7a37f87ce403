import type { PlayersUnknown } from '../../shared/model/players.ts'
import type { Target } from './address.ts'
import type { Asked } from './ask.ts'

/** What is known of asking one target. Times are of the steady clock, in milliseconds. */
export type Attempts = {
  readonly target: Pick<Target, 'address' | 'port'>
  /** When it was asked last. */
  readonly at: number
  /** How often in a row it did not tell a count. */
  readonly failures: number
  readonly unknown: PlayersUnknown | null
  readonly isUdpSilent: boolean
}

/** How often a server is asked: while somebody looks at it, else, and after several failures; in milliseconds. */
const lookedAtMs = 20_000
const usualMs = 60_000
const heldMs = 15 * 60_000

/** Number of failures in a row after which a target is left alone for a while. */
const patience = 3

/** One more attempt. @param before null for the first; those at another target do not count */
export function afterAsking(before: Attempts | null, target: Attempts['target'], asked: Asked, at: number): Attempts {
  if ('reading' in asked) return { target, at, failures: 0, unknown: null, isUdpSilent: false }
  const isSame = before?.target.address === target.address && before.target.port === target.port
  const failures = (isSame ? before.failures : 0) + 1
  return { target, at, failures, unknown: asked.unknown, isUdpSilent: asked.isUdpSilent }
}

/** Whether a target did not answer so often that it is left alone for 15 minutes. */
export const isHeld = ({ failures }: Attempts): boolean => failures >= patience

/** When a target is due again, on the steady clock. Looks do not shorten a hold; `failures` has to be set back for that. */
export function nextAt(attempts: Attempts, isLookedAt: boolean): number {
  if (isHeld(attempts)) return attempts.at + heldMs
  return attempts.at + (isLookedAt ? lookedAtMs : usualMs)
}

/**
 * Whether UDP seems blocked on this computer: the newest question to each of several machines went unanswered, without even
 * a refusal, while none that was asked over UDP answers. One machine alone may just be off.
 * @param overUdp the attempts at all targets that are asked over UDP
 */
export function blocksUdp(overUdp: readonly Attempts[]): boolean {
  const machines = new Set(overUdp.map(({ target }) => target.address))
  return machines.size > 1 && overUdp.every(({ isUdpSilent }) => isUdpSilent)
}

/** Why a target's count is not known, as it is told. Null while there is one. */
export function reasonOf(attempts: Attempts, isUdpBlocked: boolean): PlayersUnknown | null {
  return isUdpBlocked && attempts.isUdpSilent ? 'udp-blocked' : attempts.unknown
}
