import { maxCommandsBefore } from '../../shared/model/backup-run.ts'
import { backupNameSchema } from '../../shared/model/backup-schema.ts'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import type { ServerIdentifier } from '../../shared/model/identifier.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { type CommandSpec, defineCommand, misuse, parseIdentifier } from './command-spec.ts'

type OfServer = { readonly name: 'backup'; readonly identifier: ServerIdentifier }
/** `backup`: the id as it was typed, whole or its first 8 characters and more. */
type OfBackup = OfServer & { readonly backup: string }

export type BackupCommand =
  | (OfServer & { readonly action: 'list' })
  | (OfServer & {
      readonly action: 'create'
      /** Empty for the panel's own choice. */
      readonly backupName: string
      readonly isLocked: boolean
      readonly before: readonly string[]
      readonly waits: boolean
    })
  | (OfBackup & { readonly action: 'download'; readonly folder: string })
  | (OfBackup & { readonly action: 'lock' | 'unlock' })
  /** `typedName`: the backup's name, as the yes. */
  | (OfBackup & { readonly action: 'delete'; readonly typedName: string })
  | (OfBackup & {
      readonly action: 'restore'
      readonly typedName: string
      readonly deletesFiles: boolean
      readonly waits: boolean
    })

const server = { name: 'SERVER' } as const
const backup = { name: 'BACKUP' } as const

/** The first 8 characters of a uuid name a backup of one server well enough; what fits several is refused later. */
const idLike = /^[0-9a-f-]{8,64}$/i

function parseBackup(words: readonly string[], action: string): Result<OfBackup> {
  const [typed, id] = words
  if (words.length !== 2 || id === undefined || !idLike.test(id)) {
    return misuse(`backup ${action} needs a server and a backup’s ID, as backup list shows it.`)
  }
  const identifier = parseIdentifier(typed)
  return identifier.ok ? ok({ name: 'backup', identifier: identifier.value, backup: id.toLowerCase() }) : identifier
}

/** Several commands stand in one text, with semicolons between them. */
function parseBefore(typed: string): Result<string[]> {
  const parts = typed.split(';').filter((part) => part.trim() !== '')
  const commands = parts.map((part) => consoleCommandSchema.safeParse(part))
  if (parts.length > maxCommandsBefore) return misuse(`--before takes ${maxCommandsBefore} commands at most.`)
  return commands.every(({ success }) => success)
    ? ok(commands.flatMap(({ data }) => data ?? []))
    : fail('invalid-command')
}

const lockCommand = (action: 'lock' | 'unlock', help: string): CommandSpec<BackupCommand> =>
  defineCommand({
    name: `backup ${action}`,
    help,
    positionals: [server, backup],
    options: {},
    parse(words) {
      const parsed = parseBackup(words, action)
      return parsed.ok ? ok({ ...parsed.value, action }) : parsed
    },
  })

export const backupCommands: readonly CommandSpec<BackupCommand>[] = [
  defineCommand({
    name: 'backup list',
    help: 'backups of a server, newest first',
    positionals: [server],
    options: {},
    parse(words) {
      const identifier = parseIdentifier(words[0])
      if (words.length !== 1) return misuse('backup list needs the identifier of one server.')
      return identifier.ok ? ok({ name: 'backup', action: 'list', identifier: identifier.value }) : identifier
    },
  }),
  defineCommand({
    name: 'backup create',
    help: 'back up a server now',
    positionals: [server],
    options: {
      name: { type: 'string', value: 'N', help: 'name of the backup (the date)' },
      lock: { type: 'boolean', help: 'lock it, so that nothing deletes it by itself' },
      before: {
        type: 'string',
        value: 'T',
        help: 'console commands that make the server save first, with ; between them; save-off is undone at the end',
      },
      wait: { type: 'boolean', help: 'end once the backup is finished' },
    },
    parse(words, { name = '', lock = false, before = '', wait = false }) {
      const identifier = parseIdentifier(words[0])
      if (words.length !== 1) return misuse('backup create needs the identifier of one server.')
      if (!identifier.ok) return identifier
      const backupName = backupNameSchema.safeParse(name)
      if (!backupName.success) return misuse('--name takes one line of 191 characters at most.')
      const commands = parseBefore(before)
      if (!commands.ok) return commands
      return ok({
        name: 'backup',
        action: 'create',
        identifier: identifier.value,
        backupName: backupName.data,
        isLocked: lock,
        before: commands.value,
        waits: wait,
      })
    },
  }),
  defineCommand({
    name: 'backup download',
    help: 'download a backup, and check its size and checksum',
    positionals: [server, backup],
    options: { to: { type: 'string', value: 'FOLDER', help: 'folder to save it to; no file there is replaced' } },
    parse(words, { to }) {
      const parsed = parseBackup(words, 'download')
      if (!parsed.ok) return parsed
      if (to === undefined || to === '') return misuse('backup download needs --to with a folder.')
      return ok({ ...parsed.value, action: 'download', folder: to })
    },
  }),
  lockCommand('lock', 'lock a backup, so that nothing deletes it by itself'),
  lockCommand('unlock', 'unlock a backup'),
  defineCommand({
    name: 'backup delete',
    help: 'delete a backup, also a locked one',
    positionals: [server, backup],
    options: { yes: { type: 'string', value: 'NAME', help: 'the backup’s name, as the yes' } },
    parse(words, { yes }) {
      const parsed = parseBackup(words, 'delete')
      if (!parsed.ok) return parsed
      if (yes === undefined) return misuse('backup delete needs --yes with the backup’s name.')
      return ok({ ...parsed.value, action: 'delete', typedName: yes.trim() })
    },
  }),
  defineCommand({
    name: 'backup restore',
    help: 'stop a server and put a backup’s files back; it stays off',
    positionals: [server, backup],
    options: {
      yes: { type: 'string', value: 'NAME', help: 'the backup’s name, as the yes' },
      'delete-files': { type: 'boolean', help: 'delete all files first; if the restore fails then, nothing is left' },
      wait: { type: 'boolean', help: 'end once the panel tells that it is restored' },
    },
    parse(words, { yes, 'delete-files': deletesFiles = false, wait = false }) {
      const parsed = parseBackup(words, 'restore')
      if (!parsed.ok) return parsed
      if (yes === undefined) return misuse('backup restore needs --yes with the backup’s name.')
      return ok({ ...parsed.value, action: 'restore', typedName: yes.trim(), deletesFiles, waits: wait })
    },
  }),
]
