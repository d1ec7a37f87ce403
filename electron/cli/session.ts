import { type AppError, appError } from '../../shared/errors.ts'
import { incomplete, type LeftOut } from '../../shared/model/left-out.ts'
import type { AppState } from '../../shared/state/state.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { ServerList } from '../panel/types.ts'
import type { Access } from './access.ts'
import type { CliOptions } from './command-spec.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatError } from './format.ts'

export type Output = {
  /** False, as Node's streams give it, where the next one had better wait for `drain`. */
  write(text: string): unknown
  once?(event: 'drain', run: () => void): unknown
}

/** One run of one command: where it writes, and how its calls behave. */
export type Session = {
  readonly stdout: Output
  readonly stderr: Output
  readonly clock: Clock
  readonly options: CliOptions
  /** Fires when the person ends the command: nothing more is sent then. */
  readonly stopped: AbortSignal
}

export type Listing = { readonly access: Access; readonly list: ServerList }
type Listings = { readonly read: readonly Listing[]; readonly errors: readonly AppError[] }

/** Writes a failure and returns its exit code. */
export function report(stderr: Output, error: AppError, json: boolean): ExitCode {
  stderr.write(formatError(error, json))
  return exitCodeOf(error)
}

/** A person's call, which says when a rate limit makes it wait. */
export function patientCall({ options, stderr, clock }: Session): CallOptions {
  if (options.json) return {}
  return {
    onWait(retryAt) {
      const seconds = Math.ceil((retryAt - clock.now()) / 1_000)
      stderr.write(`${appError('rate-limited').message} Trying again in ${seconds} s.\n`)
    },
  }
}

/** A demo panel that nobody started is no failure of a panel, and has a next step of its own. */
function explained({ isDemo }: Access, error: AppError): AppError {
  if (!isDemo || error.code !== 'connection-refused') return error
  const message = 'The demo panel answers only while Servertray is open.'
  return { ...error, message, hint: 'Start Servertray, then try again.' }
}

/** Lists through every key at once. One key's failure leaves the others' servers to be used. */
export async function listAll(session: Session, accesses: readonly Access[]): Promise<Listings> {
  const results = await Promise.all(
    accesses.map(async (access) => ({ access, result: await access.client.listServers(patientCall(session)) })),
  )
  const named = (access: Access, error: AppError): AppError =>
    accesses.length === 1 ? error : { ...error, message: `${access.panel}: ${error.message}` }
  return {
    read: results.flatMap(({ access, result }) => (result.ok ? [{ access, list: result.value }] : [])),
    errors: results.flatMap(({ access, result }) =>
      result.ok ? [] : [named(access, explained(access, result.error))],
    ),
  }
}

/** What one key's list left out, under the name that people know it by. */
export type PartialList = { readonly panel: string; readonly leftOut: LeftOut }

/** What the lists of these keys left out, as the state has it. */
export const listsOf = ({ keys }: Pick<AppState, 'keys'>): readonly PartialList[] =>
  Object.values(keys).map(({ label, leftOut }) => ({ panel: label, leftOut }))

/**
 * Says which lists are incomplete, each once. Servers that are missing from a list are a failure, since the command did
 * not reach them; an entry that is no server one can ask for is only a note.
 */
export function reportLeftOut({ stderr, options }: Session, lists: readonly PartialList[]): ExitCode {
  const told = new Set<string>()
  let exit: ExitCode = exitCodes.done
  for (const { panel, leftOut } of lists) {
    const isCut = leftOut.beyondBound > 0
    for (const error of incomplete(panel, leftOut)) {
      if (isCut) exit = exitCodeOf(error)
      if (told.has(error.message)) continue
      told.add(error.message)
      stderr.write(formatError(error, options.json, isCut ? 'error' : 'note'))
    }
  }
  return exit
}

/** No list has the server: it is not there, or among what was left out. */
export const notFound = ([first]: readonly AppError[]): AppError =>
  first === undefined
    ? appError('server-not-found')
    : appError('server-not-found', {
        message: `No server with that identifier was found. ${first.message}`,
        hint: first.hint,
      })

/** A command that ends after a while found nothing to begin with. */
export const notListed = appError('timeout', {
  message: 'Time ran out before the panel sent its list.',
  hint: 'Allow more time with --for, or check that the panel is up.',
})

/** Runs `stop` when the person ends the command, also where they have done so already. */
export function whenStopped(stopped: AbortSignal, stop: () => void): void {
  if (stopped.aborted) stop()
  else stopped.addEventListener('abort', stop, { once: true })
}

/** Says that the person ended the command, and returns the exit code of that. */
export const reportStopped = ({ stderr, options }: Session): ExitCode =>
  report(stderr, appError('cancelled'), options.json)
