import { join } from 'node:path'
import { z } from 'zod'
import { filePathSchema, fileStampSchema } from '../../shared/files/contract.ts'
import type { FilePath } from '../../shared/files/files.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { firstNames, safeText } from '../../shared/model/text.ts'
import { maxNameLength } from '../../shared/servers/names.ts'
import type { KeptFile } from '../lib/kept-file.ts'
import { createKeptList, type ListFormat } from '../lib/kept-file.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import { createLeftNotice, type LeftNotice, type Notices } from '../state/notices.ts'

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
export const createLeftEditsFile = ({
  profile,
  log,
}: {
  profile: string
  log: Logger
}): KeptFile<readonly LeftEdit[]> =>
  createKeptList(editList, { path: leftEditsPath(profile), maxBytes, report: faultsTo(log, 'the file of open files') })

type Left = { readonly path: FilePath; readonly server: string }

function wordsOf(left: readonly Left[]): { message: string; hint: string } {
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

/**
 * The notice of what an earlier run of the app left unsaved.
 * @param onRead told of all that the notice told of, once the person has dismissed it
 */
export const createEditsNotice = (
  notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>,
  onRead: (ids: ReadonlySet<string>) => void,
): LeftNotice<Left> => createLeftNotice({ notices, id: 'own-edits-left', wordsOf, onRead })
