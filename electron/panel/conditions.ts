import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
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
export const conditionIn = (words: string): ServerCondition | null =>
  texts.find(([pattern]) => pattern.test(words))?.[1] ?? null

/** Why the panel refuses every action on the server for now; null when the error is of another kind. */
export function conditionOf(error: AppError): ServerCondition | null {
  if (error.code !== 'server-unavailable') return null
  return conditionIn(error.detail ?? '') ?? 'unavailable'
}

const over = 'Wait until that is over, then try again.'
const words: Readonly<Record<ServerCondition, readonly [message: string, hint: string]>> = {
  suspended: ['The panel has suspended this server.', 'Ask your host what it needs to go on.'],
  maintenance: ['The machine that runs this server is in maintenance.', over],
  // One text of the panel for both.
  installing: ['The server’s installation is not complete.', 'Wait until it is. If it failed, reinstall the server.'],
  'install-failed': [
    'The installation of this server failed.',
    'Reinstall it under Settings. If the panel refuses that too, ask your host.',
  ],
  restoring: ['A backup of this server is being restored.', over],
  transferring: ['The server is being moved to another machine.', over],
  unavailable: ['The panel refuses this as the server is now.', 'Look at the server’s state, or ask your host.'],
}

/** What is said of a refusal for this. */
export function heldWords(condition: ServerCondition) {
  const [message, hint] = words[condition]
  return { message, hint }
}

/** A refusal for this that the panel was not asked for. */
export const heldError = (condition: ServerCondition): AppError => appError('server-unavailable', heldWords(condition))

/**
 * What holds a server by a refusal and by what was known of it: a panel's words may be in a language that is not read
 * here, and they are the same for an installation that goes on and one that failed.
 */
export function clearerHold(known: ServerCondition | null, refused: ServerCondition): ServerCondition {
  const isVague = refused === 'unavailable' || (refused === 'installing' && known === 'install-failed')
  return isVague ? (known ?? refused) : refused
}

/** A refusal with the words for what is known of its server, where those of the panel tell less. */
export function clearer(error: AppError, known: ServerCondition | null): AppError {
  const refused = conditionOf(error)
  const held = refused && clearerHold(known, refused)
  return held === null || held === refused ? error : { ...error, ...heldWords(held) }
}
