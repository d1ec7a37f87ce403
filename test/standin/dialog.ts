import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type {
  FileFilter,
  MessageBoxOptions,
  MessageBoxReturnValue,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import type { Desk } from './desk.ts'
import { strict } from './strict.ts'

/** The button that Electron takes for Escape and for closing the box. */
function cancelButton({ buttons = [], cancelId }: MessageBoxOptions): number {
  if (cancelId !== undefined) return cancelId
  return Math.max(
    0,
    buttons.findIndex((label) => /^(cancel|no)$/i.test(label)),
  )
}

/** The files of a folder that match the dialog's filters. */
function offered(folder: string, filters: readonly FileFilter[] = []): string[] {
  const extensions = filters.flatMap((filter) => filter.extensions)
  const fits = (name: string) =>
    extensions.length === 0 || extensions.some((extension) => extension === '*' || name.endsWith(`.${extension}`))
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && fits(entry.name))
    .map((entry) => entry.name)
    .sort()
}

/**
 * Message boxes are kept as data until a driver or a person answers. File dialogs are boxes as well: one for saving has
 * the button Save, one for opening has a button for each file offered. Both know only one folder.
 */
export function createDialog(desk: Desk, folder: string = homedir()) {
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

  async function save({ title = 'Save', defaultPath = 'untitled' }: SaveDialogOptions): Promise<SaveDialogReturnValue> {
    const filePath = join(folder, basename(defaultPath))
    const { response } = await ask({ title, message: title, detail: filePath, buttons: ['Cancel', 'Save'] })
    return response === 1 ? { canceled: false, filePath } : { canceled: true, filePath: '' }
  }

  async function open({ title = 'Open', filters }: OpenDialogOptions): Promise<OpenDialogReturnValue> {
    const names = offered(folder, filters)
    const { response } = await ask({ title, message: title, detail: folder, buttons: ['Cancel', ...names] })
    const name = names[response - 1]
    return name === undefined ? { canceled: true, filePaths: [] } : { canceled: false, filePaths: [join(folder, name)] }
  }

  function showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>
  function showSaveDialog(window: object, options: SaveDialogOptions): Promise<SaveDialogReturnValue>
  function showSaveDialog(first: object, second?: SaveDialogOptions): Promise<SaveDialogReturnValue> {
    return save(second ?? first)
  }

  function showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>
  function showOpenDialog(window: object, options: OpenDialogOptions): Promise<OpenDialogReturnValue>
  function showOpenDialog(first: object, second?: OpenDialogOptions): Promise<OpenDialogReturnValue> {
    return open(second ?? first)
  }

  return strict('dialog', {
    showMessageBox,
    showSaveDialog,
    showOpenDialog,
    /** Electron blocks here once the app is ready; the stand-in shows the box and goes on. */
    showErrorBox(title: string, content: string) {
      console.error(`${title}: ${content}`)
      void ask({ type: 'error', title, message: title, detail: content })
    },
  })
}
