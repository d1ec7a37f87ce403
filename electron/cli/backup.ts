import { backupStateWord, maxCommandsBefore, quietBackupMs } from '../../shared/backups/backups.ts'
import { type Backup, backupNameSchema, ignoredSchema } from '../../shared/backups/contract.ts'
import { areaNeeds } from '../../shared/keys/rights.ts'
import { consoleCommandSchema } from '../../shared/model/console-schema.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import { lockAs, removeUnlocked, usable } from '../backups/acts.ts'
import { fileNameOf } from '../backups/downloads.ts'
import { makeBackup } from '../backups/make.ts'
import { createBackup, linkToBackup, listBackups, readBackup } from '../backups/panel.ts'
import { openEntry } from '../jobs/journal.ts'
import { judge } from '../servers/rights.ts'
import { download } from '../transfers/download.ts'
import { argument, bySchema, flag, misuse, option, server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { settleMs } from './core.ts'
import { kindOf, noFolder } from './files.ts'
import { bytesText, type Columns, exitCodes, isoTime, listing } from './format.ts'
import { notedBackup } from './noted.ts'
import { tellDownload } from './progress.ts'
import { restoreBackup } from './restore-backup.ts'
import { noteLeftOut, type Outcome, type Session } from './session.ts'
import type { ServerTools } from './tools.ts'

const columns: Columns<Backup> = {
  ID: ({ id }) => id.slice(0, 8),
  NAME: ({ name }) => name,
  STATE: ({ state }) => backupStateWord[state],
  '': ({ isLocked }) => (isLocked ? 'locked' : ''),
  SIZE: ({ bytes }) => (bytes === null ? '–' : bytesText(bytes)),
  CREATED: ({ createdAt }) => isoTime(createdAt) ?? '–',
}

const jsonOf = ({ createdAt, completedAt, ...backup }: Backup) => ({
  ...backup,
  createdAt: isoTime(createdAt),
  completedAt: isoTime(completedAt),
})

/** The backup that an id, or its beginning, names, with all others. */
async function findBackup({ at }: ServerTools, typed: string) {
  const list = await listBackups(at)
  if (!list.ok) return list
  const all = list.value.backups
  const [backup, ...others] = all.filter(({ id }) => id.toLowerCase().startsWith(typed))
  if (backup === undefined) return fail('backup-not-found', { hint: 'Run backup list to see the backups.' })
  if (others.length === 0) return ok({ backup, all })
  return fail('invalid-request', { message: 'Several backups begin with that ID.', hint: 'Give more of it.' })
}

type Wanted = {
  /** Empty for the panel's own choice. */
  readonly name: string
  readonly lock: boolean
  /** Patterns of what it leaves out, a line each; empty for none. */
  readonly ignore: string
  readonly before: readonly string[]
  readonly wait: boolean
}

const nothingHeard =
  'Nothing was heard of the backup for 10 minutes. A large one takes long; if it stays so, its machine may have refused it: look at the server in the panel.\n'

async function create(session: Session, tools: ServerTools, wanted: Wanted): Promise<Outcome> {
  const { clock, stopped, call } = session
  const { access, client, identifier, name: server, journal, noteHere } = tools
  if (wanted.before.length > 0) {
    // A server must not be told to save for a backup that is refused then.
    const facts = await client.readServer(identifier, call)
    const key = { declared: access.declared, learned: [] }
    const may = judge('backup.create', key, facts.ok ? facts.value : { isOwner: null, permissions: null }, clock.now())
    if (!may.ok) return may
  }
  const entry = openEntry(journal, {
    id: crypto.randomUUID(),
    kind: 'backup',
    baseUrl: access.baseUrl,
    identifier,
    server,
    what: wanted.name,
    startedAt: clock.now(),
  })
  let cancelWords = () => {}
  const made = await makeBackup(
    {
      clock,
      backups: {
        create: (backup) => createBackup(client.at(identifier, { ...call, signal: stopped }), backup),
        list: () => listBackups(client.at(identifier, { signal: stopped })),
        one: (id) => readBackup(client.at(identifier, { priority: 'background', signal: stopped }), id),
      },
      send: (command, options) => client.sendCommand(identifier, command, options),
      entry,
      settle: async () => void (await clock.sleep(settleMs, stopped)),
      onBegun(backup) {
        session.say({
          words: `The panel accepted the backup${backup === null ? '' : ` ${backup.name}`}.\n`,
          json: { kind: 'begun', id: backup?.id ?? null, name: backup?.name ?? null },
        })
        if (!session.options.json) cancelWords = clock.after(quietBackupMs, () => session.stderr.write(nothingHeard))
      },
      waits: wanted.wait,
      signal: stopped,
    },
    { name: wanted.name, isLocked: wanted.lock, ignored: wanted.ignore, before: [...wanted.before] },
  )
  cancelWords()
  entry.close()
  const isEnd = !made.ok || made.value?.state === 'good'
  if (isEnd) await noteHere(notedBackup(made.ok ? null : made.error))
  if (!made.ok) return made
  if (!isEnd || made.value === null) return exitCodes.done
  const { id, name, bytes } = made.value
  const size = bytes === null ? '' : ` (${bytesText(bytes)})`
  return ok({ words: `The backup is finished${size}.\n`, json: { kind: 'ended', id, name, bytes } })
}

async function save(session: Session, tools: ServerTools, typed: string, folder: string): Promise<Outcome> {
  const { clock, stopped } = session
  const { at, name, machines } = tools
  if ((await kindOf(folder)) !== 'folder') return fail('invalid-request', noFolder)
  const found = await findBackup(tools, typed)
  if (!found.ok) return found
  const { backup } = found.value
  const { id, bytes, sha1 } = backup
  const use = usable(backup)
  if (!use.ok) return use
  let received = 0
  const endProgress = tellDownload(session, () => received, bytes)
  const saved = await download({
    clock,
    link: () => linkToBackup(at, id),
    ...machines,
    folder,
    file: fileNameOf(name, backup),
    what: 'backup',
    bytes,
    sha1,
    signal: stopped,
    onProgress(now) {
      received = now
    },
  })
  endProgress()
  if (!saved.ok) return saved
  const { file } = saved.value
  const checked = sha1 === null ? 'the panel tells no checksum' : 'its checksum is right'
  return ok({
    words: `Saved as ${file} (${bytesText(received)}, ${checked}).\n`,
    json: { id, file, bytes: received, sha1 },
  })
}

type ConfirmedBackup = { readonly backup: string; readonly yes: string }

/** The backup of that id, where its name is the one that was typed as the yes. */
async function findConfirmed(tools: ServerTools, typed: ConfirmedBackup, sofar: string) {
  const found = await findBackup(tools, typed.backup)
  if (!found.ok || isNameTyped(typed.yes, found.value.backup.name)) return found
  return fail('invalid-request', {
    message: `That is not the name of this backup, so nothing was ${sofar}.`,
    hint: 'Run backup list to see its name.',
  })
}

/** What stands in one text with semicolons between. */
const partsOf = (typed: string) => typed.split(';').map((part) => part.trim())

function parseBefore(typed = ''): Result<string[]> {
  const parts = partsOf(typed).filter((part) => part !== '')
  if (parts.length > maxCommandsBefore) return misuse(`--before takes ${maxCommandsBefore} commands at most.`)
  const commands = consoleCommandSchema.array().safeParse(parts)
  return commands.success ? ok(commands.data) : fail('invalid-command')
}

/** The first 8 characters of a uuid name a backup of one server well enough; what fits several is refused later. */
const idLike = /^[0-9a-f-]{8,64}$/i
const backup = argument('BACKUP', (typed = '') => (idLike.test(typed) ? ok(typed.toLowerCase()) : null))

/** Patterns as a panel takes them: a line each. */
function parseIgnored(typed = ''): Result<string> {
  const lines = ignoredSchema.safeParse(partsOf(typed).join('\n'))
  return lines.success ? ok(lines.data) : misuse('--ignore takes patterns with ; between them.')
}

const readName = bySchema(backupNameSchema, misuse('--name takes one line of 191 characters at most.'))

const typedName = (action: string) =>
  option('NAME', 'the backup’s name, as the yes', (typed) =>
    typed === undefined ? misuse(`backup ${action} needs --yes with the backup’s name.`) : ok(typed.trim()),
  )

const lockCommand = (action: 'lock' | 'unlock', help: string) =>
  serverCommand({
    name: `backup ${action}`,
    help,
    args: { server, backup },
    permission: areaNeeds.backups.change,
    async run(_session, tools, { backup }) {
      const isLocked = action === 'lock'
      const found = await findBackup(tools, backup)
      if (!found.ok) return found
      const { id, name } = found.value.backup
      const done = await lockAs(tools.client.at(tools.identifier, {}), found.value.backup, isLocked)
      return done.ok ? ok({ words: `${name} is ${action}ed.\n`, json: { id, isLocked } }) : done
    },
  })

export const backupCommands = [
  serverCommand({
    name: 'backup list',
    help: 'backups of a server, newest first',
    args: { server },
    permission: areaNeeds.backups.view,
    async run(session, { at }) {
      const list = noteLeftOut(session, await listBackups(at))
      return list.ok ? ok(listing(columns, list.value.backups, 'No backups.\n', jsonOf)) : list
    },
  }),
  serverCommand({
    name: 'backup create',
    help: 'back up a server now',
    args: { server },
    options: {
      name: option('N', 'name of the backup (the date)', (typed = '') => readName(typed)),
      lock: flag('lock it, so that nothing deletes it by itself'),
      ignore: option('P', 'files to leave out, patterns as in .gitignore with ; between them', parseIgnored),
      before: option(
        'T',
        'console commands that make the server save first, with ; between them; save-off is undone at the end',
        parseBefore,
      ),
      wait: flag('end once the backup is finished'),
    },
    permission: areaNeeds.backups.change,
    run: create,
  }),
  serverCommand({
    name: 'backup download',
    help: 'download a backup, and check its size and checksum',
    args: { server, backup },
    options: {
      to: option('FOLDER', 'folder to save it to; no file there is replaced', (typed) =>
        typed ? ok(typed) : misuse('backup download needs --to with a folder.'),
      ),
    },
    permission: areaNeeds.backups.view,
    run: (session, tools, { backup, to }) => save(session, tools, backup, to),
  }),
  lockCommand('lock', 'lock a backup, so that nothing deletes it by itself'),
  lockCommand('unlock', 'unlock a backup'),
  serverCommand({
    name: 'backup delete',
    help: 'delete a backup, also a locked one',
    args: { server, backup },
    options: { yes: typedName('delete') },
    permission: areaNeeds.backups.change,
    async run(_session, tools, typed) {
      const found = await findConfirmed(tools, typed, 'deleted')
      if (!found.ok) return found
      const { id, name } = found.value.backup
      const removed = await removeUnlocked(tools.client.at(tools.identifier, {}), found.value.backup)
      return removed.ok ? ok({ words: `${name} was deleted.\n`, json: { id } }) : removed
    },
  }),
  serverCommand({
    name: 'backup restore',
    help: 'stop a server and put a backup’s files back; it stays off',
    args: { server, backup },
    options: {
      yes: typedName('restore'),
      'delete-files': flag('delete all files first; if the restore fails then, nothing is left'),
      wait: flag('end once the panel tells that it is restored'),
    },
    permission: areaNeeds.backups.change,
    run: (session, tools, { 'delete-files': deletesFiles, wait: waits, ...typed }) =>
      restoreBackup(session, tools, { find: () => findConfirmed(tools, typed, 'restored'), deletesFiles, waits }),
  }),
]
