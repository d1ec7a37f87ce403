import type { ServerRef } from '../model/identifier.ts'
import type { Schedule } from '../model/restart-schema.ts'
import type { WithPreferences, WithServers } from '../model/slices.ts'
import { isUnderWay } from '../model/under-way.ts'
import type { BackupId, DownloadView, RestoreView } from './contract.ts'
import { hasRestoreEnded } from './restore.ts'

type WithMoves = {
  readonly downloads: Readonly<Record<string, DownloadView>>
  readonly restores: Readonly<Record<string, RestoreView>>
}

/** The backups of a server that are being downloaded, wait for it, or are being restored: none of them may go meanwhile. */
export function heldBackups({ downloads, restores }: WithMoves, ref: ServerRef): ReadonlySet<BackupId> {
  const ofServer = (one: { readonly ref: ServerRef }) => one.ref === ref
  const downloading = Object.values(downloads).filter((one) => ofServer(one) && isUnderWay(one))
  const restoring = Object.values(restores).filter((one) => ofServer(one) && !hasRestoreEnded(one))
  return new Set([...downloading.map(({ backupId }) => backupId), ...restoring.map(({ backup }) => backup.id)])
}

/** Maximum number of servers that are read because of an age that holds for all: each reading is a call of its key. */
export const maxWatchedByAge = 300

type WithSchedules = WithPreferences &
  WithServers & { readonly schedules: Readonly<Record<string, Pick<Schedule, 'refs' | 'choices' | 'enabled'>>> }

/**
 * The servers whose backups are read now and then though nobody looks: those for which a person chose what goes by them,
 * a keep rule or restarts that back up first, and where an age was chosen for all, also the others, up to a number.
 * @param mayRead whether a server's backups can be read at all without a click
 */
export function watchedBackups(state: WithSchedules, mayRead: (ref: ServerRef) => boolean): readonly ServerRef[] {
  const { preferences, schedules, servers } = state
  const { backupDays, keepRules, restart } = preferences
  const own = Object.entries(restart.servers).flatMap(([ref, { backupFirst }]) => (backupFirst === 'no' ? [] : [ref]))
  const planned = Object.values(schedules).flatMap(({ refs, choices, enabled }) =>
    enabled && choices.backupFirst !== 'no' ? refs : [],
  )
  const chosen = new Set([...Object.keys(keepRules), ...own, ...planned] as ServerRef[])
  const others = backupDays === null ? [] : Object.values(servers).map(({ ref }) => ref)
  const more = others.filter((ref) => !chosen.has(ref) && mayRead(ref)).slice(0, maxWatchedByAge)
  return [...[...chosen].filter(mayRead), ...more]
}
