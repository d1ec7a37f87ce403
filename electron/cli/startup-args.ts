import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { longestStartupValue } from '../../shared/model/startup.ts'
import { startupKeySchema } from '../../shared/model/startup-schema.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier } from './command-spec.ts'

type OfServer = { readonly name: 'startup'; readonly identifier: ServerIdentifier }

export type StartupCommand =
  | (OfServer & { readonly action: 'get'; readonly key: string | null })
  | (OfServer & { readonly action: 'set'; readonly key: string; readonly value: string })

function parseKey(typed: string | undefined): Result<string> {
  const key = startupKeySchema.safeParse(typed)
  return key.success ? ok(key.data) : misuse('That is not the name of a variable, as startup get shows it.')
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
    help: 'set a startup variable, used at the next start',
    positionals: [{ name: 'SERVER' }, { name: 'VARIABLE' }, { name: 'VALUE' }],
    options: {},
    parse(words) {
      const value = words[2]
      if (words.length !== 3 || value === undefined) {
        return misuse('startup set needs a server, a variable and its value; quote a value with blanks.')
      }
      const identifier = parseIdentifier(words[0])
      if (!identifier.ok) return identifier
      const key = parseKey(words[1])
      if (!key.ok) return key
      if (value.length > longestStartupValue || /\p{Cc}/u.test(value))
        return misuse('The value must be one line of text.')
      return ok({ name: 'startup', action: 'set', identifier: identifier.value, key: key.value, value })
    },
  }),
]
