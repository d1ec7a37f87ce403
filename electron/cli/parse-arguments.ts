import { parseArgs } from 'node:util'
import { fail, ok, type Result } from '../../shared/result.ts'
import { misuse, type Options } from './argument-types.ts'
import type { Run } from './command.ts'
import { allOptions, commands, groups, rootOptions } from './commands.ts'

export type Invocation =
  /** `page`: the command, or the group of them, whose page is asked for. */
  { readonly kind: 'help'; readonly page?: string } | { readonly kind: 'version' } | Run

/** The prefixes that panels give their tokens, followed by enough to be one. */
const tokenLike = /(?:ptlc|ptla|pacc|papp)_[0-9A-Za-z]{6}/

const inWords = (words: readonly string[], last: 'and' | 'or') =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

/** The words and the names of known options, whichever command they belong to. */
function survey(argv: readonly string[]) {
  const { tokens } = parseArgs({ args: [...argv], options: allOptions, strict: false, tokens: true })
  return {
    words: tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])),
    options: new Set(tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))),
  }
}

/** Why an option stands at the wrong command; null where none does. */
function strayOption(options: ReadonlySet<string>, own: Options) {
  const isStray = (name: string) =>
    Object.hasOwn(allOptions, name) && !Object.hasOwn(rootOptions, name) && !Object.hasOwn(own, name)
  const stray = [...options].find(isStray)
  if (stray === undefined) return null
  const owners = commands.filter((one) => Object.hasOwn(one.options, stray)).map(({ name }) => name)
  return `--${stray} belongs to ${inWords(owners, 'and')}.`
}

/** What is wanted without a command. */
function readRoot([group]: readonly string[], options: ReadonlySet<string>): Result<Invocation> {
  const words = groups.get(group ?? '')
  if (group !== undefined && words === undefined) return misuse('There is no such command.')
  const stray = strayOption(options, {})
  if (stray !== null) return misuse(stray)
  if ([...options].some((name) => !Object.hasOwn(rootOptions, name))) return misuse('There is no such option.')
  if (options.has('help')) return ok(group === undefined ? { kind: 'help' } : { kind: 'help', page: group })
  if (options.has('version')) return ok({ kind: 'version' })
  if (group === undefined || words === undefined) return misuse('A command is missing.')
  return misuse(`${group} needs ${inWords(words, 'or')}.`)
}

/** True when the arguments ask for JSON, also when they are wrong otherwise. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json')
}

/** The arguments with the value of each option that was given without one. */
function withBareValues(argv: readonly string[]): string[] {
  const end = argv.indexOf('--')
  return argv.map((argument, i) => {
    const name = argument.startsWith('--') && (end === -1 || i < end) ? argument.slice(2) : ''
    const bare = Object.hasOwn(allOptions, name) ? allOptions[name]?.bare : undefined
    return bare === undefined ? argument : `${argument}=${bare}`
  })
}

/** Reads the arguments after the program's name. Every failure is invalid input; none quotes what was typed. */
export function parseArguments(typed: readonly string[]): Result<Invocation> {
  if (typed.some((argument) => tokenLike.test(argument))) {
    return fail('invalid-request', {
      message: 'A token does not belong on the command line, where other programs can read it.',
      hint: 'Set SERVERTRAY_TOKEN in the environment. If the token was real, replace it.',
    })
  }
  const argv = withBareValues(typed)
  const { words, options } = survey(argv)
  const names = [words.slice(0, 2).join(' '), words[0]]
  const command = commands.find(({ name }) => names.includes(name))
  if (command === undefined) return readRoot(words, options)
  const stray = strayOption(options, command.options)
  if (stray !== null) return misuse(stray)
  const read = command.read(argv)
  if (!read.ok || read.value.kind === 'run') return read
  return ok({ kind: 'help', page: command.name })
}
