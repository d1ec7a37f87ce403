import type { MissingPower } from '../../../shared/keys/server-keys.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { type PowerChoices, powerChoices, retryChoices } from '../../../shared/servers/choices.ts'

/** The signals with a button of their own, in the order of their places. */
export const quickSignals = ['start', 'restart', 'stop'] as const

/** True where Kill has a button too: what else could be sent would be dropped, or has stalled. */
export const offersKill = ({ action, state }: ServerView) => action?.phase === 'stalled' || state === 'stopping'

/** For each signal why its button is shut, in a few words; null for one that is open. One that stalled can be tried again. */
export function buttonChoices(server: ServerView, missing: MissingPower | null): PowerChoices {
  const choices = powerChoices(server, missing)
  const { action } = server
  if (action?.phase !== 'stalled') return choices
  return { ...choices, [action.signal]: retryChoices(server, missing)[action.signal] }
}
