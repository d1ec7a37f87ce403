import { z } from 'zod'
import { activityCommand } from './activity.ts'
import { choice, commonOptions, flag, type Options } from './argument-types.ts'
import { backupCommands } from './backup.ts'
import { bulkCommand } from './bulk.ts'
import { type Command, plainCommand } from './command.ts'
import { type Shell, scriptOf } from './completion.ts'
import { consoleCommand } from './console.ts'
import { databaseCommand } from './database.ts'
import { filesCommands } from './files.ts'
import { exitCodes } from './format.ts'
import { keysCommands } from './keys.ts'
import { listCommand, statusCommand } from './list.ts'
import { planCommand } from './plans.ts'
import { powerCommands } from './power.ts'
import { restartCommand } from './restart.ts'
import { scheduleCommands } from './schedule.ts'
import { startupCommands } from './startup.ts'
import { watchCommand } from './watch-command.ts'

const completionCommand = plainCommand({
  name: 'completion',
  help: 'print a shell completion script',
  args: { shell: choice('SHELL', z.enum(['bash', 'zsh', 'fish', 'powershell'])) },
  async run({ stdout }, _tools, { shell }) {
    stdout.write(completionScript(shell))
    return exitCodes.done
  },
})

/** Every command, in the order of the help. Help pages and shell completion are made from it. */
export const commands: readonly Command[] = [
  listCommand,
  statusCommand,
  watchCommand,
  ...powerCommands,
  consoleCommand,
  restartCommand,
  bulkCommand,
  planCommand,
  ...backupCommands,
  ...scheduleCommands,
  activityCommand,
  ...filesCommands,
  ...startupCommands,
  databaseCommand,
  ...keysCommands,
  completionCommand,
]

/** Those that stand without a command. */
export const rootOptions: Options = { ...commonOptions, version: flag('the version') }

/** Every option there is; one name means one kind of option, whichever command it belongs to. */
export const allOptions: Options = Object.assign({}, rootOptions, ...commands.map(({ options }) => options))

/** The words that stand for several commands, each with those that follow it: `keys` with `list`, `add` and so on. */
export const groups: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(commands, ({ name }) => name.split(' ')[0] ?? name)].flatMap(([group, of]) => {
    const words = of.flatMap(({ name }) => name.split(' ').slice(1))
    return words.length === 0 ? [] : [[group, words] as const]
  }),
)

/** The script that completes all this in a shell. */
export const completionScript = (shell: Shell): string => scriptOf(shell, { commands, rootOptions, allOptions, groups })
