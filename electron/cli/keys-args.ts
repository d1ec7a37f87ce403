import { keyLabelSchema } from '../../shared/model/api-key-schema.ts'
import type { KeyId } from '../../shared/model/identifier.ts'
import { keyIdSchema } from '../../shared/model/identifier-schema.ts'
import { fail, ok } from '../../shared/result.ts'
import { candidateBaseUrls } from '../panel/address.ts'
import { type CommandSpec, defineCommand, misuse } from './command-spec.ts'

export type KeysCommand =
  | { readonly name: 'keys'; readonly action: 'list' | 'check' }
  | { readonly name: 'keys'; readonly action: 'add'; readonly label: string; readonly url: string }
  | { readonly name: 'keys'; readonly action: 'remove'; readonly id: KeyId }

const withoutWords = (action: 'list' | 'check', help: string): CommandSpec<KeysCommand> =>
  defineCommand({
    name: `keys ${action}`,
    help,
    positionals: [],
    options: {},
    parse: (words) =>
      words.length === 0 ? ok({ name: 'keys', action }) : misuse(`keys ${action} takes no arguments.`),
  })

export const keysCommands: readonly CommandSpec<KeysCommand>[] = [
  withoutWords('list', 'the stored keys'),
  defineCommand({
    name: 'keys add',
    help: 'store a key; its token is read from standard input',
    positionals: [],
    options: {
      label: { type: 'string', value: 'L', help: 'name of the new key, 1 to 60 characters' },
      url: { type: 'string', value: 'U', help: 'address of its panel' },
    },
    parse(words, { label, url }) {
      if (words.length > 0) return misuse('keys add takes options only.')
      if (label === undefined || url === undefined) return misuse('keys add needs --label and --url.')
      const name = keyLabelSchema.safeParse(label)
      if (!name.success) return fail('invalid-label')
      const candidates = candidateBaseUrls(url)
      return candidates.ok ? ok({ name: 'keys', action: 'add', label: name.data, url }) : candidates
    },
  }),
  defineCommand({
    name: 'keys remove',
    help: 'remove a key and delete its token',
    positionals: [{ name: 'ID' }],
    options: {},
    parse(words) {
      const id = keyIdSchema.safeParse(words[0])
      if (words.length !== 1 || !id.success)
        return misuse('keys remove needs the ID of one key, as keys list shows it.')
      return ok({ name: 'keys', action: 'remove', id: id.data })
    },
  }),
  withoutWords('check', 'one list call with each stored key'),
]
