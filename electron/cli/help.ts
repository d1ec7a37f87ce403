import { capitalised } from '../../shared/model/text.ts'
import { commonOptions, type Options } from './argument-types.ts'
import { type Command, synopsis } from './command.ts'
import { commands, groups } from './commands.ts'

type Line = readonly [term: string, text: string]

/** Two aligned columns. */
function columns(lines: readonly Line[]): string {
  const width = Math.max(...lines.map(([term]) => term.length))
  return lines.map(([term, text]) => `  ${term.padEnd(width)}   ${text}\n`).join('')
}

const optionLines = (options: Options): Line[] =>
  Object.entries(options).map(([name, { value, bare, help }]) => {
    if (value === undefined) return [`--${name}`, help]
    return [bare === undefined ? `--${name} ${value}` : `--${name}[=${value}]`, help]
  })

const commandLines = (of: readonly Command[]): Line[] => of.map((one) => [synopsis(one), one.help])

const commonLines = optionLines(commonOptions)

const general = `Usage: servertray COMMAND [OPTIONS]

Commands:
${columns([...commandLines(commands)])}
servertray COMMAND --help tells the options of one.

Options of every command:
${columns([...commonLines, ['--', 'what follows is text, also when it begins with a dash']])}
Without a command:
${columns([['--version', 'the version']])}
Credentials: SERVERTRAY_URL (the client API's base address) and SERVERTRAY_TOKEN in the environment,
else the keys stored by Servertray. A token is never taken from the command line. SERVERTRAY_HOME names the
profile folder, for the app as well. HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are followed.
SERVERTRAY_ALLOW_HTTP=1 allows SERVERTRAY_URL plain http in a private network, where others can read the
token on the way. With NO_COLOR set, a console is shown without colours.

Ctrl+C ends a command: nothing more is sent, and what is out already is waited for; a second one ends at once.

Exit codes: 0 done, 1 an unexpected failure, 2 wrong usage or invalid input, 3 key refused, 4 not permitted,
5 not found, 6 rate limit outlasts --max-wait, 7 no usable answer, or cancelled,
8 the panel refused or failed otherwise, or a list was cut, 9 not restarted because of players.
`

function pageOf(command: Command): string {
  const own = optionLines(command.options)
  const parts = [
    `Usage: servertray ${synopsis(command)} [OPTIONS]\n`,
    `${capitalised(command.help)}.\n`,
    ...(own.length === 0 ? [] : [`Options:\n${columns(own)}`]),
    `Options of every command:\n${columns(commonLines)}`,
  ]
  return parts.join('\n')
}

/**
 * The help page of a command, of a group of them such as `keys`, or for null the list of all.
 * @param name one of the table
 */
export function helpPage(name: string | null): string {
  const command = commands.find((one) => one.name === name)
  if (command !== undefined) return pageOf(command)
  if (name === null || !groups.has(name)) return general
  const of = commands.filter((one) => one.name.startsWith(`${name} `))
  return `Usage: servertray ${name} COMMAND [OPTIONS]\n\nCommands:\n${columns(commandLines(of))}`
}
