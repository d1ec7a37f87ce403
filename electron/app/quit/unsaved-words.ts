import type { UnsavedChange } from '../../../shared/files/contract.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { Notice } from '../../../shared/model/notice-schema.ts'
import { safeText } from '../../../shared/model/text.ts'

/** Maximum length of a path in a question, in characters. */
const maxPathLength = 120

/** Where something is changed and not saved, in a few words. */
export const unsavedPlace = ({ ref, path }: UnsavedChange, nameOf: (ref: ServerRef) => string): string =>
  `${path === null ? 'the startup' : safeText(path, maxPathLength)} of ${nameOf(ref)}`

/** What is lost in these places, for a question before that. */
export function unsavedWords(places: readonly string[]): { message: string; detail: string } {
  if (places.length === 1)
    return {
      message: `What you changed in ${places[0]} is not saved.`,
      detail: 'It is lost then. To keep it, cancel and save it first.',
    }
  return {
    message: `What you changed in ${places.length} places is not saved.`,
    detail: `It is lost then: ${places.join(', ')}. To keep it, cancel and save it first.`,
  }
}

/** Told in the next window after the page of one has died. */
export const lostNotice = (places: readonly string[]): Notice => ({
  id: 'lost-text',
  level: 'error',
  message: `A window ended because something went wrong in it. What you changed in ${places.join(', ')} was not saved, and is lost.`,
  hint: 'On the server is what was saved last. Open it again to go on.',
})
