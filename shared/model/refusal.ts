import { catalogue } from '../error-catalogue.ts'
import type { AppError } from '../error-schema.ts'
import { isInTrouble, isKeyTrouble } from './key-health.ts'
import { knows } from './key-permissions.ts'
import type { PowerAction } from './power-schema.ts'
import type { WithKeys } from './slices.ts'

/** True for a refusal (403) of what the key may do; panels do not always say that it is about a permission. */
export function isPermissionRefusal({ code, status }: AppError): boolean {
  return status === 403 && catalogue[code].health === 'permission'
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
