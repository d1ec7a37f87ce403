import { join } from 'node:path'
import { z } from 'zod'
import { filePathSchema, fileStampSchema } from '../../shared/files/contract.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { maxNameLength } from '../../shared/servers/names.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-list.ts'
import { faultsTo, type Logger } from '../log/logger.ts'

const editSchema = z.object({
  /** The name of the folder of its copy. */
  id: z.uuid(),
  ref: serverRefSchema,
  path: filePathSchema,
  /** The file on the server as it was seen last. */
  stamp: fileStampSchema.nullable(),
  /** Of what the server has, as far as it is known: a copy that differs was not saved. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** The server's name when that was noted; empty in what older versions wrote. */
  server: z
    .string()
    .default('')
    .transform((name) => safeText(name, maxNameLength)),
  /** The person dismissed what was told of it. */
  isRead: z.boolean().default(false),
})

/** A copy that an editor had open when the app ended, however that came about. */
export type LeftEdit = z.output<typeof editSchema>

const editList: ListFormat<LeftEdit> = { key: 'edits', entry: editSchema, most: 50, idOf: ({ id }) => id }
const maxBytes = 1_000_000

export const leftEditsPath = (profile: string) => join(profile, 'open-files.json')

/** The file of the copies that editors have open, so that what was not saved outlasts the app. */
export function createLeftEditsFile({ path, log }: { path: string; log: Logger }): KeptFile<readonly LeftEdit[]> {
  return createKeptList(editList, { path, maxBytes, report: faultsTo(log, 'the file of open files') })
}
