import { expect, it } from 'vitest'
import { createUnsaved } from '../../../../electron/app/unsaved.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { QuestionRequest } from '../../../../electron/windows/questions.ts'
import type { Notice } from '../../../../shared/model/notice-schema.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { filePath } from '../../../fixtures/file-entry.ts'
import { serverView } from '../../../fixtures/server-view.ts'

type Told = Parameters<ReturnType<typeof createUnsaved>['handlers']['windows:setUnsaved']>[0]

function setUp() {
  const server = serverView()
  const store = createStore(appState({ servers: [server] }))
  const notices: Notice[] = []
  const logged: unknown[] = []
  const asked: QuestionRequest[] = []
  const closed: number[] = []
  let answer = (_isYes: boolean) => {}
  const unsaved = createUnsaved({
    store,
    log: { warn: (_, facts) => logged.push(facts) },
    notices: { show: (notice) => notices.push(notice) },
    ask(one) {
      asked.push(one)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
  })
  const tell = (pageId: number, told: Told) => unsaved.handlers['windows:setUnsaved'](told, { pageId })
  tell(7, { unsaved: [{ ref: server.ref, path: filePath('/ops.json') }], isTyped: false })
  /** True where the close is held back. */
  function close(pageId: number): boolean {
    let goes = true
    const preventDefault = () => {
      goes = false
    }
    const isHeld = unsaved.holdsClose({ preventDefault }, { pageId, close: () => closed.push(pageId) })
    expect(isHeld).toBe(!goes)
    return isHeld
  }
  async function say(isYes: boolean): Promise<void> {
    answer(isYes)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { server, store, tell, unsaved, notices, logged, asked, closed, close, say }
}

it('asks of a page with a text, beside its window, and of no other; the window stays on a no', async () => {
  const { unsaved, asked, closed, close, say } = setUp()
  expect([unsaved.has(7), unsaved.has(8)]).toEqual([true, false])
  expect([close(8), close(7)]).toEqual([false, true])
  expect(asked).toEqual([
    {
      message: 'What you changed in /ops.json of Survival is not saved. Close the window anyway?',
      detail: 'It is lost then. To keep it, cancel and save it first.',
      yes: 'Close',
      look: 'bad',
      about: 'close-7',
      pageId: 7,
    },
  ])
  await say(false)
  expect(closed).toEqual([])
  expect(close(7)).toBe(true)
  await say(true)
  expect(closed).toEqual([7])
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
  expect(store.get().app.unsaved).toEqual([])
})

it('keeps a page in which something is typed, and asks and tells nothing of that', () => {
  const { tell, unsaved, notices, logged, close } = setUp()
  tell(8, { unsaved: [], isTyped: true })
  expect([unsaved.has(8), close(8)]).toEqual([true, false])
  tell(8, { unsaved: [], isTyped: false })
  expect(unsaved.has(8)).toBe(false)
  tell(8, { unsaved: [], isTyped: true })
  unsaved.noteCrash(8)
  unsaved.noteGone(8)
  expect([unsaved.has(8), notices, logged]).toEqual([false, [], []])
})
