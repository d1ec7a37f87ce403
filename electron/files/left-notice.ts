import type { FilePath } from '../../shared/files/files.ts'
import { firstNames, safeText } from '../../shared/model/text.ts'
import { createLeftNotice, type LeftNotice } from '../state/left-notice.ts'
import type { Notices } from '../state/notices.ts'

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
