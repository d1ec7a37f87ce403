import { type FilePath, isFilePath, nameOf } from '../../shared/model/file.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { ok, type Result } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier } from './command-spec.ts'

type OfServer = { readonly name: 'files'; readonly identifier: ServerIdentifier; readonly path: FilePath }

export type FilesCommand =
  | (OfServer & { readonly action: 'ls' | 'cat' })
  /** `folder`: where it is saved on this computer. */
  | (OfServer & { readonly action: 'get'; readonly folder: string; readonly isForced: boolean })
  /** `file`: what is sent, on this computer. */
  | (OfServer & { readonly action: 'put'; readonly file: string; readonly isForced: boolean })
  /** `typedName`: the name of the file or folder, as the yes. */
  | (OfServer & { readonly action: 'rm'; readonly typedName: string })

const server = { name: 'SERVER' } as const
const path = { name: 'PATH' } as const
const force = { type: 'boolean', help: 'replace a file that is there' } as const

/** A path as it was typed: with or without a slash before and after it. */
function parsePath(typed: string): Result<FilePath> {
  const path = `/${typed.replace(/^\//, '').replace(/\/$/, '')}`
  return isFilePath(path) ? ok(path) : misuse('That is not a path on a server. It can’t have .. in it.')
}

/** A server and a path; `isFile` where the root will not do. */
function parseOf(words: readonly string[], action: string, isFile = true): Result<OfServer> {
  if (words.length !== 2) return misuse(`files ${action} needs a server and a path on it.`)
  const identifier = parseIdentifier(words[0])
  if (!identifier.ok) return identifier
  const path = parsePath(words[1] ?? '')
  if (!path.ok) return path
  if (isFile && nameOf(path.value) === null) return misuse(`files ${action} needs a path on the server.`)
  return ok({ name: 'files', identifier: identifier.value, path: path.value })
}

export const filesCommands: readonly CommandSpec<FilesCommand>[] = [
  defineCommand({
    name: 'files ls',
    help: 'what is in a folder of a server',
    positionals: [server, { name: '[PATH]' }],
    options: {},
    parse(words) {
      const parsed = parseOf(words.length === 1 ? [...words, '/'] : words, 'ls', false)
      return parsed.ok ? ok({ ...parsed.value, action: 'ls' }) : parsed
    },
  }),
  defineCommand({
    name: 'files cat',
    help: 'print a text file as UTF-8, without what a terminal would act on',
    positionals: [server, path],
    options: {},
    parse(words) {
      const parsed = parseOf(words, 'cat')
      return parsed.ok ? ok({ ...parsed.value, action: 'cat' }) : parsed
    },
  }),
  defineCommand({
    name: 'files get',
    help: 'download a file',
    positionals: [server, path],
    options: { to: { type: 'string', value: 'FOLDER', help: 'folder to save it to (the current one)' }, force },
    parse(words, { to = '.', force: isForced = false }) {
      const parsed = parseOf(words, 'get')
      if (!parsed.ok) return parsed
      if (to === '') return misuse('--to needs a folder.')
      return ok({ ...parsed.value, action: 'get', folder: to, isForced })
    },
  }),
  defineCommand({
    name: 'files put',
    help: 'send a file of this computer to a path on a server',
    positionals: [server, { name: 'FILE' }, path],
    options: { force },
    parse(words, { force: isForced = false }) {
      const [typed, file, to] = words
      if (words.length !== 3 || typed === undefined || file === undefined || file === '' || to === undefined) {
        return misuse('files put needs a server, a file and a path on the server, with the name it gets there.')
      }
      const parsed = parseOf([typed, to], 'put')
      return parsed.ok ? ok({ ...parsed.value, action: 'put', file, isForced }) : parsed
    },
  }),
  defineCommand({
    name: 'files rm',
    help: 'delete a file, or a folder with all in it, for good',
    positionals: [server, path],
    options: { yes: { type: 'string', value: 'NAME', help: 'the name of the file or folder, as the yes' } },
    parse(words, { yes }) {
      const parsed = parseOf(words, 'rm')
      if (!parsed.ok) return parsed
      if (yes === undefined) return misuse('files rm needs --yes with the name of the file or folder.')
      return ok({ ...parsed.value, action: 'rm', typedName: yes })
    },
  }),
]
