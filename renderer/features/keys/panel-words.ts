import type { Fingerprint } from '../../../shared/certificate-schema.ts'
import type { BudgetView } from '../../../shared/keys/contract.ts'
import { clockTime } from '../../../shared/model/time-words.ts'

/**
 * What is left of a rate limit, the most serious word first.
 * @param now unix milliseconds
 */
export function budgetWords({ limit, remaining, heldUntil, scarceUntil }: BudgetView, now: number): string {
  if (heldUntil !== null && heldUntil > now) return `Waiting until ${clockTime(heldUntil)}`
  if (scarceUntil !== null && scarceUntil > now)
    return `Updates paused until ${clockTime(scarceUntil)}; your actions still go through`
  if (limit === null) return 'No limit known'
  return remaining === null ? `${limit} requests a minute` : `${remaining} of ${limit} requests left this minute`
}

/** The first pairs of a fingerprint, to tell certificates apart at a glance. */
export function shortFingerprint(fingerprint: Fingerprint): string {
  return `${fingerprint.slice(0, 11)}…`
}
