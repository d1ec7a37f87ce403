import type { AppError } from '../../shared/errors.ts'
import type { ActivityEvent } from '../../shared/model/activity.ts'
import type { NeededPermission } from '../../shared/model/permission.ts'
import type { Result } from '../../shared/result.ts'
import type { Network } from '../network/network.ts'
import {
  type Action,
  eventOfBackup,
  eventOfRestore,
  type NoteActivity,
  noteAction,
  runAction,
  type Target,
} from './action.ts'
import type { ActivityCommand } from './activity-args.ts'
import type { BackupCommand } from './backup-args.ts'
import type { DatabaseCommand } from './database-args.ts'
import type { FilesCommand } from './files-args.ts'
import type { ExitCode } from './format.ts'
import type { Saving } from './saving.ts'
import type { ScheduleCommand } from './schedule-args.ts'
import type { Session } from './session.ts'
import type { StartupCommand } from './startup-args.ts'

/** A command on one server that needs nothing but a client. */
export type ServerCommand =
  | Action
  | BackupCommand
  | ScheduleCommand
  | FilesCommand
  | StartupCommand
  | DatabaseCommand
  | ActivityCommand

type Deps = {
  readonly network: Network
  readonly userAgent: string
  readonly note: NoteActivity
  /** Reads a value from standard input. */
  readonly readValue: () => Promise<Result<string>>
  readonly saving: Saving
}

/** What a key must have for a command. */
export function permissionOf(command: ServerCommand): NeededPermission {
  switch (command.name) {
    case 'power':
      return 'power'
    case 'send':
      return 'console'
    case 'backup':
      return command.action === 'list' || command.action === 'download' ? 'backups-view' : 'backups-full'
    case 'db':
      return 'databases-view'
    case 'files':
      return command.action === 'put' || command.action === 'rm' ? 'files-write' : 'files-read'
    // As the client API document has it: no single permission covers them.
    case 'schedule':
    case 'activity':
    case 'startup':
      return 'all'
  }
}

/** Runs a command on the server that it names. What only one of them needs is loaded with it. */
export async function runOnServer(
  session: Session,
  command: ServerCommand,
  target: Target,
  { network, userAgent, note, readValue, saving }: Deps,
): Promise<ExitCode> {
  if (command.name === 'activity') {
    const { runActivity } = await import('./activity.ts')
    return runActivity(session, command, target)
  }
  if (command.name === 'startup') {
    const { runStartup } = await import('./startup.ts')
    return runStartup(session, command, target, readValue)
  }
  if (command.name === 'db') {
    const { runDatabases } = await import('./database.ts')
    return runDatabases(session, command, target)
  }
  const { access, name } = target
  const fetch = network.fetchFromMachines({
    baseUrl: access.baseUrl,
    fingerprint: () => access.access.fingerprint,
  })
  if (command.name === 'files') {
    const { runFiles } = await import('./files.ts')
    return runFiles(session, command, target, { fetch, userAgent })
  }
  const { identifier } = command
  const keep = async (event: ActivityEvent | null) => {
    if (event !== null) await noteAction({ event, access, identifier, name }, session.clock, note)
  }
  if (command.name === 'schedule') {
    const { runSchedule } = await import('./schedule.ts')
    return runSchedule(session, command, target, keep)
  }
  if (command.name !== 'backup') return runAction(session, command, target, note)
  if (command.action === 'restore') {
    const { runRestoreBackup } = await import('./restore-backup.ts')
    return runRestoreBackup(session, command, target, (view) => keep(eventOfRestore(view)))
  }
  const { runBackup } = await import('./backup.ts')
  return runBackup(session, command, target, {
    fetch,
    userAgent,
    saving,
    noteEnd: (error: AppError | null) => keep(eventOfBackup(error)),
  })
}
