import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Clock } from '../lib/clock.ts'
import type { FileFailure } from '../lib/failure-code.ts'
import { redact, redactValue } from './redact.ts'

export type LogLevel = 'info' | 'warn' | 'error'

/** Writes one line an event. Secrets are removed before a line leaves this module. */
export type Logger = Record<LogLevel, (message: string, facts?: Readonly<Record<string, unknown>>) => void>

const maxBytes = 1_000_000

function rotateWhenLarge(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > maxBytes) renameSync(file, `${file}.1`)
}

/** An unexpected failure as text: its name, message and stack. Anything can be thrown, so this throws nothing. */
export function describeFailure(failure: unknown): string {
  try {
    return redact(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure))
  } catch {
    return 'a failure that cannot be described'
  }
}

/** Logs what went wrong with a file, for parts that know of no log. */
export const failuresTo =
  (log: Pick<Logger, 'warn'>): FileFailure =>
  (what, failure) =>
    log.warn(what, { failure: describeFailure(failure) })

/** Logs what went wrong with one kept file, such as `the file of restores`. */
export const faultsTo = (log: Pick<Logger, 'warn'>, file: string) => (fault: string, failure?: unknown) =>
  log.warn(`${file} ${fault}`, failure === undefined ? {} : { failure: describeFailure(failure) })

/**
 * A logger that appends to `file` (owner-readable only) and keeps one older file of at most 1 MB.
 * A log that cannot be written never stops the app.
 */
export function createFileLogger(deps: { file: string; clock: Clock }): Logger {
  const write = (level: LogLevel, message: string, facts: Readonly<Record<string, unknown>> = {}) => {
    try {
      const at = new Date(deps.clock.now()).toISOString()
      // Once by field, and once over the whole line for what only shows there.
      const line = redact(JSON.stringify(redactValue({ at, level, message, ...facts })))
      mkdirSync(dirname(deps.file), { recursive: true, mode: 0o700 })
      rotateWhenLarge(deps.file)
      appendFileSync(deps.file, `${line}\n`, { mode: 0o600 })
    } catch {
      // A full disk or a read-only profile: nothing to be done here, and nobody to tell.
    }
  }
  return {
    info: (message, facts) => write('info', message, facts),
    warn: (message, facts) => write('warn', message, facts),
    error: (message, facts) => write('error', message, facts),
  }
}
