import { parseArgs } from 'node:util'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'

export type OptionSpec = {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** What stands for its value in a help page. */
  readonly value?: string
  /** The value that it has where it is given without one; another one follows behind a `=`. */
  readonly bare?: string
  readonly help: string
}
export type OptionSpecs = Readonly<Record<string, OptionSpec>>

export type PositionalSpec = {
  /** As a help page shows it: `COMMAND...` may be several words, `[IDENTIFIER...]` none. */
  readonly name: string
  /** All that it can be, where that is known. */
  readonly values?: readonly string[]
}

export type CliOptions = {
  readonly json: boolean
  /** Bound on one exchange in milliseconds; null for the client's own. */
  readonly timeoutMs: number | null
  readonly maxWaitMs: number
  /** Limits stored keys to one panel, by its name or host. */
  readonly panel: string | null
}

/** Those that every command takes. */
export const commonOptions = {
  json: { type: 'boolean', help: 'JSON on standard output, and errors as one line of JSON on standard error' },
  timeout: { type: 'string', value: 'S', help: 'longest wait for one answer in seconds (15; power and send 25)' },
  'max-wait': { type: 'string', value: 'S', help: 'longest wait for rate limits in seconds (30)' },
  panel: { type: 'string', value: 'NAME', help: 'use only stored keys of the panel with this name or host' },
  help: { type: 'boolean', short: 'h', help: 'the help page of a command, or without one the list of commands' },
} as const satisfies OptionSpecs

export type Reading<C> =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly command: C; readonly options: CliOptions }

type Config<O extends OptionSpecs> = {
  args: string[]
  options: typeof commonOptions & O
  strict: true
  allowPositionals: true
}
type Values<O extends OptionSpecs> = ReturnType<typeof parseArgs<Config<O>>>['values']
type CommonValues = ReturnType<typeof parseArgs<{ options: typeof commonOptions }>>['values']

type Definition<O extends OptionSpecs, C> = {
  /** One word, or two where it belongs to a group: `keys add`. */
  readonly name: string
  readonly help: string
  readonly positionals: readonly PositionalSpec[]
  /** Its own, beside those of every command. */
  readonly options: O
  /** Reads the words after its name. */
  parse(words: readonly string[], values: Values<O>): Result<C>
}

/** One command: what help and completion tell of it, and what reads its arguments. */
export type CommandSpec<C> = Omit<Definition<OptionSpecs, C>, 'parse'> & {
  /** Reads all arguments, its name among them. */
  read(argv: readonly string[]): Result<Reading<C>>
}

/** Wrong usage. What was typed is never quoted: it may hold a secret in the wrong place. */
export const misuse = (message: string) =>
  fail('invalid-request', { message, hint: 'Run with --help to see the usage.' })

/** Seconds as typed, in milliseconds; null when it is no number between `min` and `max`, one hour by default. */
export function parseSeconds(typed: string, min: number, max = 3_600): number | null {
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(typed) ? Number(typed) : Number.NaN
  return seconds >= min && seconds <= max ? Math.round(seconds * 1_000) : null
}

export function parseIdentifier(typed: string | undefined): Result<ServerIdentifier> {
  const parsed = serverIdentifierSchema.safeParse(typed)
  return parsed.success ? ok(parsed.data) : fail('invalid-identifier')
}

function parseCommon({ json = false, timeout, 'max-wait': maxWait = '30', panel }: CommonValues): Result<CliOptions> {
  const timeoutMs = timeout === undefined ? null : parseSeconds(timeout, 0.001)
  if (timeout !== undefined && timeoutMs === null) return misuse('--timeout needs seconds, up to 3600.')
  const maxWaitMs = parseSeconds(maxWait, 0)
  if (maxWaitMs === null) return misuse('--max-wait needs seconds, up to 3600.')
  return ok({ json, timeoutMs, maxWaitMs, panel: panel ?? null })
}

export function defineCommand<const O extends OptionSpecs, C>(definition: Definition<O, C>): CommandSpec<C> {
  const { parse, ...spec } = definition
  const wordsOfName = spec.name.split(' ').length

  function readArguments(argv: readonly string[]) {
    const options = { ...commonOptions, ...spec.options }
    try {
      return ok(parseArgs<Config<O>>({ args: [...argv], options, strict: true, allowPositionals: true }))
    } catch {
      return misuse('There is no such option, or its value is missing.')
    }
  }

  return {
    ...spec,
    read(argv) {
      const read = readArguments(argv)
      if (!read.ok) return read
      const { values, positionals } = read.value
      const common: CommonValues = values
      if (common.help) return ok({ kind: 'help' })
      const options = parseCommon(common)
      if (!options.ok) return options
      const command = parse(positionals.slice(wordsOfName), values)
      return command.ok ? ok({ kind: 'run', command: command.value, options: options.value }) : command
    },
  }
}
