import { ok } from '../../shared/result.ts'
import { serverNames } from '../../shared/servers/names.ts'
import type { Feature } from '../ipc/feature.ts'
import type { Logger } from '../log/logger.ts'
import type { Notices } from '../state/notices.ts'
import type { StateStore } from '../state/store.ts'
import { setUnsaved } from '../state/updates.ts'
import type { PageLife } from '../windows/page-window.ts'
import type { Ask } from '../windows/questions.ts'
import { lostNotice, unsavedPlace, unsavedWords } from './quit/quit-guard.ts'

/** What is not saved in the pages of windows, and what follows for them; pages by the ids of their web contents. */
export function createUnsaved(deps: {
  store: StateStore
  log: Pick<Logger, 'warn'>
  notices: Pick<Notices, 'show'>
  ask: Ask
}) {
  const { store, log, notices, ask } = deps
  /** The pages in which something else is typed. */
  const typed = new Set<number>()

  function placesIn(pageId: number): readonly string[] {
    const nameOf = serverNames(store.get())
    const ofPage = store.get().app.unsaved.filter((one) => one.pageId === pageId)
    return ofPage.map((one) => unsavedPlace(one, nameOf))
  }

  const handlers: Feature<'windows:setUnsaved'>['handlers'] = {
    'windows:setUnsaved': ({ unsaved, isTyped }, { pageId }) => {
      if (isTyped) typed.add(pageId)
      else typed.delete(pageId)
      store.update(setUnsaved(pageId, unsaved))
      return ok()
    },
  }

  /** Asks only about changes that wait to be saved. */
  const holdsClose: PageLife['holdsClose'] = (event, { pageId, close }) => {
    const unsaved = placesIn(pageId)
    if (unsaved.length === 0) return false
    event.preventDefault()
    const { message, detail } = unsavedWords(unsaved)
    const words = { message: `${message} Close the window anyway?`, detail, yes: 'Close', look: 'bad' } as const
    void ask({ ...words, about: `close-${pageId}`, pageId }).then((isYes) => {
      if (isYes) close()
    })
    return true
  }

  return {
    handlers,
    holdsClose,
    /** Whether anything typed would be lost with the page. */
    has: (pageId: number): boolean => typed.has(pageId) || placesIn(pageId).length > 0,
    /** The page has died: the next window says which changes are lost. */
    noteCrash(pageId: number): void {
      const unsaved = placesIn(pageId)
      if (unsaved.length > 0) notices.show(lostNotice(unsaved))
    },
    /** The page is gone, and with it what was in it. */
    noteGone(pageId: number): void {
      typed.delete(pageId)
      const unsaved = placesIn(pageId)
      if (unsaved.length === 0) return
      log.warn('a window went with changes that were not saved', { unsaved })
      store.update(setUnsaved(pageId, []))
    },
  }
}
