import type { AppError } from '../error-schema.ts'
import { facts } from '../failure-facts.ts'
import type { PanelId } from '../model/identifier.ts'
import type { PowerAction } from '../model/power-schema.ts'
import { clockTime } from '../model/time-words.ts'
import type { KeyHealth, WithKeys } from './contract.ts'
import { knows } from './permission.ts'

/** True where the panel was not reached, for whatever reason. */
export function isUnreachable({ code }: Pick<AppError, 'code'>): boolean {
  return facts[code].health === 'unreachable'
}

/**
 * True for a failure of the key itself: repeated requests would get its address banned, or the keychain to ask again.
 */
export function isKeyTrouble({ code }: Pick<AppError, 'code'>): boolean {
  const { health } = facts[code]
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

/** True for a refusal (403) of what the key may do; panels do not always say that it is about a permission. */
export function isPermissionRefusal({ code, status }: AppError): boolean {
  return status === 403 && facts[code].health === 'permission'
}

/** True for a refusal that lies with the key: another key may do better, and the panel's key page helps. */
export function isKeyRefusal(error: AppError): boolean {
  return isKeyTrouble(error) || isPermissionRefusal(error)
}

/** True once the reason of a refusal is gone: the key works again, or what was learned of it is forgotten. */
export function isRefusalOver({ error, keyId }: PowerAction, { keys }: WithKeys, now: number): boolean {
  if (error === null || keyId === null || !isKeyRefusal(error)) return false
  const key = keys[keyId]
  if (key === undefined) return true
  if (isKeyTrouble(error)) return !isInTrouble(key.health)
  return !['refused', 'lacks'].includes(knows(key, 'power', now))
}

/**
 * Why a panel does not answer, in a few words such as `not reachable since 12:01`; null while one of its keys works, or
 * nothing is known yet.
 */
export function panelTrouble({ keys }: WithKeys, id: PanelId): string | null {
  const failures = Object.values(keys).flatMap(({ panelId, health }) => (panelId === id ? [health] : []))
  const failing = failures.flatMap((health) => (health.kind === 'failing' ? [health] : []))
  if (failing.length === 0 || failing.length < failures.length) return null
  const since = clockTime(Math.min(...failing.map((health) => health.since)))
  if (failing.some(({ error }) => isUnreachable(error))) return `not reachable since ${since}`
  return failing.every(isInTrouble) ? `key not usable since ${since}` : null
}
