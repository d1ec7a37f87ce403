import type { UnsavedTextOfPage } from '../../shared/model/file.ts'
import { serverNames } from '../../shared/model/server-names.ts'
import type { Logger } from '../log/logger.ts'
import type { Notices } from '../state/notices.ts'
import type { StateStore } from '../state/store.ts'
import { setUnsavedTexts } from '../state/updates.ts'
import { createCloseGuard, type HoldsClose } from '../windows/close-guard.ts'
import type { Ask } from '../windows/questions.ts'
import { lostTextNotice, unsavedText, unsavedWords } from './quit/unsaved-words.ts'

/** What the windows ask of the texts in their pages that are not saved; pages by the ids of their web contents. */
export type UnsavedTexts = {
  has(pageId: number): boolean
  holdsClose: HoldsClose
  /** The page has died: the next window says what is lost. */
  noteCrash(pageId: number): void
  /** The page is gone, and its texts with it. */
  noteGone(pageId: number): void
}

export function createUnsavedTexts(deps: {
  store: StateStore
  log: Pick<Logger, 'warn'>
  notices: Pick<Notices, 'show'>
  ask: Ask
}): UnsavedTexts {
  const { store, log, notices, ask } = deps

  function filesIn(pageId: number): readonly string[] {
    const nameOf = serverNames(store.get())
    const isOfPage = (text: UnsavedTextOfPage) => text.pageId === pageId
    return store
      .get()
      .app.unsavedTexts.filter(isOfPage)
      .map((text) => unsavedText(text, nameOf))
  }

  return {
    has: (pageId) => filesIn(pageId).length > 0,
    holdsClose: createCloseGuard({
      lossOf(pageId) {
        const unsaved = filesIn(pageId)
        return unsaved.length === 0 ? null : unsavedWords(unsaved)
      },
      ask,
    }),
    noteCrash(pageId) {
      const unsaved = filesIn(pageId)
      if (unsaved.length > 0) notices.show(lostTextNotice(unsaved))
    },
    noteGone(pageId) {
      const unsaved = filesIn(pageId)
      if (unsaved.length === 0) return
      log.warn('a window went with texts that were not saved', { unsaved })
      store.update(setUnsavedTexts(pageId, []))
    },
  }
}
