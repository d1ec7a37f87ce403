import type { AppError } from '../../shared/error-schema.ts'
import type { ServerCondition } from '../../shared/model/server-schema.ts'

/** What the panel's refusals say, in the order in which the panel decides (the panel's API, *409*). */
const texts: readonly (readonly [RegExp, ServerCondition])[] = [
  [/suspended/i, 'suspended'],
  [/maintenance/i, 'maintenance'],
  [/install/i, 'installing'],
  [/restoring/i, 'restoring'],
  [/transfer/i, 'transferring'],
]

/** The condition that a panel's words name; null where they name none. */
export function conditionIn(words: string): ServerCondition | null {
  return texts.find(([pattern]) => pattern.test(words))?.[1] ?? null
}

/** Why the panel refuses every action on the server for now; null when the error is of another kind. */
export function conditionOf(error: AppError): ServerCondition | null {
  if (error.code !== 'server-unavailable') return null
  return conditionIn(error.detail ?? '') ?? 'unavailable'
}
