import type { UnsavedText } from '../../../shared/model/file.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Notice } from '../../../shared/model/notice.ts'
import { safeText } from '../../../shared/model/text.ts'

/** Maximum length of a path in a question, in characters. */
const maxPathLength = 120

/** A text that is not saved, in a few words. */
export const unsavedText = ({ ref, path }: UnsavedText, nameOf: (ref: ServerRef) => string): string =>
  `${safeText(path, maxPathLength)} of ${nameOf(ref)}`

/** What is lost with the texts of these files, for a question before that. */
export function unsavedWords(files: readonly string[]): { message: string; detail: string } {
  if (files.length === 1)
    return {
      message: `What you changed in ${files[0]} is not saved.`,
      detail: 'It is lost then. To keep it, cancel and save it first.',
    }
  return {
    message: `What you changed in ${files.length} files is not saved.`,
    detail: `It is lost then: ${files.join(', ')}. To keep it, cancel and save it first.`,
  }
}

/** Told in the next window after the page of one has died. */
export const lostTextNotice = (files: readonly string[]): Notice => ({
  id: 'lost-text',
  level: 'error',
  message: `A window ended because something went wrong in it. What you changed in ${files.join(', ')} was not saved, and is lost.`,
  hint: 'On the server is what was saved last. Open the file again to go on.',
})
