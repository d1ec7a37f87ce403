import { z } from 'zod'
import { isServerUuid } from '../../shared/model/identifier.ts'
import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { usualTimeouts } from '../panel/operation.ts'

/** What is read from one argument. Null: the usage of its command says what is wrong. */
type Read<T> = Result<T> | null

/** Words behind the name of a command. */
export type Argument<T = unknown> = {
  /** As a help page shows it: `COMMAND...` may be several words, `[PATH]` none. */
  readonly name: string
  /** All that it can be, where that is known. */
  readonly values?: readonly string[] | undefined
  parse(typed: readonly string[]): Read<T>
}
export type Arguments = Readonly<Record<string, Argument>>

export type Option<T = unknown> = {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** What stands for its value in a help page. */
  readonly value?: string
  /** The value that it has where it is given without one; another one follows behind a `=`. */
  readonly bare?: string
  readonly help: string
  parse(typed: unknown): Read<T>
}
export type Options = Readonly<Record<string, Option>>

type ValueOf<S extends Argument | Option> = Extract<ReturnType<S['parse']>, { readonly ok: true }>['value']
/** What the arguments and options of a command are read as, each by its name. */
export type Values<A extends Arguments, O extends Options> = {
  readonly [K in keyof A]: ValueOf<A[K]>
} & { readonly [K in keyof O]: ValueOf<O[K]> }

/** Wrong usage. What was typed is never quoted: it may hold a secret in the wrong place. */
export const misuse = (message: string): Result<never> =>
  fail('invalid-request', { message, hint: 'Run with --help to see the usage.' })

/** Reads by a schema. What that refuses is `wrong`; without it the usage of the command is told. */
export const bySchema =
  <S extends z.ZodType>(schema: S, wrong: Result<never> | null = null) =>
  (typed: unknown): Read<z.output<S>> => {
    const parsed = schema.safeParse(typed)
    return parsed.success ? ok(parsed.data) : wrong
  }

/** One word. */
export const argument = <T>(
  name: string,
  parse: (typed: string | undefined) => Read<T>,
  values?: readonly string[],
): Argument<T> => ({ name, values, parse: ([typed]) => parse(typed) })

/** One of the words of an enumeration. */
export const choice = <S extends z.ZodEnum>(name: string, schema: S, wrong?: Result<never>): Argument<z.output<S>> =>
  argument(name, bySchema(schema, wrong), schema.options.map(String))

export const flag = (help: string): Option<boolean> => ({
  type: 'boolean',
  help,
  parse: (typed) => ok(typed === true),
})

/**
 * An option with a value.
 * @param parse given undefined where the option is not
 * @param bare the value that it has where none follows it
 */
export const option = <T>(
  value: string,
  help: string,
  parse: (typed: string | undefined) => Read<T>,
  bare?: string,
): Option<T> => ({
  type: 'string',
  value,
  help,
  ...(bare !== undefined && { bare }),
  parse: (typed) => parse(typeof typed === 'string' ? typed : undefined),
})

/** Reads text as it was typed, which must be given. */
export const required = (missing: string) => (typed: string | undefined) =>
  typed === undefined ? misuse(missing) : ok(typed)

/** A server as a person names it: by its identifier, or by the full uuid that panels show as well. */
export const typedServerSchema = serverIdentifierSchema.or(z.string().toLowerCase().refine(isServerUuid))
const parseIdentifier = bySchema(typedServerSchema, fail('invalid-identifier'))
export const server: Argument<string> = argument('SERVER', parseIdentifier)
/** The same under the name that help pages of longer standing give it. */
export const identifier: Argument<string> = argument('IDENTIFIER', parseIdentifier)

/** Seconds as typed, in milliseconds; null when it is no number between `min` and `max`. */
function secondsIn(typed: string, min: number, max: number): number | null {
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(typed) ? Number(typed) : Number.NaN
  return seconds >= min && seconds <= max ? Math.round(seconds * 1_000) : null
}

/**
 * An option in seconds, read in milliseconds.
 * @param bounds in seconds, up to one hour unless told otherwise; `usual` in milliseconds, where it is not given
 */
export const seconds = <D extends number | null>(
  help: string,
  wrong: string,
  { usual, min = 0.001, max = 3_600 }: { readonly usual: D; readonly min?: number; readonly max?: number },
): Option<number | D> =>
  option('S', help, (typed): Result<number | D> => {
    if (typed === undefined) return ok(usual)
    const ms = secondsIn(typed, min, max)
    return ms === null ? misuse(wrong) : ok(ms)
  })

const { readMs, actMs } = usualTimeouts

/** Options that every command takes. */
export const commonOptions = {
  json: flag('JSON on standard output, and errors as one line of JSON on standard error'),
  timeout: seconds(
    `longest wait for one answer in seconds (${readMs / 1_000}; actions ${actMs / 1_000})`,
    '--timeout needs seconds, up to 3600.',
    { usual: null },
  ),
  'max-wait': seconds(
    'longest wait for rate limits in seconds (30; list and status 90, console none)',
    '--max-wait needs seconds, up to 3600.',
    { usual: null, min: 0 },
  ),
  panel: option('NAME', 'use only stored keys of the panel with this name or host', (typed) => ok(typed ?? null)),
  help: { ...flag('the help page of a command, or without one the list of commands'), short: 'h' },
} satisfies Options

export type CliOptions = {
  readonly json: boolean
  /** Bound on one exchange in milliseconds; null for the client's own. */
  readonly timeoutMs: number | null
  readonly maxWaitMs: number
  /** Limits stored keys to one panel, by its name or host. */
  readonly panel: string | null
}
