import { type AppError, appError } from '../../shared/errors.ts'
import { type Backup, backupStateWord } from '../../shared/model/backup.ts'
import { isNameTyped } from '../../shared/model/typed-name.ts'
import { lockAs, removeUnlocked } from '../backups/acts.ts'
import { fileNameOf } from '../backups/file-name.ts'
import { makeBackup } from '../backups/make.ts'
import type { Fetch } from '../panel/transport.ts'
import { download as downloadFile } from '../transfers/download.ts'
import type { Target } from './action.ts'
import type { BackupCommand } from './backup-args.ts'
import { namedBackup } from './backup-named.ts'
import { kindOf, noFolder } from './folder.ts'
import { settleMs } from './foreground-backups.ts'
import { type ExitCode, exitCodes, formatJson, formatTable, mebibytes } from './format.ts'
import type { Saving } from './saving.ts'
import { patientCall, report, type Session } from './session.ts'

/** A restore has a course of its own. */
export type PlainCommand = Exclude<BackupCommand, { action: 'restore' }>

type Of<A extends BackupCommand['action']> = Extract<BackupCommand, { action: A }>

type Deps = {
  /** The way to the machines of the panel. */
  readonly fetch: Fetch
  readonly userAgent: string
  readonly saving: Pick<Saving, 'send'>
  /** Told what a backup came to whose end was waited for. */
  readonly noteEnd: (error: AppError | null) => Promise<void>
}

/** How often the progress of a download is told, in milliseconds. */
const tellEveryMs = 5_000

const timeText = (at: number | null) => (at === null ? '–' : new Date(at).toISOString())

function listOf(backups: readonly Backup[], json: boolean): string {
  if (json) {
    const told = backups.map(({ createdAt, completedAt, ...backup }) => ({
      ...backup,
      createdAt: createdAt === null ? null : timeText(createdAt),
      completedAt: completedAt === null ? null : timeText(completedAt),
    }))
    return formatJson(told)
  }
  const cells = backups.map(({ id, name, state, isLocked, bytes, createdAt }) => [
    id.slice(0, 8),
    name,
    backupStateWord[state],
    isLocked ? 'locked' : '',
    bytes === null ? '–' : mebibytes(bytes),
    timeText(createdAt),
  ])
  return formatTable(['ID', 'NAME', 'STATE', '', 'SIZE', 'CREATED'], cells, 'No backups.\n')
}

async function find(session: Session, { access }: Target, command: { identifier: string; backup: string }) {
  const list = await access.client.backups.list(command.identifier, patientCall(session))
  return list.ok ? namedBackup(list.value.backups, command.backup) : list
}

async function runList(session: Session, { access }: Target, { identifier }: Of<'list'>): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const list = await access.client.backups.list(identifier, patientCall(session))
  if (!list.ok) return report(stderr, list.error, options.json)
  stdout.write(listOf(list.value.backups, options.json))
  return exitCodes.done
}

async function runCreate(
  session: Session,
  { access, name: serverName }: Target,
  { identifier, backupName, isLocked, before, waits }: Of<'create'>,
  { saving, noteEnd }: Deps,
): Promise<ExitCode> {
  const { stdout, stderr, options, clock, stopped } = session
  const { client, baseUrl } = access
  const server = { baseUrl, identifier, name: serverName }
  const made = await makeBackup(
    {
      clock,
      backups: client.backups,
      identifier,
      send: (text) => saving.send(server, text, access),
      settle: async () => void (await clock.sleep(settleMs, stopped)),
      onBegun(backup) {
        const json = { kind: 'begun', id: backup?.id ?? null, name: backup?.name ?? null }
        stdout.write(
          options.json ? formatJson(json) : `The panel began the backup${backup === null ? '' : ` ${backup.name}`}.\n`,
        )
      },
      waits,
      signal: stopped,
      call: patientCall(session),
    },
    { name: backupName, isLocked, before: [...before] },
  )
  const isEnd = !made.ok || made.value?.state === 'good'
  if (isEnd) await noteEnd(made.ok ? null : made.error)
  if (!made.ok) return report(stderr, made.error, options.json)
  if (!isEnd || made.value === null) return exitCodes.done
  const { id, name, bytes } = made.value
  const size = bytes === null ? '' : ` (${mebibytes(bytes)})`
  stdout.write(options.json ? formatJson({ kind: 'ended', id, name, bytes }) : `The backup is finished${size}.\n`)
  return exitCodes.done
}

/** Tells how far a download is. Returns the function that ends it. */
function tellProgress({ clock, stderr, options }: Session, read: () => number, total: number | null): () => void {
  if (options.json) return () => undefined
  let before = 0
  let cancel = clock.after(tellEveryMs, step)
  function step(): void {
    const now = read()
    const part = total === null || total === 0 ? '' : ` of ${mebibytes(total)}`
    stderr.write(`${mebibytes(now)}${part}, ${mebibytes((now - before) / (tellEveryMs / 1_000))} a second.\n`)
    before = now
    cancel = clock.after(tellEveryMs, step)
  }
  return () => cancel()
}

async function runDownload(
  session: Session,
  target: Target,
  command: Of<'download'>,
  { fetch, userAgent }: Deps,
): Promise<ExitCode> {
  const { stdout, stderr, options, clock, stopped } = session
  const refuse = (error: AppError) => report(stderr, error, options.json)
  const { folder, identifier } = command
  if ((await kindOf(folder)) !== 'folder') return refuse(appError('invalid-request', noFolder))
  const found = await find(session, target, command)
  if (!found.ok) return refuse(found.error)
  const { id, bytes, sha1, state } = found.value
  if (state !== 'good') return refuse(appError('backup-not-good'))
  let received = 0
  const stop = tellProgress(session, () => received, bytes)
  const saved = await downloadFile({
    clock,
    link: () => target.access.client.backups.link(identifier, id, patientCall(session)),
    fetch,
    userAgent,
    folder,
    file: fileNameOf(target.name, found.value),
    what: 'backup',
    bytes,
    sha1,
    signal: stopped,
    onProgress(now) {
      received = now
    },
  })
  stop()
  if (!saved.ok) return refuse(saved.error)
  const { file } = saved.value
  const checked = sha1 === null ? 'the panel tells no checksum' : 'its checksum is right'
  const words = `Saved as ${file} (${mebibytes(received)}, ${checked}).\n`
  stdout.write(options.json ? formatJson({ id, file, bytes: received, sha1 }) : words)
  return exitCodes.done
}

async function runLock(session: Session, target: Target, command: Of<'lock' | 'unlock'>): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const isLocked = command.action === 'lock'
  const found = await find(session, target, command)
  if (!found.ok) return report(stderr, found.error, options.json)
  const done = await lockAs(target.access.client.backups, command.identifier, found.value, isLocked)
  if (!done.ok) return report(stderr, done.error, options.json)
  const { id, name } = found.value
  stdout.write(options.json ? formatJson({ id, isLocked }) : `${name} is ${isLocked ? 'locked' : 'unlocked'}.\n`)
  return exitCodes.done
}

const otherName = {
  message: 'That is not the name of this backup, so nothing was deleted.',
  hint: 'Run backup list to see its name.',
}

async function runDelete(session: Session, target: Target, command: Of<'delete'>): Promise<ExitCode> {
  const { stdout, stderr, options } = session
  const found = await find(session, target, command)
  if (!found.ok) return report(stderr, found.error, options.json)
  const { id, name } = found.value
  if (!isNameTyped(command.typedName, name)) return report(stderr, appError('invalid-request', otherName), options.json)
  const removed = await removeUnlocked(target.access.client.backups, command.identifier, found.value)
  if (!removed.ok) return report(stderr, removed.error, options.json)
  stdout.write(options.json ? formatJson({ id }) : `${name} was deleted.\n`)
  return exitCodes.done
}

/** Runs one command on the backups of a server. */
export function runBackup(session: Session, command: PlainCommand, target: Target, deps: Deps): Promise<ExitCode> {
  switch (command.action) {
    case 'list':
      return runList(session, target, command)
    case 'create':
      return runCreate(session, target, command, deps)
    case 'download':
      return runDownload(session, target, command, deps)
    case 'lock':
    case 'unlock':
      return runLock(session, target, command)
    case 'delete':
      return runDelete(session, target, command)
  }
}
