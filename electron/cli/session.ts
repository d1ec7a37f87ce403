import type { ActivityEntry } from '../../shared/activity/contract.ts'
import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { KeyView } from '../../shared/keys/contract.ts'
import { entriesError, listErrors } from '../../shared/keys/left-out.ts'
import type { Result } from '../../shared/result.ts'
import type { Journal } from '../jobs/journal.ts'
import type { Profile } from '../keys/profile.ts'
import type { LoadStoredKeys } from '../keys/stored-keys.ts'
import type { Clock } from '../lib/clock.ts'
import type { Network } from '../network/network.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { CliOptions } from './argument-types.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatError, formatJson, isoTime, type Said } from './format.ts'
import type { OpenPlayers } from './players.ts'

export type Output = {
  write(text: string): unknown
  /** How much of what was written waits for its reader, in bytes, where that is known. */
  readonly writableLength?: number
}

/** What the process gives a command. */
export type CliDeps = {
  /** The arguments after the program's name. */
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly stdout: Output
  readonly stderr: Output
  /** Asked only when the environment gives no credentials. */
  readonly loadStoredKeys: LoadStoredKeys
  /** Asked only for the commands on keys. */
  readonly openProfile: () => Promise<Profile>
  /** Adds to the activity list of the profile; asked only after an action with a stored key. */
  readonly noteActivity: (entry: ActivityEntry) => Promise<void>
  /** Asked by each command that talks to a panel. */
  readonly openJournal: () => Journal
  /** Reads the token of a new key from standard input. */
  readonly readToken: () => Promise<Result<string>>
  /** Reads the value of a variable from there. */
  readonly readValue: () => Promise<Result<string>>
  /** Lines of standard input, for commands that take them. */
  readonly input: AsyncIterable<string>
  /** Whether a person types them; not, by default. */
  readonly isTyped?: boolean
  /** Asks games how many are on; nobody is asked where it is not given. */
  readonly openPlayers?: OpenPlayers | undefined
  /** Whether standard output is a terminal. */
  readonly isTerminal: boolean
  readonly clock: Clock
  /** Fires when the person ends the command: nothing more is sent then. */
  readonly stopped?: AbortSignal | undefined
  /** Fires when nobody reads standard output any more. */
  readonly unread?: AbortSignal | undefined
  /** Told that what is not read by now is not waited for: the command's time is over. */
  readonly leaveUnread?: (() => void) | undefined
  readonly version: string
}

/** An exit code where everything is said already. */
export type Outcome = ExitCode | Result<Said>

/** One run of one command: what the process gives it, where it writes, and how its calls behave. */
export function createSession(
  deps: CliDeps & { readonly stopped: AbortSignal },
  { options, network }: { readonly options: CliOptions; readonly network: Network },
) {
  const { stdout, stderr, clock, stopped, unread } = deps
  /** Writes a failure and returns its exit code. */
  function report(error: AppError): ExitCode {
    stderr.write(formatError(error, options.json))
    return exitCodeOf(error)
  }
  /** Writes one or the other to standard output. */
  const say = ({ words, json }: Said): void => void stdout.write(options.json ? formatJson(json) : words)
  /** A person's call, which says when a rate limit makes it wait. */
  const call: CallOptions = options.json
    ? {}
    : {
        onWait(retryAt) {
          const seconds = Math.ceil((retryAt - clock.now()) / 1_000)
          stderr.write(`${appError('rate-limited').message} Trying again in ${seconds} s.\n`)
        },
      }
  return {
    ...deps,
    options,
    network,
    userAgent: `Servertray/${deps.version}`,
    /** Fires when the person ends the command, or nobody reads what it prints. */
    over: unread === undefined ? stopped : AbortSignal.any([stopped, unread]),
    call,
    say,
    /** Writes a text, or as JSON a line for each row. */
    sayRows: (words: string, rows: readonly unknown[]): void =>
      void stdout.write(options.json ? rows.map(formatJson).join('') : words),
    /** Says a step of what goes on, with its time. */
    step(words: string, facts: Readonly<Record<string, unknown>>): void {
      const time = isoTime(clock.now())
      say({ words: `${time} ${words}\n`, json: { time, ...facts } })
    },
    report,
    /** Writes what a command came to, where it has not done so itself, and returns its exit code. */
    conclude(outcome: Outcome): ExitCode {
      if (typeof outcome === 'number') return outcome
      if (!outcome.ok) return report(outcome.error)
      say(outcome.value)
      return exitCodes.done
    },
  }
}

export type Session = ReturnType<typeof createSession>

/**
 * Says which keys' lists are incomplete, each once. Servers that are missing from a list are a failure, since the command
 * did not reach them; an entry that is no server one can ask for is only a note.
 */
export function reportLeftOut(
  { stderr, options }: Session,
  keys: readonly Pick<KeyView, 'label' | 'leftOut'>[],
): ExitCode {
  const shown = new Set<string>()
  let exit: ExitCode = exitCodes.done
  for (const { label, leftOut } of keys) {
    const isCut = leftOut.beyondBound > 0
    for (const error of listErrors(label, leftOut)) {
      if (isCut) exit = exitCodeOf(error)
      if (shown.has(error.message)) continue
      shown.add(error.message)
      stderr.write(formatError(error, options.json, isCut ? 'error' : 'note'))
    }
  }
  return exit
}

/** What was read of a server; a note says how many entries its list lacks. */
export function noteLeftOut<T extends { readonly leftOut: number }>(
  { stderr, options }: Session,
  read: Result<T>,
): Result<T> {
  const missing = read.ok ? read.value.leftOut : 0
  if (missing > 0) stderr.write(formatError(entriesError(missing), options.json, 'note'))
  return read
}

/** A command that ends after a while found nothing to begin with. */
export const notListed = appError('timeout', {
  message: 'Time ran out before the panel sent its list.',
  hint: 'Allow more time with --for, or check that the panel is up.',
})
