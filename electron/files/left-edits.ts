import { join } from 'node:path'
import { z } from 'zod'
import { filePathSchema, fileStampSchema } from '../../shared/files/contract.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { firstNames, safeText } from '../../shared/model/text.ts'
import { maxNameLength } from '../../shared/servers/names.ts'
import { createKeptList } from '../lib/kept-file.ts'
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
  /** The person dismissed what was said of it. */
  isRead: z.boolean().default(false),
})

/** A copy that an editor has open, or had when the app ended, however that came about. */
export type LeftEdit = z.output<typeof editSchema>

const maxBytes = 1_000_000

export const leftEditsPath = (profile: string) => join(profile, 'open-files.json')

/** The file of the copies that editors have open, so that what was not saved outlasts the app. */
export const createLeftEditsFile = (profile: string, log: Logger) =>
  createKeptList<LeftEdit>(
    { key: 'edits', entry: editSchema, most: 50, idOf: ({ id }) => id },
    { path: leftEditsPath(profile), maxBytes, report: faultsTo(log, 'the file of open files') },
  )

/** The words of the one notice of all that an earlier run of the app left unsaved. */
export function leftWords(left: readonly Pick<LeftEdit, 'path' | 'server'>[]): { message: string; hint: string } {
  const [first] = left
  const isOne = left.length === 1 && first !== undefined
  const known = left.map(({ server }) => server).filter((name) => name !== '')
  const servers = firstNames([...new Set(known)])
  const files = isOne ? safeText(first.path) : `${left.length} files`
  const what = servers === '' ? files : `${files} of ${servers}`
  return {
    message: `${what} ${isOne ? 'was' : 'were'} changed in your own editor and not saved to the server.`,
    hint: isOne
      ? 'It is kept here for 30 days after the change: save it or drop it in the files of its server.'
      : 'They are kept here for 30 days after the change: save or drop them in the files of their servers.',
  }
}
