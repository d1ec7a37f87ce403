import { expect, it } from 'vitest'
import { createUnsavedTexts } from '../../../../electron/app/unsaved-texts.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { setUnsavedTexts } from '../../../../electron/state/updates.ts'
import type { Notice } from '../../../../shared/model/notice.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { serverView } from '../../../fixtures/server-view.ts'

function setUp() {
  const server = serverView()
  const store = createStore(appState({ servers: [server] }))
  store.update(setUnsavedTexts(7, [{ ref: server.ref, path: filePath('/ops.json') }]))
  const notices: Notice[] = []
  const logged: unknown[] = []
  const asked: string[] = []
  const unsaved = createUnsavedTexts({
    store,
    log: { warn: (_, facts) => logged.push(facts) },
    notices: { show: (notice) => notices.push(notice) },
    async ask({ message }) {
      asked.push(message)
      return false
    },
  })
  const close = (pageId: number) => unsaved.holdsClose({ preventDefault() {} }, { pageId, close() {} })
  return { store, unsaved, notices, logged, asked, close }
}

it('asks of a page with a text, and of no other', () => {
  const { unsaved, asked, close } = setUp()
  expect([unsaved.has(7), unsaved.has(8)]).toEqual([true, false])
  expect([close(8), close(7)]).toEqual([false, true])
  expect(asked).toEqual(['What you changed in /ops.json of Survival is not saved. Close the window anyway?'])
})

it('says what died with a page, and forgets it with the page', () => {
  const { store, unsaved, notices, logged } = setUp()
  unsaved.noteCrash(8)
  unsaved.noteGone(8)
  expect([notices, logged]).toEqual([[], []])
  unsaved.noteCrash(7)
  unsaved.noteGone(7)
  expect(notices).toMatchObject([
    {
      level: 'error',
      message:
        'A window ended because something went wrong in it. What you changed in /ops.json of Survival was not saved, and is lost.',
    },
  ])
  expect(logged).toEqual([{ unsaved: ['/ops.json of Survival'] }])
  expect(store.get().app.unsavedTexts).toEqual([])
})
