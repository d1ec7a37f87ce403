import { parseArgs } from 'node:util'
import { keyLabelSchema } from '../../shared/model/api-key.ts'
import { consoleCommandSchema } from '../../shared/model/console.ts'
import {
  type KeyId,
  keyIdSchema,
  type ServerIdentifier,
  serverIdentifierSchema,
} from '../../shared/model/identifier.ts'
import { type PowerSignal, powerSignalSchema } from '../../shared/model/power.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { candidateBaseUrls } from '../panel/address.ts'
import {
  type BulkCommand,
  type BulkOptions,
  bulkOptionTypes,
  parseBulk,
  parseRestart,
  type RestartCommand,
  type RestartOptions,
  restartOptionTypes,
} from './restart-args.ts'

export type KeysCommand =
  | { readonly name: 'keys'; readonly action: 'list' | 'check' }
  | { readonly name: 'keys'; readonly action: 'add'; readonly label: string; readonly url: string }
  | { readonly name: 'keys'; readonly action: 'remove'; readonly id: KeyId }

export type Command =
  | KeysCommand
  | RestartCommand
  | BulkCommand
  | { readonly name: 'plan' }
  | { readonly name: 'list' | 'status' }
  | { readonly name: 'watch'; readonly forMs: number | null }
  | { readonly name: 'power'; readonly identifier: ServerIdentifier; readonly signal: PowerSignal }
  | {
      readonly name: 'console'
      readonly identifier: ServerIdentifier
      readonly forMs: number | null
      readonly takesInput: boolean
    }
  | { readonly name: 'send'; readonly identifier: ServerIdentifier; readonly text: string }

export type CliOptions = {
  readonly json: boolean
  /** Bound on one exchange in milliseconds; null for the client's own. */
  readonly timeoutMs: number | null
  readonly maxWaitMs: number
  /** Limits stored keys to one panel, by its name or host. */
  readonly panel: string | null
}

export type Invocation =
  | { readonly kind: 'help' }
  | { readonly kind: 'run'; readonly command: Command; readonly options: CliOptions }

export const usage = `Usage: npm run --silent cli -- COMMAND [OPTIONS]

Commands:
  list                                         servers of the keys, with their state
  status                                       one reading of every server: state, load, uptime
  watch                                        a line for every change of a state, until stopped
  power IDENTIFIER start|stop|restart|kill     send a power signal
  send IDENTIFIER COMMAND...                   send a console command
  console IDENTIFIER                           live console: lines to standard output, commands from input
  restart IDENTIFIER                           restart with warnings at the console; Ctrl+C cancels
  bulk start|stop|restart|kill SERVERS         a power signal to several servers, one after the other:
                                               --all, --match GLOB, or identifiers
  plan list                                    planned restarts of the app
  keys list                                    the stored keys
  keys add --label L --url U                   store a key; its token is read from standard input
  keys remove ID                               remove a key and delete its token
  keys check                                   one list call with each stored key

Options:
  --json          JSON on standard output, and errors as one line of JSON on standard error
  --timeout S     longest wait for one answer in seconds (15; power and send 25)
  --max-wait S    longest wait for rate limits in seconds (30)
  --panel NAME    use only stored keys of the panel with this name or host
  --for S         end after this many seconds (watch, console)
  --no-input      send nothing from standard input (console)
  --warn SPANS    when to warn before zero (restart; 5m,1m,30s,10s,5s,4s,3s,2s,1s)
  --message T     console command of a warning, with {time} and {server} (restart)
  --at HH:MM      restart when the clocks here next show that time, not after the longest warning (restart)
  --cancel-message T   console command that tells of a cancellation (restart)
  --wait          end when the server was seen to run again (restart)
  --stagger S     seconds from one server to the next (5; bulk)
  --dry-run       only say which servers it would be (bulk)
  --yes COUNT     how many servers are killed (bulk kill)
  --label L       name of the new key, 1 to 60 characters (keys add)
  --url U         address of its panel (keys add)
  --help          this text
  --              what follows is text, also when it begins with a dash

Credentials: SERVERTRAY_URL (the client API's base address) and SERVERTRAY_TOKEN in the environment,
else the keys stored by Servertray. A token is never taken from the command line. SERVERTRAY_HOME names the
profile folder, for the app as well. HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are followed.
SERVERTRAY_ALLOW_HTTP=1 allows SERVERTRAY_URL plain http in a private network, where others can read the
token on the way.

Ctrl+C ends a command: nothing more is sent, and what is out already is waited for; a second one ends at once.

Exit codes: 0 done, 2 wrong usage or invalid input, 3 key refused, 4 not permitted, 5 not found,
6 rate limit outlasts --max-wait, 7 no usable answer, or cancelled,
8 the panel refused or failed otherwise, or a list was cut.
`

const optionTypes = {
  json: { type: 'boolean' },
  timeout: { type: 'string' },
  'max-wait': { type: 'string' },
  panel: { type: 'string' },
  for: { type: 'string' },
  'no-input': { type: 'boolean' },
  ...restartOptionTypes,
  ...bulkOptionTypes,
  label: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** The prefixes that panels give their tokens, followed by enough to be one. */
const tokenLike = /(?:ptlc|ptla|pacc|papp)_[0-9A-Za-z]{6}/

// What was typed is never quoted: it may hold a secret in the wrong place.
const misuse = (message: string) => fail('invalid-request', { message, hint: 'Run with --help to see the usage.' })

/** Ten days, in seconds. */
const longestWatchS = 864_000

/** Seconds as typed, in milliseconds; null when it is no number between `min` and `max`, one hour by default. */
function parseSeconds(typed: string, min: number, max = 3_600): number | null {
  const seconds = /^\d{1,6}(?:\.\d{1,3})?$/.test(typed) ? Number(typed) : Number.NaN
  return seconds >= min && seconds <= max ? Math.round(seconds * 1_000) : null
}

function parseIdentifier(typed: string | undefined): Result<ServerIdentifier> {
  const parsed = serverIdentifierSchema.safeParse(typed)
  return parsed.success ? ok(parsed.data) : fail('invalid-identifier')
}

function parsePower(rest: readonly string[]): Result<Command> {
  if (rest.length !== 2) return misuse('power needs an identifier and a signal.')
  const identifier = parseIdentifier(rest[0])
  if (!identifier.ok) return identifier
  const signal = powerSignalSchema.safeParse(rest[1])
  if (!signal.success) return fail('invalid-signal')
  return ok({ name: 'power', identifier: identifier.value, signal: signal.data })
}

function parseSend(rest: readonly string[]): Result<Command> {
  if (rest.length < 2) return misuse('send needs an identifier and a command.')
  const identifier = parseIdentifier(rest[0])
  if (!identifier.ok) return identifier
  const text = consoleCommandSchema.safeParse(rest.slice(1).join(' '))
  return text.success ? ok({ name: 'send', identifier: identifier.value, text: text.data }) : fail('invalid-command')
}

type KeyOptions = { readonly label?: string | undefined; readonly url?: string | undefined }

function parseAdd({ label, url }: KeyOptions): Result<Command> {
  if (label === undefined || url === undefined) return misuse('keys add needs --label and --url.')
  const name = keyLabelSchema.safeParse(label)
  if (!name.success) return fail('invalid-label')
  const candidates = candidateBaseUrls(url)
  return candidates.ok ? ok({ name: 'keys', action: 'add', label: name.data, url }) : candidates
}

function parseKeys([action, ...rest]: readonly string[], options: KeyOptions): Result<Command> {
  if (action === 'add') return rest.length === 0 ? parseAdd(options) : misuse('keys add takes options only.')
  if (action === 'remove') {
    const id = keyIdSchema.safeParse(rest[0])
    if (rest.length !== 1 || !id.success) return misuse('keys remove needs the ID of one key, as keys list shows it.')
    return ok({ name: 'keys', action, id: id.data })
  }
  if (action !== 'list' && action !== 'check') return misuse('keys needs list, add, remove or check.')
  return rest.length === 0 ? ok({ name: 'keys', action }) : misuse(`keys ${action} takes no arguments.`)
}

/** How long a command that goes on is to run: `null` until it is stopped. */
function parseSpan(span: string | undefined): Result<number | null> {
  if (span === undefined) return ok(null)
  const forMs = parseSeconds(span, 0.001, longestWatchS)
  return forMs === null ? misuse('--for needs seconds.') : ok(forMs)
}

function parseWatch(rest: readonly string[], span: string | undefined): Result<Command> {
  if (rest.length > 0) return misuse('watch takes no arguments.')
  const forMs = parseSpan(span)
  return forMs.ok ? ok({ name: 'watch', forMs: forMs.value }) : forMs
}

function parseConsole(rest: readonly string[], options: CommandOptions): Result<Command> {
  if (rest.length !== 1) return misuse('console needs the identifier of one server.')
  const identifier = parseIdentifier(rest[0])
  if (!identifier.ok) return identifier
  const forMs = parseSpan(options.for)
  if (!forMs.ok) return forMs
  const takesInput = options['no-input'] !== true
  return ok({ name: 'console', identifier: identifier.value, forMs: forMs.value, takesInput })
}

type CommandOptions = KeyOptions &
  RestartOptions &
  BulkOptions & {
    readonly for?: string | undefined
    readonly 'no-input'?: boolean | undefined
  }

/** An option that belongs to other commands than this one; null where there is none. */
function strayOption([name, action]: readonly string[], options: CommandOptions): string | null {
  if (options.for !== undefined && name !== 'watch' && name !== 'console') return '--for belongs to watch and console.'
  if (options['no-input'] !== undefined && name !== 'console') return '--no-input belongs to console.'
  const isOf = (types: object) => Object.keys(options).some((option) => Object.hasOwn(types, option))
  if (name !== 'restart' && isOf(restartOptionTypes)) return 'One of these options belongs to restart.'
  if (name !== 'bulk' && isOf(bulkOptionTypes)) return 'One of these options belongs to bulk.'
  const isAdd = name === 'keys' && action === 'add'
  const isStray = !isAdd && (options.label !== undefined || options.url !== undefined)
  return isStray ? '--label and --url belong to keys add.' : null
}

function parseCommand(positionals: readonly string[], options: CommandOptions): Result<Command> {
  const [name, ...rest] = positionals
  const stray = strayOption(positionals, options)
  if (stray !== null) return misuse(stray)
  switch (name) {
    case 'watch':
      return parseWatch(rest, options.for)
    case 'console':
      return parseConsole(rest, options)
    case 'keys':
      return parseKeys(rest, options)
    case 'restart':
      return parseRestart(rest, options)
    case 'bulk':
      return parseBulk(rest, options)
    case 'plan':
      return rest.length === 1 && rest[0] === 'list' ? ok({ name }) : misuse('plan needs list.')
    case 'list':
    case 'status':
      return rest.length === 0 ? ok({ name }) : misuse(`${name} takes no arguments.`)
    case 'power':
      return parsePower(rest)
    case 'send':
      return parseSend(rest)
    case undefined:
      return misuse('A command is missing.')
    default:
      return misuse('There is no such command.')
  }
}

function readArguments(argv: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...argv], options: optionTypes, allowPositionals: true, strict: true }))
  } catch {
    return misuse('An option is unknown, or its value is missing.')
  }
}

/** True when the arguments ask for JSON, also when they are wrong otherwise. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json')
}

/** Reads the arguments after the program's name. Every failure is invalid input; none quotes what was typed. */
export function parseArguments(argv: readonly string[]): Result<Invocation> {
  if (argv.some((argument) => tokenLike.test(argument))) {
    return fail('invalid-request', {
      message: 'A token does not belong on the command line, where other programs can read it.',
      hint: 'Set SERVERTRAY_TOKEN in the environment. If the token was real, replace it.',
    })
  }
  const read = readArguments(argv)
  if (!read.ok) return read
  const { values, positionals } = read.value
  if (values.help) return ok({ kind: 'help' })
  const timeoutMs = values.timeout === undefined ? null : parseSeconds(values.timeout, 0.001)
  if (values.timeout !== undefined && timeoutMs === null) return misuse('--timeout needs seconds, up to 3600.')
  const maxWaitMs = parseSeconds(values['max-wait'] ?? '30', 0)
  if (maxWaitMs === null) return misuse('--max-wait needs seconds, up to 3600.')
  const command = parseCommand(positionals, values)
  if (!command.ok) return command
  const options = { json: values.json ?? false, timeoutMs, maxWaitMs, panel: values.panel ?? null }
  return ok({ kind: 'run', command: command.value, options })
}
