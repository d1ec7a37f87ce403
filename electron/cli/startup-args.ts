import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { longestStartupValue } from '../../shared/model/startup.ts'
import { startupKeySchema } from '../../shared/model/startup-schema.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier } from './command-spec.ts'

type OfServer = { readonly name: 'startup'; readonly identifier: ServerIdentifier }

export type StartupCommand =
  | (OfServer & { readonly action: 'get'; readonly key: string | null })
  /** A value of null is to come from standard input. */
  | (OfServer & { readonly action: 'set'; readonly key: string; readonly value: string | null })

function parseKey(typed: string | undefined): Result<string> {
  const key = startupKeySchema.safeParse(typed)
  return key.success ? ok(key.data) : misuse('That is not the name of a variable, as startup get shows it.')
}

/** A value as it may be sent: one line of text. An error of reading it is passed on. */
export function parseValue(typed: Result<string>): Result<string> {
  const isLine = !typed.ok || (typed.value.length <= longestStartupValue && !/\p{Cc}/u.test(typed.value))
  return isLine ? typed : misuse('The value must be one line of text.')
}

export const startupCommands: readonly CommandSpec<StartupCommand>[] = [
  defineCommand({
    name: 'startup get',
    help: 'startup variables of a server; what is secret only where it is named',
    positionals: [{ name: 'SERVER' }, { name: '[VARIABLE]' }],
    options: {},
    parse(words): Result<StartupCommand> {
      if (words.length < 1 || words.length > 2) return misuse('startup get needs a server, and at most one variable.')
      const identifier = parseIdentifier(words[0])
      if (!identifier.ok) return identifier
      const common = { name: 'startup', action: 'get', identifier: identifier.value } as const
      if (words.length === 1) return ok({ ...common, key: null })
      const key = parseKey(words[1])
      return key.ok ? ok({ ...common, key: key.value }) : key
    },
  }),
  defineCommand({
    name: 'startup set',
    help: 'set a startup variable, used at the next start; --stdin for a secret',
    positionals: [{ name: 'SERVER' }, { name: 'VARIABLE' }, { name: '[VALUE]' }],
    options: {
      stdin: {
        type: 'boolean',
        help: 'read the value from standard input: others on this computer may see a VALUE in its list of processes',
      },
    },
    parse(words, { stdin = false }): Result<StartupCommand> {
      const [server, variable, typed = null] = words
      if (words.length < 2 || words.length > 3 || stdin !== (typed === null)) {
        return misuse('startup set needs a server, a variable and its value, or --stdin; quote a value with blanks.')
      }
      const identifier = parseIdentifier(server)
      if (!identifier.ok) return identifier
      const key = parseKey(variable)
      if (!key.ok) return key
      const value = typed === null ? ok(null) : parseValue(ok(typed))
      if (!value.ok) return value
      return ok({ name: 'startup', action: 'set', identifier: identifier.value, key: key.value, value: value.value })
    },
  }),
]
