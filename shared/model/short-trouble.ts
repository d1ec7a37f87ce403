import { catalogue } from '../error-catalogue.ts'
import type { AppError } from '../errors.ts'
import { isRefusalNews, planTrouble } from './attention.ts'
import { signalName } from './power-words.ts'
import { planOf } from './restart-choices.ts'
import type { ServerView } from './server.ts'
import type { WithKeys, WithPlans } from './slices.ts'

/**
 * The verb for a failure, which is not always a refusal: the panel may never have heard of the action, or may have
 * carried it out.
 */
export function failureVerb({ code, mayHaveActed }: AppError): string {
  if (mayHaveActed) return 'not confirmed'
  return catalogue[code].delivery === 'refused' ? 'refused' : 'not sent'
}

/**
 * What went wrong with a server in two or three words, as `Restart refused`, beside its state; the whole of it is told
 * where the server is shown. Null for nothing, and for what the state itself says (`Crashed 12:04`, `Stop stalled`).
 * @param now unix milliseconds
 */
export function shortTrouble(state: WithKeys & WithPlans, server: ServerView, now: number): string | null {
  const { action, ref } = server
  if (action?.error != null && isRefusalNews(state, action, now)) {
    const verb = action.phase === 'unconfirmed' ? 'not confirmed' : failureVerb(action.error)
    return `${signalName[action.signal]} ${verb}`
  }
  const trouble = planTrouble(planOf(state, ref), action)
  return trouble === null ? null : `Planned restart ${trouble}`
}
