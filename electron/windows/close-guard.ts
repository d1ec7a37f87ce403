import type { Ask } from './questions.ts'

/** A window that is about to close: its page, by the id of its web contents, and how it goes when the person said yes. */
export type Closing = { readonly pageId: number; readonly close: () => void }

/** Holds a window's close back where what its page has would be lost, and asks; false where it may go. */
export type HoldsClose = (event: { preventDefault(): void }, closing: Closing) => boolean

/**
 * Asks before a window goes whose page has a change that is not saved.
 * @param deps.lossOf what would be lost with the page, in words; null where nothing would
 */
export function createCloseGuard(deps: {
  lossOf: (pageId: number) => { readonly message: string; readonly detail: string } | null
  ask: Ask
}): HoldsClose {
  const { lossOf, ask } = deps

  return (event, { pageId, close }) => {
    const loss = lossOf(pageId)
    if (loss === null) return false
    event.preventDefault()
    const { message, detail } = loss
    const words = { message: `${message} Close the window anyway?`, detail, yes: 'Close', look: 'bad' as const }
    void ask({ ...words, about: `close-${pageId}`, pageId }).then((isYes) => {
      if (isYes) close()
    })
    return true
  }
}
