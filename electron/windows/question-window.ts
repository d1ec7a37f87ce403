import { app, type BrowserWindow } from 'electron'
import type { Question } from '../../shared/model/question-schema.ts'
import { besidePointer } from './beside-pointer.ts'
import { bringForward, hideAndGo, openPageWindow, type PageParts } from './page-window.ts'
import { type QuestionWindow, sizeOfQuestion } from './questions.ts'

type Deps = PageParts & {
  /** The window with that page, if there is one. */
  windowOf: (pageId: number | undefined) => BrowserWindow | undefined
}

export function createQuestionWindows({ windowOf, ...parts }: Deps) {
  const windows = new Set<BrowserWindow>()

  return {
    /**
     * Opens a window on a question, beside the one that it came from; without such a one over everything, as it may come
     * from the tray.
     */
    open(question: Question, onGone: () => void, pageId: number | undefined): QuestionWindow {
      const parent = windowOf(pageId)
      const made = openPageWindow(
        parts,
        {
          ...besidePointer(sizeOfQuestion(question)),
          ...(parent ? { parent } : { alwaysOnTop: true }),
          title: 'Servertray',
          useContentSize: true,
          resizable: false,
          minimizable: false,
          maximizable: false,
          fullscreenable: false,
        },
        {
          hash: `#${question.id}`,
          onClosed() {
            windows.delete(made)
            onGone()
          },
        },
      )
      windows.add(made)
      // A click on the tray does not bring an app of macOS to the front.
      if (parts.platform === 'darwin') app.focus({ steal: true })
      return {
        pageId: made.webContents.id,
        focus: () => bringForward(made, parts.onWayland),
        // Where it is the window that went, there is nothing left to hide: Electron tells `closed` of a window whose
        // methods throw by then (`electron_api_base_window.cc`).
        close() {
          if (!made.isDestroyed()) hideAndGo(made)
        },
      }
    },
    current: (): readonly BrowserWindow[] => [...windows],
  }
}
