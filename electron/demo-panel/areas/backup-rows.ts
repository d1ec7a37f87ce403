import { z } from 'zod'
import { attributesOf, type Backup, counts } from '../backups/backup.ts'
import type { Backups } from '../backups/backups.ts'
import type { Dialect } from '../http/dialect.ts'
import { item, page } from '../http/envelope.ts'
import { found } from '../http/refused.ts'
import { json } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Transfers } from '../panel/transfers.ts'
import { grantOf, signedUrl } from './files.ts'
import { truth } from './input.ts'
import { on, onInput, type ServerCall } from './operation.ts'
import type { Rights } from './rights.ts'

type Deps = {
  readonly backups: Backups
  readonly dialect: Dialect
  readonly timeZone: string
  readonly transfers: Transfers
  readonly rights: Rights
  /** Where the server's backups are downloaded. */
  readonly addressOf: (server: LiveServer) => string
}

const restoreInput = z.object({ truncate: truth })

/** Backups: list, view, download; create, lock, rename, restore, delete (the panel's API, *Backups*). */
export function backupRows({ backups, dialect, timeZone, transfers, rights, addressOf }: Deps) {
  const name = z.string().max(dialect === 'pelican' ? 255 : 191)
  const createInput = z.object({ name: name.nullish(), ignored: z.string().nullish(), is_locked: truth.nullish() })
  const renameInput = z.object({ name })

  const shown = (backup: Backup) => item('backup', attributesOf(backup, { dialect, timeZone }))
  const backupOf = ({ server, params }: ServerCall) => found(backups.find(server, params.backup ?? ''))

  const rename = on('PUT', '/backups/:backup/rename', 'backup.delete', (call) => {
    const backup = backupOf(call)
    const { name } = call.input(renameInput)
    call.record('server:backup.rename', { old_name: backup.name, new_name: name })
    return json(shown(backups.change(call.server, backup, { name })))
  })

  return [
    on('GET', '/backups', 'backup.read', ({ server, request }) => {
      const all = backups.list(server)
      const meta = { backup_count: all.filter(counts).length }
      return json(page(all.map(shown), request, { usual: 20, most: 50 }, meta))
    }),
    onInput('POST', '/backups', 'backup.create', createInput, (call, { name = null, ignored = null, is_locked }) => {
      // Who may not delete may not lock either, and is not told so.
      const isLocked = is_locked === true && rights.allow(call.key, 'backup.delete', call.server)
      const made = backups.create(call.server, { name, ignored, isLocked, isScheduled: false })
      call.record('server:backup.start', { name: made.name, locked: isLocked })
      return json(shown(made))
    }),
    on('GET', '/backups/:backup', 'backup.read', (call) => json(shown(backupOf(call)))),
    on('POST', '/backups/:backup/lock', 'backup.delete', (call) => {
      const backup = backupOf(call)
      const changed = backups.change(call.server, backup, { isLocked: !backup.isLocked })
      call.record(`server:backup.${changed.isLocked ? 'lock' : 'unlock'}`, { name: backup.name })
      return json(shown(changed))
    }),
    ...(dialect === 'pelican' ? [rename] : []),
    on('GET', '/backups/:backup/download', 'backup.download', (call) => {
      const { server } = call
      const { uuid, name } = backupOf(call)
      const path = transfers.signBackup(grantOf(call, 'backups-view'), () => backups.open(server, uuid))
      call.record('server:backup.download', { name })
      return signedUrl(addressOf(server), path)
    }),
    on('POST', '/backups/:backup/restore', 'backup.restore', (call) => {
      const backup = backupOf(call)
      const { truncate } = call.input(restoreInput)
      backups.restore(call.server, backup, truncate)
      call.record('server:backup.restore', { name: backup.name, truncate })
    }),
    on('DELETE', '/backups/:backup', 'backup.delete', (call) => {
      const backup = backupOf(call)
      backups.remove(call.server, backup)
      call.record('server:backup.delete', { name: backup.name, failed: !backup.isSuccessful })
    }),
  ]
}
