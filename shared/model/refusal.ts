import { catalogue } from '../error-catalogue.ts'
import type { AppError } from '../errors.ts'
import { isInTrouble, isKeyTrouble } from './key-health.ts'
import { knows } from './key-permissions.ts'
import type { PowerAction } from './power.ts'
import type { WithKeys } from './slices.ts'

/** True for a refusal (403) of what the key may do; the panel does not always say that it is the permission. */
export function isPermissionRefusal({ code, status }: AppError): boolean {
  return status === 403 && catalogue[code].health === 'permission'
}

/** True for a refusal that was the key's own, so that another key may do better, and the panel's key page helps. */
export function isKeyRefusal(error: AppError): boolean {
  return isKeyTrouble(error) || isPermissionRefusal(error)
}

/** True once what an action was refused for is no longer so: the key works again, or what was learned is forgotten. */
export function isRefusalOver({ error, keyId }: PowerAction, { keys }: WithKeys, now: number): boolean {
  if (error === null || keyId === null || !isKeyRefusal(error)) return false
  const key = keys[keyId]
  if (key === undefined) return true
  if (isKeyTrouble(error)) return !isInTrouble(key.health)
  return !['refused', 'lacks'].includes(knows(key, 'power', now))
}
