import { z } from 'zod'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import { powerSignalSchema } from '../../shared/model/power-schema.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type ActivityCommand, activityCommand } from './activity-args.ts'
import { type BackupCommand, backupCommands } from './backup-args.ts'
import {
  type CommandSpec,
  commonOptions,
  defineCommand,
  misuse,
  type OptionSpecs,
  parseIdentifier,
  parseSeconds,
} from './command-spec.ts'
import { type DatabaseCommand, databaseCommands } from './database-args.ts'
import { type FilesCommand, filesCommands } from './files-args.ts'
import { type KeysCommand, keysCommands } from './keys-args.ts'
import { type BulkCommand, bulkCommand, playersOption, type RestartCommand, restartCommand } from './restart-args.ts'
import { type ScheduleCommand, scheduleCommands } from './schedule-args.ts'
import { type StartupCommand, startupCommands } from './startup-args.ts'

const shellSchema = z.enum(['bash', 'zsh', 'fish', 'powershell'])
export type Shell = z.infer<typeof shellSchema>

export type Command =
  | KeysCommand
  | RestartCommand
  | BulkCommand
  | BackupCommand
  | ScheduleCommand
  | ActivityCommand
  | FilesCommand
  | StartupCommand
  | DatabaseCommand
  | { readonly name: 'completion'; readonly shell: Shell }
  | { readonly name: 'plan' }
  | { readonly name: 'list' }
  | { readonly name: 'status'; readonly asksPlayers: boolean }
  | { readonly name: 'watch'; readonly forMs: number | null; readonly asksPlayers: boolean }
  | { readonly name: 'power'; readonly identifier: ServerIdentifier; readonly signal: PowerSignal }
  | {
      readonly name: 'console'
      readonly identifier: ServerIdentifier
      readonly forMs: number | null
      readonly takesInput: boolean
    }
  | { readonly name: 'send'; readonly identifier: ServerIdentifier; readonly text: string }

/** Ten days, in seconds. */
const longestWatchS = 864_000

/** How long a command that goes on is to run: `null` until it is stopped. */
function parseSpan(span: string | undefined): Result<number | null> {
  if (span === undefined) return ok(null)
  const forMs = parseSeconds(span, 0.001, longestWatchS)
  return forMs === null ? misuse('--for needs seconds.') : ok(forMs)
}

const spanOption = { type: 'string', value: 'S', help: 'end after this many seconds' } as const

/** Every command, in the order of the help. Help pages and shell completion are made from it. */
export const commands: readonly CommandSpec<Command>[] = [
  defineCommand({
    name: 'list',
    help: 'servers of the keys, with their state',
    positionals: [],
    options: {},
    parse: (words) => (words.length === 0 ? ok({ name: 'list' }) : misuse('list takes no arguments.')),
  }),
  defineCommand({
    name: 'status',
    help: 'one reading of every server: state, load, uptime',
    positionals: [],
    options: { players: playersOption },
    parse(words, { players = false }) {
      return words.length === 0 ? ok({ name: 'status', asksPlayers: players }) : misuse('status takes no arguments.')
    },
  }),
  defineCommand({
    name: 'watch',
    help: 'a line for every change of a state, until stopped',
    positionals: [],
    options: { for: spanOption, players: playersOption },
    parse(words, options) {
      if (words.length > 0) return misuse('watch takes no arguments.')
      const forMs = parseSpan(options.for)
      return forMs.ok ? ok({ name: 'watch', forMs: forMs.value, asksPlayers: options.players ?? false }) : forMs
    },
  }),
  defineCommand({
    name: 'power',
    help: 'send a power signal',
    positionals: [{ name: 'IDENTIFIER' }, { name: 'SIGNAL', values: powerSignalSchema.options }],
    options: {},
    parse(words) {
      if (words.length !== 2) return misuse('power needs an identifier and a signal.')
      const identifier = parseIdentifier(words[0])
      if (!identifier.ok) return identifier
      const signal = powerSignalSchema.safeParse(words[1])
      if (!signal.success) return fail('invalid-signal')
      return ok({ name: 'power', identifier: identifier.value, signal: signal.data })
    },
  }),
  defineCommand({
    name: 'send',
    help: 'send a console command; after -- its words may begin with a dash',
    positionals: [{ name: 'IDENTIFIER' }, { name: 'COMMAND...' }],
    options: {},
    parse(words) {
      if (words.length < 2) return misuse('send needs an identifier and a command.')
      const identifier = parseIdentifier(words[0])
      if (!identifier.ok) return identifier
      const text = consoleCommandSchema.safeParse(words.slice(1).join(' '))
      if (!text.success) return fail('invalid-command')
      return ok({ name: 'send', identifier: identifier.value, text: text.data })
    },
  }),
  defineCommand({
    name: 'console',
    help: 'live console: lines to standard output, commands from input',
    positionals: [{ name: 'IDENTIFIER' }],
    options: { for: spanOption, 'no-input': { type: 'boolean', help: 'send nothing from standard input' } },
    parse(words, options) {
      if (words.length !== 1) return misuse('console needs the identifier of one server.')
      const identifier = parseIdentifier(words[0])
      if (!identifier.ok) return identifier
      const forMs = parseSpan(options.for)
      if (!forMs.ok) return forMs
      const takesInput = options['no-input'] !== true
      return ok({ name: 'console', identifier: identifier.value, forMs: forMs.value, takesInput })
    },
  }),
  restartCommand,
  bulkCommand,
  defineCommand({
    name: 'plan list',
    help: 'planned restarts of the app',
    positionals: [],
    options: {},
    parse: (words) => (words.length === 0 ? ok({ name: 'plan' }) : misuse('plan list takes no arguments.')),
  }),
  ...backupCommands,
  ...scheduleCommands,
  activityCommand,
  ...filesCommands,
  ...startupCommands,
  ...databaseCommands,
  ...keysCommands,
  defineCommand({
    name: 'completion',
    help: 'print a shell completion script',
    positionals: [{ name: 'SHELL', values: shellSchema.options }],
    options: {},
    parse(words) {
      const shell = shellSchema.safeParse(words[0])
      if (words.length !== 1 || !shell.success) return misuse('completion needs bash, zsh, fish or powershell.')
      return ok({ name: 'completion', shell: shell.data })
    },
  }),
]

/** Those that stand without a command. */
export const rootOptions: OptionSpecs = { ...commonOptions, version: { type: 'boolean', help: 'the version' } }

/** Every option there is; one name means one kind of option, whichever command it belongs to. */
export const allOptions: OptionSpecs = Object.assign({}, rootOptions, ...commands.map(({ options }) => options))

/** The words that stand for several commands, each with those that follow it: `keys` with `list`, `add` and so on. */
export const groups: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name)].flatMap(([group, of]) => {
    const words = of.flatMap(({ name }) => name.split(' ').slice(1))
    return words.length === 0 ? [] : [[group, words] as const]
  }),
)
