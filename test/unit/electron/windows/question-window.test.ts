import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { createQuestions } from '../../../../electron/windows/questions.ts'
import { appState } from '../../../fixtures/app-state.ts'
import type { FakeBrowserWindow } from '../../../fixtures/fake-browser-window.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const made = vi.hoisted(() => ({ windows: [] as FakeBrowserWindow[] }))

vi.mock('electron', async () => {
  const { browserWindowIn } = await import('../../../fixtures/fake-browser-window.ts')
  const workArea = { x: 0, y: 0, width: 1_920, height: 1_080 }
  const screen = { getCursorScreenPoint: () => ({ x: 0, y: 0 }), getDisplayNearestPoint: () => ({ workArea }) }
  return { BrowserWindow: browserWindowIn(made.windows), screen, nativeTheme: { shouldUseDarkColors: false }, app: {} }
})

// Other files have a window of their own in Electron's place.
vi.resetModules()
const { createQuestionWindows } = await import('../../../../electron/windows/question-window.ts')
afterAll(() => void vi.resetModules())
beforeEach(() => {
  made.windows.length = 0
})

/** A question in its window. */
function setUp(onWayland = false) {
  const parts = { preload: '', icon: '', platform: 'linux' as const, clock: createFakeClock(), onWayland }
  const windows = createQuestionWindows({ ...parts, windowOf: () => undefined })
  const questions = createQuestions({ store: createStore(appState()), open: windows.open })
  const answered = questions.api.ask({ message: 'Quit anyway?', detail: '', yes: 'Quit', look: 'bad', about: 'quit' })
  const [window] = made.windows
  if (window === undefined) throw new Error('no window was made')
  return { windows, questions, answered, window }
}

it('is hidden at once by an answer, and gone a moment later', async () => {
  const { windows, questions, answered, window } = setUp()
  questions.handlers['questions:answer']({ id: 'question-1', isYes: true }, { pageId: 1 })
  expect(await answered).toBe(true)
  expect(window.did).toEqual(['hide'])
  await vi.waitFor(() => expect(window.did).toEqual(['hide', 'destroyed']))
  expect(windows.current()).toEqual([])
})

const pageEnds = (reason: string) => (window: FakeBrowserWindow) =>
  void window.webContents.emit('render-process-gone', {}, { reason })

it.each<[string, (window: FakeBrowserWindow) => void]>([
  ['by its frame', (window) => window.close()],
  ['with its page, which died', pageEnds('crashed')],
  ['with its page, which ended by itself', pageEnds('clean-exit')],
  ['with its parent', (window) => window.destroy()],
])('is a no where the window goes %s', async (_how, go) => {
  const { windows, answered, window } = setUp()
  go(window)
  expect(await answered).toBe(false)
  expect([window.did, windows.current()]).toEqual([['destroyed'], []])
})
