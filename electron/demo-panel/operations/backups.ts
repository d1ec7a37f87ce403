import { createHash, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import { item, page, refusal, time } from '../http/envelope.ts'
import { json, noContent } from '../http/reply.ts'
import type { Transfers } from '../panel/transfers.ts'
import type { Entries } from './file-tree.ts'
import { type Files, grantOf, signedUrl } from './files.ts'
import { type Operation, onServer, perServer, type ServerCall } from './operation.ts'
import { featureLimits } from './server-attributes.ts'
import { tar } from './tar.ts'

const createInput = z.object({ name: z.string().max(191).nullish() })
const restoreInput = z.object({ truncate: z.boolean().nullish() })

type Backup = {
  readonly uuid: string
  readonly name: string
  readonly entries: Entries
  readonly checksum: string
  readonly bytes: number
  readonly createdAt: number
  readonly completedAt: number
}

type Deps = {
  readonly clock: Clock
  readonly transfers: Transfers
  /** How long a backup or a restore takes, in milliseconds. */
  readonly backupMs: number
}

/** Backups: list, view, download; create, restore, delete. */
export function backupOperations(files: Files, { clock, transfers, backupMs }: Deps): readonly Operation[] {
  const backupsOf = perServer(() => new Map<string, Backup>())
  const isDone = (backup: Backup) => backup.completedAt <= clock.now()

  function attributes(backup: Backup) {
    const done = isDone(backup)
    return {
      uuid: backup.uuid,
      is_successful: done,
      is_locked: false,
      name: backup.name,
      ignored_files: [],
      checksum: done ? `sha1:${backup.checksum}` : null,
      bytes: done ? backup.bytes : 0,
      created_at: time(backup.createdAt),
      completed_at: time(done ? backup.completedAt : null),
    }
  }

  const named = (call: ServerCall) => backupsOf(call.server).get(call.params.backup ?? '') ?? null

  return [
    onServer('GET', '/backups', 'backups-view', ({ server, request }) => {
      const backups = [...backupsOf(server).values()]
      const items = backups.map((backup) => item('backup', attributes(backup)))
      const address = `${request.origin}${request.path}`
      return json(page(items, request.query, { usual: 20, most: 50 }, address, { backup_count: backups.length }))
    }),
    onServer('POST', '/backups', 'backups-full', (call) => {
      const input = call.input(createInput)
      if (!input.ok) return input.reply
      const backups = backupsOf(call.server)
      if (backups.size >= featureLimits.backups) {
        const detail = `Cannot create a new backup, this server has reached its limit of ${featureLimits.backups} backups.`
        return refusal.limitReached('TooManyBackupsException', detail)
      }
      const now = clock.now()
      const entries = files(call.server).entries()
      const archive = gzipSync(tar(entries))
      const backup: Backup = {
        uuid: randomUUID(),
        name: input.value.name ?? `Backup at ${time(now)}`,
        entries,
        checksum: createHash('sha1').update(archive).digest('hex'),
        bytes: archive.length,
        createdAt: now,
        completedAt: now + backupMs,
      }
      backups.set(backup.uuid, backup)
      call.record('server:backup.start', { name: backup.name })
      return json(item('backup', attributes(backup)))
    }),
    onServer('GET', '/backups/:backup', 'backups-view', (call) => {
      const backup = named(call)
      return backup === null ? refusal.notFoundForServer() : json(item('backup', attributes(backup)))
    }),
    onServer('GET', '/backups/:backup/download', 'backups-view', (call) => {
      const backup = named(call)
      if (backup === null) return refusal.notFoundForServer()
      if (!isDone(backup)) return refusal.badRequest('This backup is not ready for download yet.')
      const archive = gzipSync(tar(backup.entries))
      return signedUrl(call, transfers.signDownload(grantOf(call, 'backups-view'), `${backup.uuid}.tar.gz`, archive))
    }),
    onServer('POST', '/backups/:backup/restore', 'backups-full', (call) => {
      const backup = named(call)
      if (backup === null) return refusal.notFoundForServer()
      const input = call.input(restoreInput)
      if (!input.ok) return input.reply
      if (!isDone(backup)) {
        return refusal.badRequest('This backup cannot be restored at this time: not completed or failed.')
      }
      const { server } = call
      const tree = files(server)
      const kept = input.value.truncate === true ? [] : tree.entries()
      server.setRestoring(true)
      clock.after(backupMs, () => {
        tree.replaceAll(new Map([...kept, ...backup.entries]))
        server.setRestoring(false)
      })
      call.record('server:backup.restore', { name: backup.name })
      return noContent
    }),
    onServer('DELETE', '/backups/:backup', 'backups-full', (call) => {
      const backup = named(call)
      if (backup === null) return refusal.notFoundForServer()
      backupsOf(call.server).delete(backup.uuid)
      call.record('server:backup.delete', { name: backup.name })
      return noContent
    }),
  ]
}
