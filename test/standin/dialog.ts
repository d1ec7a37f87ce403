import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import type {
  FileFilter,
  OpenDialogOptions,
  OpenDialogReturnValue,
  SaveDialogOptions,
  SaveDialogReturnValue,
} from 'electron'
import type { Desk } from './desk.ts'
import { strict } from './strict.ts'

/** The files of a folder that a dialog with these filters would offer. */
function offered(folder: string, filters: readonly FileFilter[] = []): string[] {
  const extensions = filters.flatMap((filter) => filter.extensions)
  const fits = (name: string) =>
    extensions.length === 0 || extensions.some((extension) => extension === '*' || name.endsWith(`.${extension}`))
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && fits(entry.name))
    .map((entry) => entry.name)
    .sort()
}

/** A system dialog as a box of buttons. */
type Box = { type?: string; title: string; message: string; detail: string; buttons: string[]; isOverWindow: boolean }

/**
 * Dialogs wait as data until a driver or a person answers. One to save has the button Save, one to open has a button for
 * each file that it offers, one for a folder a single one. All know one folder. There is no `showMessageBox`: it holds up the whole process on macOS.
 */
export function createDialog(desk: Desk, folder: string = homedir()) {
  /** Resolves with the place of the button. */
  function ask({ type = 'none', ...words }: Box): Promise<number> {
    if (!desk.isWatched) console.error(`A dialog waits that nobody can see: ${words.message}`)
    return new Promise((resolve) => {
      const id = desk.nextId()
      const answer = (button: number) => {
        if (!desk.boxes.delete(id)) return
        desk.changed()
        resolve(button)
      }
      desk.boxes.set(id, { view: { id, type, ...words }, answer })
      desk.changed()
    })
  }

  async function save(
    { title = 'Save', defaultPath = 'untitled' }: SaveDialogOptions,
    isOverWindow: boolean,
  ): Promise<SaveDialogReturnValue> {
    const filePath = join(folder, basename(defaultPath))
    const button = await ask({ title, message: title, detail: filePath, buttons: ['Cancel', 'Save'], isOverWindow })
    return button === 1 ? { canceled: false, filePath } : { canceled: true, filePath: '' }
  }

  async function choose(title: string, isOverWindow: boolean, label = 'Choose'): Promise<OpenDialogReturnValue> {
    const button = await ask({ title, message: title, detail: folder, buttons: ['Cancel', label], isOverWindow })
    return button === 1 ? { canceled: false, filePaths: [folder] } : { canceled: true, filePaths: [] }
  }

  async function open(
    { title = 'Open', ...options }: OpenDialogOptions,
    isOverWindow: boolean,
  ): Promise<OpenDialogReturnValue> {
    if (options.properties?.includes('openDirectory')) return choose(title, isOverWindow, options.buttonLabel)
    const names = offered(folder, options.filters)
    const button = await ask({ title, message: title, detail: folder, buttons: ['Cancel', ...names], isOverWindow })
    const name = names[button - 1]
    return name === undefined ? { canceled: true, filePaths: [] } : { canceled: false, filePaths: [join(folder, name)] }
  }

  function showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>
  function showSaveDialog(window: object, options: SaveDialogOptions): Promise<SaveDialogReturnValue>
  function showSaveDialog(first: object, second?: SaveDialogOptions): Promise<SaveDialogReturnValue> {
    return save(second ?? first, second !== undefined)
  }

  function showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>
  function showOpenDialog(window: object, options: OpenDialogOptions): Promise<OpenDialogReturnValue>
  function showOpenDialog(first: object, second?: OpenDialogOptions): Promise<OpenDialogReturnValue> {
    return open(second ?? first, second !== undefined)
  }

  return strict('dialog', {
    showSaveDialog,
    showOpenDialog,
    /** Electron blocks here once the app is ready; the stand-in shows the box and goes on. */
    showErrorBox(title: string, content: string) {
      console.error(`${title}: ${content}`)
      void ask({ type: 'error', title, message: title, detail: content, buttons: ['OK'], isOverWindow: false })
    },
  })
}
