import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { type FilePicker, settingsFilter } from '../settings/import-export.ts'

// Over the window in which the person asked, which would else hide them, and take further clicks meanwhile.
function showSave(options: SaveDialogOptions) {
  const window = BrowserWindow.getFocusedWindow()
  return window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options)
}
async function pick(options: OpenDialogOptions): Promise<readonly string[]> {
  const window = BrowserWindow.getFocusedWindow()
  const shown = window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options)
  const { canceled, filePaths } = await shown
  return canceled ? [] : filePaths
}

/** The system's own dialogs for saving a file, for opening a settings file, and for choosing folders and files. */
export const filePicker: Omit<FilePicker, 'confirm'> = {
  async save({ title, name, filter }) {
    const { canceled, filePath } = await showSave({
      title,
      defaultPath: name,
      filters: [{ name: filter.name, extensions: [...filter.extensions] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    return canceled || filePath === '' ? null : filePath
  },
  async open() {
    const [file = null] = await pick({
      title: 'Import settings',
      filters: [settingsFilter],
      properties: ['openFile'],
    })
    return file
  },
  async folder(title) {
    const [folder = null] = await pick({
      title,
      buttonLabel: 'Choose folder',
      properties: ['openDirectory', 'createDirectory'],
    })
    return folder
  },
  uploads: (what) =>
    pick({
      title: what === 'files' ? 'Upload files' : 'Upload a folder',
      buttonLabel: 'Upload',
      properties: what === 'files' ? ['openFile', 'multiSelections'] : ['openDirectory'],
    }),
}
