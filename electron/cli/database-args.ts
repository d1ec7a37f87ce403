import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { ok } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier } from './command-spec.ts'

export type DatabaseCommand = { readonly name: 'db'; readonly identifier: ServerIdentifier }

export const databaseCommands: readonly CommandSpec<DatabaseCommand>[] = [
  defineCommand({
    name: 'db list',
    help: 'databases of a server, without their passwords',
    positionals: [{ name: 'SERVER' }],
    options: {},
    parse(words) {
      if (words.length !== 1) return misuse('db list needs the identifier of one server.')
      const identifier = parseIdentifier(words[0])
      return identifier.ok ? ok({ name: 'db', identifier: identifier.value }) : identifier
    },
  }),
]
