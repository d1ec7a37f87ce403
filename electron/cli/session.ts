import type { AppError } from '../../shared/error-schema.ts'
import { appError } from '../../shared/errors.ts'
import type { LeftOut } from '../../shared/keys/contract.ts'
import { incomplete } from '../../shared/keys/left-out.ts'
import type { Result } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import type { Clock } from '../lib/clock.ts'
import type { CallOptions } from '../panel/call-options.ts'
import type { PanelClient } from '../panel/types.ts'
import type { Access } from './access.ts'
import type { CliOptions } from './argument-types.ts'
import { type ExitCode, exitCodeOf, exitCodes, formatError, formatJson } from './format.ts'

export type Output = {
  write(text: string): unknown
  /** How much of what was written waits for its reader, in bytes, where that is known. */
  readonly writableLength?: number
}

/** What a command says at its end, in words and as JSON. */
export type Said = { readonly words: string; readonly json: unknown }
/** An exit code where everything is said already. */
export type Outcome = ExitCode | Result<Said>

type SessionParts = {
  readonly stdout: Output
  readonly stderr: Output
  readonly clock: Clock
  readonly options: CliOptions
  /** Fires when the person ends the command: nothing more is sent then. */
  readonly stopped: AbortSignal
}

/** One run of one command: where it writes, and how its calls behave. */
export function createSession(parts: SessionParts) {
  const { stdout, stderr, clock, options } = parts
  /** Writes a failure and returns its exit code. */
  function report(error: AppError): ExitCode {
    stderr.write(formatError(error, options.json))
    return exitCodeOf(error)
  }
  /** Writes one or the other to standard output. */
  const say = ({ words, json }: Said): void => void stdout.write(options.json ? formatJson(json) : words)
  /** Writes a text, or as JSON a line for each row. */
  const sayRows = (words: string, rows: readonly unknown[]): void =>
    void stdout.write(options.json ? rows.map(formatJson).join('') : words)
  /** Says a step of what goes on, with its time. */
  function step(words: string, facts: Readonly<Record<string, unknown>>): void {
    const time = new Date(clock.now()).toISOString()
    say({ words: `${time} ${words}\n`, json: { time, ...facts } })
  }
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
    ...parts,
    call,
    say,
    sayRows,
    step,
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

/** The client of a key whose lists say when a rate limit makes them wait. */
export const tellingWaits =
  ({ call }: Session) =>
  ({ client }: Access): PanelClient => ({
    ...client,
    listServers: (options) => client.listServers({ ...call, ...options }),
  })

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
  const shown = new Set<string>()
  let exit: ExitCode = exitCodes.done
  for (const { panel, leftOut } of lists) {
    const isCut = leftOut.beyondBound > 0
    for (const error of incomplete(panel, leftOut)) {
      if (isCut) exit = exitCodeOf(error)
      if (shown.has(error.message)) continue
      shown.add(error.message)
      stderr.write(formatError(error, options.json, isCut ? 'error' : 'note'))
    }
  }
  return exit
}

/** A command that ends after a while found nothing to begin with. */
export const notListed = appError('timeout', {
  message: 'Time ran out before the panel sent its list.',
  hint: 'Allow more time with --for, or check that the panel is up.',
})
