import type { MessageBoxOptions, MessageBoxReturnValue } from 'electron'
import type { Desk } from './desk.ts'
import { strict } from './strict.ts'

/** The button Electron takes for Escape and a closed box. */
function cancelButton({ buttons = [], cancelId }: MessageBoxOptions): number {
  if (cancelId !== undefined) return cancelId
  return Math.max(
    0,
    buttons.findIndex((label) => /^(cancel|no)$/i.test(label)),
  )
}

/** Message boxes wait as data until a driver or a person answers. */
export function createDialog(desk: Desk) {
  function ask(options: MessageBoxOptions): Promise<MessageBoxReturnValue> {
    if (!desk.isWatched) console.error(`A dialog waits that nobody can see: ${options.message}`)
    return new Promise((resolve) => {
      const id = desk.nextId()
      const buttons = options.buttons === undefined || options.buttons.length === 0 ? ['OK'] : options.buttons
      const answer = (response: number) => {
        if (!desk.boxes.delete(id)) return
        desk.changed()
        resolve({ response, checkboxChecked: options.checkboxChecked ?? false })
      }
      const { type = 'none', title = '', message, detail = '' } = options
      desk.boxes.set(id, { view: { id, type, title, message, detail, buttons }, answer })
      desk.changed()
      options.signal?.addEventListener('abort', () => answer(cancelButton(options)), { once: true })
    })
  }

  function showMessageBox(options: MessageBoxOptions): Promise<MessageBoxReturnValue>
  function showMessageBox(window: object, options: MessageBoxOptions): Promise<MessageBoxReturnValue>
  function showMessageBox(first: object, second?: MessageBoxOptions): Promise<MessageBoxReturnValue> {
    return ask(second ?? (first as MessageBoxOptions))
  }

  return strict('dialog', {
    showMessageBox,
    /** Blocks in Electron once the app is ready; here it is shown, and the app goes on. */
    showErrorBox(title: string, content: string) {
      console.error(`${title}: ${content}`)
      void ask({ type: 'error', title, message: title, detail: content })
    },
  })
}
