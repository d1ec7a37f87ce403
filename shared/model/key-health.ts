import type { ErrorCode } from '../errors.ts'
import type { KeyHealth } from './api-key.ts'

/** Failures in which the panel was not reached, whatever stood in the way this time. */
export const unreachable: ReadonlySet<ErrorCode> = new Set([
  'host-not-found',
  'connection-refused',
  'timeout',
  'connection-cut',
  'network-failed',
])

/** Failures of the key, not of a server: asking on would get its address banned, or the keychain to ask again. */
export const keyTroubles: ReadonlySet<ErrorCode> = new Set([
  'token-refused',
  'token-unreadable',
  'address-not-allowed',
  'wrong-key-type',
  'two-factor-needed',
])

/** True for a key with which nothing can be done until a person mends it. */
export function isInTrouble(health: KeyHealth): boolean {
  return health.kind === 'failing' && keyTroubles.has(health.error.code)
}

/** True for a key that the panel itself does not take (401): it stays so until it gets another token. */
export function isRefused(health: KeyHealth): health is Extract<KeyHealth, { kind: 'failing' }> {
  return health.kind === 'failing' && health.error.code === 'token-refused'
}

/**
 * The health of a key after `next`: a trouble that goes on keeps the time at which it began. A rate limit is
 * counted from the last answer, as that is what its wait counts from.
 */
export function followHealth(before: KeyHealth | undefined, next: KeyHealth): KeyHealth {
  if (next.kind !== 'failing' || before?.kind !== 'failing' || next.error.code === 'rate-limited') return next
  const isSame = before.error.code === next.error.code
  const isStillAway = unreachable.has(before.error.code) && unreachable.has(next.error.code)
  return isSame || isStillAway ? { ...next, since: before.since } : next
}
