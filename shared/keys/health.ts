import type { AppError } from '../error-schema.ts'
import { failureFacts } from '../failure-facts.ts'
import type { PanelId } from '../model/identifier.ts'
import type { ServerView } from '../model/server-schema.ts'
import { clockTime } from '../model/time-words.ts'
import type { KeyHealth, WithKeys } from './contract.ts'
import { knows } from './permission.ts'

type Refused = Pick<ServerView, 'action' | 'condition' | 'observedAt' | 'state'>

/** True where the panel was not reached, for whatever reason. */
export const isUnreachable = ({ code }: Pick<AppError, 'code'>): boolean => failureFacts(code).health === 'unreachable'

/**
 * True for a failure of the key itself: repeated requests would get its address banned, or the keychain to ask again.
 */
export function isKeyTrouble({ code }: Pick<AppError, 'code'>): boolean {
  const { health } = failureFacts(code)
  return health === 'refused' || health === 'unreadable'
}

/** True for a key that does not work until a person fixes it. */
export const isInTrouble = (health: KeyHealth): boolean => health.kind === 'failing' && isKeyTrouble(health.error)

/** True for a key that the panel refuses (401), which lasts until it gets another token. */
export const isRefused = (health: KeyHealth): health is Extract<KeyHealth, { kind: 'failing' }> =>
  health.kind === 'failing' && health.error.code === 'token-refused'

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
export const isPermissionRefusal = ({ code, status }: AppError): boolean =>
  status === 403 && failureFacts(code).health === 'permission'

/** True for a refusal that lies with the key: another key may do better, and the panel's key page helps. */
export const isKeyRefusal = (error: AppError): boolean => isKeyTrouble(error) || isPermissionRefusal(error)

const reached = { start: 'running', stop: 'offline', kill: 'offline', restart: null } as const

/** True where a server, read since, has come to what was asked for, or answers again. */
function hasRecovered({ action, condition, observedAt, state }: Refused): boolean {
  if (action === null || condition !== null || observedAt === null || observedAt <= action.changedAt) return false
  const isOfServer = action.error?.code === 'server-unavailable' || action.error?.code === 'node-unreachable'
  return state === reached[action.signal] || (isOfServer && action.phase === 'refused')
}

/**
 * True once a refusal is no news any more: the server came to what was asked for, or the reason is gone, as the server or
 * its panel answers again, the key works again, or what was learned of it is forgotten.
 */
export function isRefusalOver(server: Refused, { keys }: WithKeys, now: number): boolean {
  const { action } = server
  if (action === null || action.error === null) return false
  if (hasRecovered(server)) return true
  const { error, keyId, phase, changedAt } = action
  const key = keyId === null ? undefined : keys[keyId]
  if (phase === 'refused' && (error.status === 503 || isUnreachable(error)))
    return key?.health.kind === 'works' && key.health.at > changedAt
  if (keyId === null || !isKeyRefusal(error)) return false
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
