import { join } from 'node:path'
import { z } from 'zod'
import type { BackupRun, DownloadView } from '../../shared/model/backup-run.ts'
import { backupRunSchema, downloadViewSchema } from '../../shared/model/backup-run-schema.ts'
import { backupIdSchema } from '../../shared/model/backup-schema.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { keepRunSchema } from '../../shared/model/keep-rule-schema.ts'
import type { TellingFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-list.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

const backupSchema = z.object({
  kind: z.literal('backup'),
  id: z.string().min(1).max(64),
  run: backupRunSchema,
  /** The name that was asked for; empty for the panel's own choice. */
  asked: z.string().max(500),
  /** When the one request went out, in unix milliseconds; null before that. */
  askedAt: z.number().nullable(),
})

const downloadSchema = z.object({
  kind: z.literal('download'),
  id: z.string().min(1).max(64),
  /** The server's name. */
  server: z.string().max(500),
  view: downloadViewSchema,
  /** The path of the file under which it grows; null before that is opened. */
  part: z.string().max(40_000).nullable(),
})

const deletionSchema = z.object({
  kind: z.literal('delete'),
  id: z.string().min(1).max(64),
  ref: serverRefSchema,
  /** The server's name. */
  server: z.string().max(500),
  /** As it was before. */
  backup: z.object({ id: backupIdSchema, name: z.string().max(500), isLocked: z.boolean() }),
})

const keepSchema = z.object({
  kind: z.literal('keep'),
  id: z.string().min(1).max(600),
  /** With the names of what the rule has deleted. */
  run: keepRunSchema,
})

export type BegunBackup = Omit<z.infer<typeof backupSchema>, 'run'> & { readonly run: BackupRun }
export type BegunDownload = Omit<z.infer<typeof downloadSchema>, 'view'> & { readonly view: DownloadView }
export type BegunDeletion = z.infer<typeof deletionSchema>
export type BegunKeep = z.infer<typeof keepSchema>
/** Work on a server's backups that this app began, and whose end it has not seen. */
export type BegunWork = BegunBackup | BegunDownload | BegunDeletion | BegunKeep

export const begunPath = (folder: string) => join(folder, 'backups-begun.json')

export const begunList: ListFormat<BegunWork> = {
  key: 'begun',
  entry: z.discriminatedUnion('kind', [backupSchema, downloadSchema, deletionSchema, keepSchema]),
  most: 200,
  idOf: ({ id }) => id,
}
/** Maximum size of the file, in bytes: as many are smaller. */
const maxBytes = 8_000_000

/** The file of what a next start must know of. */
export function createBegunFile({ path, log }: { path: string; log: Logger }): TellingFile<readonly BegunWork[]> {
  return createKeptList(begunList, { path, maxBytes, report: faultsTo(log, 'the file of begun backups') })
}

/** What was begun, on disk before its request goes out, until its end was seen. A disk that fails stops nothing. */
export type Begun = {
  all(): readonly BegunWork[]
  /** Keeps it, in place of what was kept of it before. */
  put(one: BegunWork): void
  /** Brings what is kept of a piece of work of that kind to how it stands now; nothing where none is kept. */
  change<K extends BegunWork['kind']>(kind: K, id: string, more: Partial<Extract<BegunWork, { kind: K }>>): void
  drop(id: string): void
}

export function createBegun(file: TellingFile<readonly BegunWork[]>): Begun {
  const without = (id: string) => file.get().filter((one) => one.id !== id)
  const put = (one: BegunWork) => void file.set([...without(one.id), one])

  return {
    all: file.get,
    put,
    change(kind, id, more) {
      const kept = file.get().find((one) => one.id === id)
      if (kept?.kind === kind) put({ ...kept, ...more })
    },
    drop: (id) => void file.set(without(id)),
  }
}
