import { z } from 'zod'
import { attributesOf, type Backup, counts } from '../backups/backup.ts'
import type { Backups } from '../backups/backups.ts'
import type { Dialect } from '../http/dialect.ts'
import { item, page, refusal } from '../http/envelope.ts'
import { createRateLimits, type RateLimitOptions } from '../http/rate-limit.ts'
import { json, noContent, type Reply, withHeaders } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Transfers } from '../panel/transfers.ts'
import { grantOf, signedUrl } from './files.ts'
import { truth } from './input.ts'
import { type Operation, onServer, type ServerCall } from './operation.ts'
import type { Rights } from './panel-permissions.ts'

type Deps = {
  readonly now: () => number
  readonly backups: Backups
  readonly dialect: Dialect
  readonly timeZone: string
  readonly transfers: Transfers
  readonly rights: Rights
  /** Where the server's backups are downloaded. */
  readonly addressOf: (server: LiveServer) => string
  /** Limit on restores of each server; null for none. */
  readonly restoreLimit: RateLimitOptions | null
}

/** Backups: list, view, download; create, lock, rename, restore, delete (the panel's API, *Backups*). */
export function backupOperations(deps: Deps): readonly Operation[] {
  const { now, backups, dialect, timeZone, transfers, rights, restoreLimit } = deps
  const name = z.string().max(dialect === 'pelican' ? 255 : 191)
  const createInput = z.object({
    name: name.nullish(),
    ignored: z.string().nullish(),
    is_locked: truth.nullish(),
  })
  const renameInput = z.object({ name })
  const restoreInput = z.object({ truncate: truth })
  const restoreLimits = restoreLimit === null ? null : createRateLimits(restoreLimit)

  const shown = (backup: Backup) => item('backup', attributesOf(backup, { dialect, timeZone }))

  /** A row for one backup, which is looked for first. */
  const onBackup = (
    method: Operation['method'],
    path: string,
    needs: 'backups-view' | 'backups-full',
    right: string,
    handle: (call: ServerCall, backup: Backup) => Reply,
  ) =>
    onServer(
      method,
      `/backups/:backup${path}`,
      needs,
      (call) => {
        const backup = backups.find(call.server, call.params.backup ?? '')
        return backup === null ? refusal.notFoundForServer() : handle(call, backup)
      },
      right,
    )

  function restore(call: ServerCall, backup: Backup): Reply {
    const input = call.input(restoreInput)
    if (!input.ok) return input.reply
    const { truncate } = input.value
    const refused = backups.restore(call.server, backup, truncate)
    if (refused !== null) return refused
    call.record('server:backup.restore', { name: backup.name, truncate })
    return noContent
  }

  const rename = onBackup('PUT', '/rename', 'backups-full', 'backup.delete', (call, backup) => {
    const input = call.input(renameInput)
    if (!input.ok) return input.reply
    call.record('server:backup.rename', { old_name: backup.name, new_name: input.value.name })
    return json(shown(backups.change(call.server, backup, { name: input.value.name })))
  })

  return [
    onServer(
      'GET',
      '/backups',
      'backups-view',
      ({ server, request }) => {
        const all = backups.list(server)
        const address = `${request.origin}${request.path}`
        const meta = { backup_count: all.filter(counts).length }
        return json(page(all.map(shown), request.query, { usual: 20, most: 50 }, address, meta))
      },
      'backup.read',
    ),
    onServer(
      'POST',
      '/backups',
      'backups-full',
      (call) => {
        const input = call.input(createInput)
        if (!input.ok) return input.reply
        const { name, ignored, is_locked } = input.value
        // Who may not delete may not lock either, and is not told so.
        const isLocked = is_locked === true && rights.allow(call.key, 'backup.delete')
        const made = backups.create(call.server, {
          name: name ?? null,
          ignored: ignored ?? null,
          isLocked,
          isScheduled: false,
        })
        if (!made.ok) return made.reply
        call.record('server:backup.start', { name: made.value.name, locked: isLocked })
        return json(shown(made.value))
      },
      'backup.create',
    ),
    onBackup('GET', '', 'backups-view', 'backup.read', (_call, backup) => json(shown(backup))),
    onBackup('POST', '/lock', 'backups-full', 'backup.delete', (call, backup) => {
      const changed = backups.change(call.server, backup, { isLocked: !backup.isLocked })
      call.record(`server:backup.${changed.isLocked ? 'lock' : 'unlock'}`, { name: backup.name })
      return json(shown(changed))
    }),
    ...(dialect === 'pelican' ? [rename] : []),
    onBackup('GET', '/download', 'backups-view', 'backup.download', (call, { uuid, name }) => {
      const { server } = call
      const path = transfers.signBackup(grantOf(call, 'backups-view'), () => backups.open(server, uuid))
      call.record('server:backup.download', { name })
      return signedUrl(deps.addressOf(server), path)
    }),
    onBackup('POST', '/restore', 'backups-full', 'backup.restore', (call, backup) => {
      const rate = restoreLimits?.take(call.server.uuid, now()) ?? { passed: true, headers: {} }
      return withHeaders(rate.passed ? restore(call, backup) : refusal.tooManyRequests(), rate.headers)
    }),
    onBackup('DELETE', '', 'backups-full', 'backup.delete', (call, backup) => {
      const refused = backups.remove(call.server, backup)
      if (refused !== null) return refused
      call.record('server:backup.delete', { name: backup.name, failed: !backup.isSuccessful })
      return noContent
    }),
  ]
}
