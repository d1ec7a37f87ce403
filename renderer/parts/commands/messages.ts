import type { AppError } from '../../../shared/error-schema.ts'
import { failureFacts } from '../../../shared/failure-facts.ts'
import type { MissingPermission } from '../../../shared/keys/permission.ts'
import type { ConsoleEntry, ConsoleView } from '../../../shared/model/console-schema.ts'
import { heldLine } from '../../../shared/model/describe-server.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { countdown } from '../../../shared/model/time-words.ts'

/** Shown where a panel gives no live output. */
export const noOutputNote = 'This panel offers no live console. Each command’s result is shown.'

/** The console of a server about which nothing is known yet. */
export const noConsole: ConsoleView = { entries: [], stream: null }

/** True where a console ended because its key does not work any more, so a command with that key would fail too. */
const endsKey = ({ code }: AppError) => code === 'unknown-key' || failureFacts(code).health === 'refused'

/** Whether a command can be typed now: `stop` says why not, `hint` what to expect. */
export type Precondition = { readonly stop: string | null; readonly hint: string | null }

/**
 * Whether a command can be sent: it needs a running server and the permission Console (client API). Unknown facts do
 * not prevent it.
 * @param missing why none of its keys can, where that is known
 * @param stream the state of its live output
 */
export function precondition(
  { state, condition, keyIds }: ServerView,
  missing: MissingPermission | null,
  stream: ConsoleView['stream'] = null,
): Precondition {
  if (keyIds.length === 0) return { stop: 'No key reaches this server', hint: null }
  if (stream?.phase === 'ended' && stream.error !== null && endsKey(stream.error)) {
    return { stop: 'The panel refused the key', hint: null }
  }
  if (missing !== null) return { stop: keyIds.length === 1 ? 'Key lacks Console' : 'Keys lack Console', hint: null }
  if (condition !== null) return { stop: heldLine(condition), hint: null }
  if (state === 'running') return { stop: null, hint: null }
  if (state === 'unknown') return { stop: null, hint: 'State unknown: works only while the server runs' }
  return { stop: state === 'starting' ? 'Server is still starting' : 'Server is not running', hint: null }
}

const phaseWords = { sending: 'sending…', sent: 'sent', unconfirmed: 'not confirmed' } as const

/** What became of a command, in a word or two. */
export function entryWord({ phase, retryAt, error }: ConsoleEntry, now: number): string {
  if (phase === 'waiting') return retryAt === null ? 'queued' : `queued, ${countdown(retryAt, now)}`
  if (phase === 'refused') return error?.code === 'server-not-running' ? 'not running' : 'refused'
  return phaseWords[phase]
}
