import { catalogue } from '../error-catalogue.ts'
import type { AppError } from '../error-schema.ts'
import type { KeyHealth } from './api-key-schema.ts'

/** True where the panel was not reached, for whatever reason. */
export function isUnreachable({ code }: Pick<AppError, 'code'>): boolean {
  return catalogue[code].health === 'unreachable'
}

/**
 * True for a failure of the key itself: repeated requests would get its address banned, or the keychain to ask again.
 */
export function isKeyTrouble({ code }: Pick<AppError, 'code'>): boolean {
  const { health } = catalogue[code]
  return health === 'refused' || health === 'unreadable'
}

/** True for a key that does not work until a person fixes it. */
export function isInTrouble(health: KeyHealth): boolean {
  return health.kind === 'failing' && isKeyTrouble(health.error)
}

/** True for a key that the panel refuses (401), which lasts until it gets another token. */
export function isRefused(health: KeyHealth): health is Extract<KeyHealth, { kind: 'failing' }> {
  return health.kind === 'failing' && health.error.code === 'token-refused'
}

/**
 * The health of a key after `next`: a continuing failure keeps the time at which it began. Only a rate limit is timed
 * from its last answer, from which its wait counts.
 */
export function followHealth(before: KeyHealth | undefined, next: KeyHealth): KeyHealth {
  if (next.kind !== 'failing' || before?.kind !== 'failing' || next.error.code === 'rate-limited') return next
  const isSame = before.error.code === next.error.code
  const isStillAway = isUnreachable(before.error) && isUnreachable(next.error)
  return isSame || isStillAway ? { ...next, since: before.since } : next
}
