import { join } from 'node:path'
import { z } from 'zod'
import { filePathSchema, fileStampSchema } from '../../shared/files/contract.ts'
import type { FilePath } from '../../shared/files/files.ts'
import { serverRefSchema } from '../../shared/model/identifier-schema.ts'
import { firstNames, safeText } from '../../shared/model/text.ts'
import { maxNameLength } from '../../shared/servers/names.ts'
import { createKeptList, type ListFormat } from '../lib/kept-file.ts'
import { faultsTo, type Logger } from '../log/logger.ts'
import type { Notices } from '../state/notices.ts'

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
export const createLeftEditsFile = (profile: string, log: Logger) =>
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

const noticeId = 'own-edits-left'

/**
 * The one notice of all that an earlier run of the app left unsaved. It does not come back once the person has dismissed it.
 * @param onRead told of all that the notice told of, once the person has dismissed it
 */
export function createEditsNotice(
  notices: Pick<Notices, 'all' | 'show' | 'withdraw' | 'subscribe'>,
  onRead: (ids: ReadonlySet<string>) => void,
) {
  const left = new Map<string, Left>()
  let isShown = false

  function tell(): void {
    isShown = left.size > 0
    if (isShown) notices.show({ id: noticeId, level: 'warning', ...wordsOf([...left.values()]) })
    else notices.withdraw(noticeId)
  }

  const unsubscribe = notices.subscribe(() => {
    if (!isShown || Object.hasOwn(notices.all(), noticeId)) return
    isShown = false
    const read = new Set(left.keys())
    left.clear()
    onRead(read)
  })

  return {
    add: (id: string, one: Left) => void left.set(id, one),
    /** Nothing has to be said of it any more. */
    remove(id: string): void {
      if (left.delete(id) && isShown) tell()
    },
    /** Shows what was added; what goes later is told at once. */
    tell,
    dispose: unsubscribe,
  }
}
