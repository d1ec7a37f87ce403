import { parseArgs } from 'node:util'
import type { Need } from '../../shared/keys/rights.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { Profile } from '../keys/profile.ts'
import {
  type Argument,
  type Arguments,
  type CliOptions,
  commonOptions,
  misuse,
  type Options,
  type Values,
} from './argument-types.ts'
import type { Outcome, Session } from './session.ts'
import type { PanelTools, ServerTools, Tools } from './tools.ts'

/** Runs a command whose arguments are read, with what it opens for itself. */
export type Work = (session: Session, tools: Tools) => Promise<Outcome>

export type Run = {
  readonly kind: 'run'
  readonly name: string
  /** What its own arguments and options were read as. */
  readonly values: unknown
  readonly options: CliOptions
  readonly work: Work
}

/** One command of the table. Help, completion and dispatch are made from it. */
export type Command = {
  /** One word, or two where it belongs to a group: `keys add`. */
  readonly name: string
  readonly help: string
  readonly args: readonly Argument[]
  /** Its own, beside those of every command. */
  readonly options: Options
  /** Reads all arguments, its name among them. */
  read(argv: readonly string[]): Result<Run | { readonly kind: 'help' }>
}

/** How it is typed, without its options: `power IDENTIFIER start|stop|restart|kill`. */
export const synopsis = ({ name, args }: Pick<Command, 'name' | 'args'>): string =>
  [name, ...args.map((one) => one.values?.join('|') ?? one.name)].join(' ')

type Definition<A extends Arguments, O extends Options, V> = {
  readonly name: string
  readonly help: string
  readonly args?: A
  readonly options?: O
  /** How long it waits for rate limits where it is not told, in milliseconds: half a minute by default. */
  readonly maxWaitMs?: number
  /** What the values come to, where one decides about another. */
  combine?(values: Values<A, O>): Result<V>
}

const isOptional = ({ name }: Argument) => name.startsWith('[')
const isSeveral = ({ name }: Argument) => name.includes('...')

function hasFittingCount(words: readonly string[], args: readonly Argument[]): boolean {
  const least = args.filter((one) => !isOptional(one)).length
  return words.length >= least && (words.length <= args.length || args.some(isSeveral))
}

function splitArguments(argv: readonly string[], options: Options) {
  try {
    return ok(parseArgs({ args: [...argv], options: { ...commonOptions, ...options }, allowPositionals: true }))
  } catch {
    return misuse('There is no such option, or its value is missing.')
  }
}

type Reading = readonly [name: string, read: Result<unknown> | null]

const readOptions = (options: Options, typed: Readonly<Record<string, unknown>>): readonly Reading[] =>
  Object.entries(options).map(([name, one]) => [name, one.parse(typed[name])])

/** The values by name, or what is wrong with the first one that is. */
function valuesOf(readings: readonly Reading[], wrongUsage: Result<never>): Result<Record<string, unknown>> {
  if (readings.some(([, read]) => read === null)) return wrongUsage
  const values: Record<string, unknown> = {}
  for (const [name, read] of readings) {
    if (read?.ok === false) return read
    values[name] = read?.value
  }
  return ok(values)
}

/** @param workOf given what `combine` made of the values, and the values themselves */
function define<A extends Arguments, O extends Options, V>(
  { name, help, maxWaitMs = 30_000, combine, ...definition }: Definition<A, O, V>,
  workOf: (values: V, own: Values<A, O>) => Work,
): Command {
  const named = Object.entries<Argument>(definition.args ?? {})
  const args = named.map(([, one]) => one)
  const options: Options = definition.options ?? {}
  const wrongUsage = misuse(`Use it as “servertray ${synopsis({ name, args })}”.`)

  return {
    name,
    help,
    args,
    options,
    // Types say that each value was read by the argument or option of its name.
    read(argv) {
      const split = splitArguments(argv, options)
      if (!split.ok) return split
      const { values: typed, positionals } = split.value
      if (typed.help === true) return ok({ kind: 'help' })
      const common = valuesOf(readOptions(commonOptions, typed), wrongUsage)
      if (!common.ok) return common
      const given = common.value as Values<Record<never, Argument>, typeof commonOptions>
      const { json, timeout: timeoutMs, 'max-wait': wait, panel } = given
      const words = positionals.slice(name.split(' ').length)
      if (!hasFittingCount(words, args)) return wrongUsage
      const ofWords = named.map(([key, one], at): Reading => {
        return [key, one.parse(words.slice(at, isSeveral(one) ? undefined : at + 1))]
      })
      const own = valuesOf([...ofWords, ...readOptions(options, typed)], wrongUsage)
      if (!own.ok) return own
      const values = own.value as Values<A, O>
      const combined = combine === undefined ? ok(own.value as V) : combine(values)
      if (!combined.ok) return combined
      return ok({
        kind: 'run',
        name,
        values: combined.value,
        options: { json, timeoutMs, maxWaitMs: wait ?? maxWaitMs, panel },
        work: workOf(combined.value, values),
      })
    },
  }
}

type Runs<T, V> = { run(session: Session, tools: T, values: V): Promise<Outcome> }

/** Makes the commands that work with something that is opened for them. */
export const commandWith =
  <T>(open: (tools: Tools, work: (opened: T) => Promise<Outcome>, session: Session) => Promise<Outcome>) =>
  <A extends Arguments, O extends Options, V = Values<A, O>>(definition: Definition<A, O, V> & Runs<T, V>): Command =>
    define<A, O, V>(
      definition,
      (values) => (session, tools) => open(tools, (opened) => definition.run(session, opened, values), session),
    )

/** A command that asks nothing of anybody. */
export const plainCommand = commandWith<null>((_tools, work) => work(null))
/** A command on what the app keeps. */
export const profileCommand = commandWith<Profile>((tools, work) => tools.onProfile(work))
/** A command on the servers of all keys. */
export const panelCommand = commandWith<PanelTools>((tools, work) => tools.onPanels(work))

type OnServer = { readonly server: Argument<string> }

/** A command on the server that it names, by a key that has the permission. */
export const serverCommand = <A extends Arguments & OnServer, O extends Options, V = Values<A, O>>({
  permission,
  run,
  ...definition
}: Definition<A, O, V> & Runs<ServerTools, V> & { readonly permission: Need }): Command =>
  define<A, O, V>(
    definition,
    (values, { server: identifier }: Values<OnServer, Options>) =>
      (session, tools) =>
        tools.onServer({ identifier, permission }, (opened) => run(session, opened, values)),
  )
