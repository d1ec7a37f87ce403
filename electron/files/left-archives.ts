import { join } from 'node:path'
import { z } from 'zod'
import { appError } from '../../shared/errors.ts'
import type { FileName, FilePath } from '../../shared/model/file.ts'
import { moveIdSchema } from '../../shared/model/file-move-schema.ts'
import { fileNameSchema, filePathSchema } from '../../shared/model/file-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-list.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { StateStore } from '../state/store.ts'
import { setFileMove } from '../state/updates.ts'

const archiveSchema = z.object({
  id: moveIdSchema,
  ref: serverRefSchema,
  folder: filePathSchema,
  /** What was downloaded. */
  what: z.string().transform((text) => safeText(text)),
  /** Null while the machine has not told it. */
  name: fileNameSchema.nullable(),
})
type LeftArchive = z.infer<typeof archiveSchema>

const archiveList: ListFormat<LeftArchive> = {
  key: 'archives',
  entry: archiveSchema,
  most: 50,
  idOf: ({ id }) => id,
}
const maxBytes = 1_000_000

export const archivesPath = (profile: string) => join(profile, 'archives.json')

/**
 * The file of archives that machines were asked for and that were not seen deleted. To be written before one is asked
 * for.
 */
export function createArchivesFile({ path, log }: { path: string; log: Logger }): KeptFile<readonly LeftArchive[]> {
  return createKeptList(archiveList, { path, maxBytes, report: faultsTo(log, 'the file of archives') })
}

/** One archive, from before it is asked for until it is deleted, or a person is told that it may not be. */
export type ArchiveNote = {
  name(name: FileName): void
  end(): void
}

export type LeftArchives = {
  /** @param id of the download that wants it */
  note(place: { readonly ref: ServerRef; readonly folder: FilePath }, what: string, id: string): ArchiveNote
  /** Tells of those that an earlier run of the app left, as downloads that failed. Nothing is deleted: a person looks. */
  tell(): void
  /** The person has read of it. */
  forget(id: string): void
}

/** What a person does about an archive that may be left; its name null where the machine has not told it. */
export function whereLeft(name: FileName | null, folder: FilePath): string {
  const archive = name === null ? 'an archive of that time' : safeText(name)
  return `Look for ${archive} in ${safeText(folder)} on the server, and delete it there.`
}

/** What may be left on servers' machines where the app ends between the order for an archive and its deletion. */
export function createLeftArchives(deps: {
  readonly file: KeptFile<readonly LeftArchive[]>
  readonly store: StateStore
}): LeftArchives {
  const { file, store } = deps
  const forget = (id: string) => file.set(file.get().filter((one) => one.id !== id))

  return {
    note({ ref, folder }, what, id) {
      file.set([...file.get(), { id, ref, folder, what, name: null }])
      return {
        name: (name) => file.set(file.get().map((one) => (one.id === id ? { ...one, name } : one))),
        end: () => forget(id),
      }
    },
    tell() {
      for (const { id, ref, folder, what, name } of file.get()) {
        store.update(
          setFileMove({
            id,
            ref,
            direction: 'down',
            name: what,
            phase: 'failed',
            movedBytes: 0,
            totalBytes: null,
            bytesPerSecond: null,
            leftOut: [],
            leftOutCount: 0,
            error: appError('archive-forgotten', { hint: whereLeft(name, folder) }),
          }),
        )
      }
    },
    forget,
  }
}
