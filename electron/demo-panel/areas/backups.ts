import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { shortText, truth } from '../http/input.ts'
import { daemonRefusals, problem, refusal, refuse } from '../http/refusal.ts'
import { fieldsOf, item, json, page, type Reply, wallTime, withHeaders } from '../http/reply.ts'
import { type Entries, type Files, notThere } from '../machine/file-tree.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { createTable, perServer } from '../machine/per-server.ts'
import { createTimers } from '../machine/timers.ts'
import { backupPath, type Transfers } from '../panel/transfers.ts'
import { type Archive, archiveOf, packed } from './archive.ts'
import { attachment, grantOf, signedUrl } from './files.ts'
import { type Area, on, onInput, onOne } from './operation.ts'
import { createRestores } from './restores.ts'

/** A backup as the panel keeps it. No field tells its state. Times are unix milliseconds. */
type Backup = {
  /** Its uuid. */
  readonly id: string
  readonly name: string
  /** Lines that say what is left out; told again, and not looked at here. */
  readonly ignored: readonly string[]
  readonly isLocked: boolean
  /** A schedule made it. */
  readonly isScheduled: boolean
  readonly createdAt: number
  /** Null while it is being made. */
  readonly completedAt: number | null
  /** What the node has of it; null unless it was successful. */
  readonly stored: { readonly archive: Archive; readonly entries: Entries } | null
}

/** What is asked of a backup. */
type Wish = Pick<Backup, 'isLocked' | 'isScheduled'> & {
  /** Null for a name made of the time. */
  readonly name: string | null
  /** Lines that say what is left out; null for none. */
  readonly ignored: string | null
}

/** A backup from before. */
export type GivenBackup = {
  readonly name: string
  /** How long ago it was begun, in milliseconds. */
  readonly agoMs: number
  /** `good` by default. */
  readonly state?: 'good' | 'failed' | 'pending'
  readonly isLocked?: boolean
  readonly isScheduled?: boolean
}

/** What the node itself does for backups. */
export type Archiver = {
  /** Packs what a server has; null where that fails. */
  pack(server: LiveServer, entries: Entries): Promise<Archive | null>
  /** The files of a backup, where its archive is there and whole. */
  unpack(server: LiveServer, stored: NonNullable<Backup['stored']>): Entries | 'lost' | 'damaged'
}

export const honestArchiver: Archiver = {
  pack: async (_server, entries) => archiveOf(() => packed(entries)),
  unpack: (_server, { entries }) => entries,
}

/** At most so many backups in so long a time, for each server. */
type Throttle = { readonly backups: number; readonly windowMs: number }

/** The panel's own throttle (its `config/backups.php`). */
const usualThrottle: Throttle = { backups: 2, windowMs: 600_000 }
/** As the panel's seed servers have it. */
const usualLimit = 5
/** A backup that is not done after this long is marked as failed, in milliseconds. */
const pruneAgeMs = 6 * 3_600_000
/** How long one from before took, in milliseconds. */
const usualMs = 40_000

const isPending = ({ completedAt }: Backup): boolean => completedAt === null
/** Whether it counts for limit and throttle: pending and good ones do, failed ones are free. */
const counts = (backup: Backup): boolean => isPending(backup) || backup.stored !== null
/** The backup as one that failed, which the panel also unlocks. */
const failed = (backup: Backup, completedAt: number): Backup => ({
  ...backup,
  isLocked: false,
  completedAt,
  stored: null,
})

/** What the node says where it has no archive of a backup. */
export const noArchive = json({ error: 'The requested backup was not found on this server.' }, 404)

const restoreInput = z.object({ truncate: truth })

type Deps = Area & {
  readonly files: Files
  readonly transfers: Transfers
  readonly archiver: Archiver
  /** How long a backup takes, and a restore once the server is offline, in milliseconds. */
  readonly backupMs: number
}

export type Backups = ReturnType<typeof createBackups>

/** The backups of all servers: what the panel knows of them, and what the node does (the panel's API, *Backups*). */
export function createBackups(deps: Deps) {
  const { clock, dialect, timeZone, node, files, record, backupMs, archiver, transfers, rights } = deps
  const isPelican = dialect === 'pelican'
  const daemon = daemonRefusals(dialect)
  /** Oldest first. */
  const table = createTable<string, Backup>(usualLimit)
  const deletedOf = perServer((): Backup[] => [])
  const restores = createRestores({ ...deps, restoreMs: backupMs })
  const jobs = createTimers(clock)
  let throttle: Throttle | null = usualThrottle

  const limitOf = (server: LiveServer): number => table.limitOf(server) ?? 0

  /** A server's backups. What was never completed is marked as failed before, as a job of the panel does. */
  function listOf(server: LiveServer): readonly Backup[] {
    for (const backup of table.list(server)) {
      const dueAt = backup.createdAt + pruneAgeMs
      if (isPending(backup) && dueAt <= clock.now()) table.put(server, failed(backup, dueAt))
    }
    return table.list(server)
  }
  const find = (server: LiveServer, id: string) => listOf(server).find((backup) => backup.id === id) ?? null

  /**
   * The panel counts its throttle's time from the newest backup, so that it can be longer than needed. The deleted ones
   * count as well, on one of the two panels.
   */
  function refuseTooMany(server: LiveServer) {
    if (throttle === null) return
    const { backups, windowMs } = throttle
    const since = clock.now() - windowMs
    const made = [...listOf(server), ...(isPelican ? [] : deletedOf(server))].filter(counts)
    const recent = made.map(({ createdAt }) => createdAt).filter((at) => at > since)
    if (recent.length < backups) return
    const seconds = Math.max(1, Math.ceil((Math.max(...recent) - since) / 1000))
    const text = `Only ${backups} backups may be generated within a ${windowMs / 1000} second span of time.`
    const reply = problem(429, 'TooManyRequestsHttpException', text)
    refuse(withHeaders(reply, { 'retry-after': String(seconds) }))
  }

  /** At the limit, the oldest one that is not locked makes room for a schedule's. */
  function makeRoom(server: LiveServer, { isScheduled }: Wish) {
    const limit = limitOf(server)
    const counted = listOf(server).filter(counts)
    if (counted.length < limit) return
    const oldest = isScheduled && limit > 0 ? counted.find(({ isLocked }) => !isLocked) : undefined
    const detail = `Cannot create a new backup, this server has reached its limit of ${limit} backups.`
    remove(server, oldest ?? refuse(problem(400, 'TooManyBackupsException', detail)))
  }

  function create(server: LiveServer, wish: Wish): Backup {
    refuseTooMany(server)
    makeRoom(server, wish)
    if (!node.isUp()) refuse(daemon.unreachable)
    const backup = table.put(server, {
      ...wish,
      id: randomUUID(),
      name: wish.name ?? `Backup at ${wallTime(clock.now(), timeZone)}`,
      ignored: wish.ignored?.split(/\r?\n/).filter((line) => line.trim() !== '') ?? [],
      createdAt: clock.now(),
      completedAt: null,
      stored: null,
    })
    work(server, backup)
    return backup
  }

  /** The node's part: it archives the files as they are, and reports to the panel. */
  function work(server: LiveServer, { id }: Backup) {
    const entries = files(server).entries()
    const packing = archiver.pack(server, entries)
    const finish = async () => {
      const archive = await packing
      const backup = table.find(server, id)
      if (backup === null || !isPending(backup) || !node.isUp()) return
      const now = clock.now()
      const done =
        archive === null ? failed(backup, now) : { ...backup, completedAt: now, stored: { archive, entries } }
      table.put(server, done)
      record(server, `server:backup.${archive === null ? 'fail' : 'complete'}`, { name: done.name })
      const outcome = { uuid: id, is_successful: archive !== null }
      node.tell(server, { event: 'backup completed', args: [JSON.stringify(outcome)] })
    }
    jobs.after(backupMs, () => void finish())
  }

  function remove(server: LiveServer, backup: Backup) {
    if (backup.isLocked && backup.stored !== null) {
      refuse(problem(400, 'BackupLockedException', 'Cannot delete a backup that is marked as locked.'))
    }
    const needsNode = !isPelican || backup.stored !== null
    if (needsNode && !node.isUp()) refuse(daemon.unreachable)
    table.remove(server, backup)
    deletedOf(server).push(backup)
  }

  /** Deletes the server's files first where that is asked for, as the node does, and only then looks for the archive. */
  function restore(server: LiveServer, backup: Backup, truncate: boolean) {
    if (isPending(backup)) {
      refuse(refusal.badRequest('This backup cannot be restored at this time: not completed or failed.'))
    }
    if (!node.isUp()) refuse(daemon.unreachable)
    if (restores.isRunning(server)) refuse(daemon.refused(409, 'This server is currently being restored'))
    if (truncate) files(server).replaceAll(new Map())
    const stored = backup.stored === null ? 'lost' : archiver.unpack(server, backup.stored)
    if (stored === 'lost') return refuse(daemon.refused(404, notThere.detail))
    server.held.restoring_backup = true
    restores.start(server, backup.name, stored === 'damaged' ? null : stored)
  }

  /** The archive as the node gives it. */
  function download(server: LiveServer, id: string): Reply {
    const archive = find(server, id)?.stored?.archive
    return archive === undefined ? noArchive : attachment(`filename="${id}.tar.gz"`, archive)
  }

  function shown({ id: uuid, ignored: ignoredFiles, isScheduled, stored, ...fields }: Backup) {
    const archive = stored?.archive
    const made = {
      isSuccessful: archive !== undefined,
      checksum: archive === undefined ? null : `sha1:${archive.sha1}`,
      bytes: archive?.bytes ?? 0,
    }
    const all = { uuid, ignoredFiles, ...fields, ...made, ...(isPelican && { isScheduled }) }
    return item('backup', fieldsOf(all, timeZone))
  }

  const onBackup = onOne(({ server, params }) => find(server, params.backup ?? ''))
  const name = shortText(dialect)
  const createInput = z.object({ name: name.nullish(), ignored: z.string().nullish(), is_locked: truth.nullish() })
  const renameRow = onBackup('PUT', '/backups/:backup/rename', 'backup.delete', (call, backup) => {
    const input = call.input(z.object({ name }))
    call.record('server:backup.rename', { old_name: backup.name, new_name: input.name })
    return json(shown(table.put(call.server, { ...backup, name: input.name })))
  })

  const rows = [
    on('GET', '/backups', 'backup.read', ({ server, request }) => {
      const all = listOf(server)
      return json(page(all.map(shown), request, { usual: 20, most: 50 }, { backup_count: all.filter(counts).length }))
    }),
    onInput('POST', '/backups', 'backup.create', createInput, (call, { name = null, ignored = null, is_locked }) => {
      // Who may not delete may not lock either, and is not told so.
      const isLocked = is_locked === true && rights.allow(call.key, 'backup.delete', call.server)
      const made = create(call.server, { name, ignored, isLocked, isScheduled: false })
      call.record('server:backup.start', { name: made.name, locked: isLocked })
      return json(shown(made))
    }),
    onBackup('GET', '/backups/:backup', 'backup.read', (_call, backup) => json(shown(backup))),
    onBackup('POST', '/backups/:backup/lock', 'backup.delete', (call, backup) => {
      const changed = table.put(call.server, { ...backup, isLocked: !backup.isLocked })
      call.record(`server:backup.${changed.isLocked ? 'lock' : 'unlock'}`, { name: backup.name })
      return json(shown(changed))
    }),
    ...(isPelican ? [renameRow] : []),
    onBackup('GET', '/backups/:backup/download', 'backup.download', (call, { id, name }) => {
      const path = transfers.sign(backupPath, grantOf(call, 'backups-view'), () => download(call.server, id))
      call.record('server:backup.download', { name })
      return signedUrl(node.addressOf(call.server), path)
    }),
    onBackup('POST', '/backups/:backup/restore', 'backup.restore', (call, backup) => {
      const { truncate } = call.input(restoreInput)
      restore(call.server, backup, truncate)
      call.record('server:backup.restore', { name: backup.name, truncate })
    }),
    onBackup('DELETE', '/backups/:backup', 'backup.delete', (call, backup) => {
      remove(call.server, backup)
      call.record('server:backup.delete', { name: backup.name, failed: backup.stored === null })
    }),
  ]

  return {
    rows,
    create,
    limitOf,
    setLimit: table.setLimit,
    /** Gives the server a backup from before, after those it has; returns its uuid. Limits do not hold. */
    async add(server: LiveServer, given: GivenBackup): Promise<string> {
      const { state = 'good', agoMs, ...named } = given
      const createdAt = clock.now() - agoMs
      const entries = files(server).entries()
      const archive = state === 'good' ? await archiver.pack(server, entries) : null
      const stored = archive && { archive, entries }
      const completedAt = state === 'pending' ? null : createdAt + usualMs
      const fields = { id: randomUUID(), ignored: [], isLocked: false, isScheduled: false, ...named }
      return table.put(server, { ...fields, createdAt, completedAt, stored }).id
    },
    /** At most so many backups of each server in a time; null for any number. */
    setThrottle(next: Throttle | null) {
      throttle = next
    },
    /** The node ended: backups under way stay pending, restores are reported once it is back. */
    nodeEnded() {
      jobs.cancelAll()
      restores.cutOff()
    },
    nodeBooted: restores.booted,
  }
}
