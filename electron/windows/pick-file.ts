import { BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import { type FilePicker, settingsFilter } from '../settings/import-export.ts'

// Over the window in which the person asked, which would else hide them, and take further clicks meanwhile.
function showSave(options: SaveDialogOptions) {
  const window = BrowserWindow.getFocusedWindow()
  return window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options)
}
function showOpen(options: OpenDialogOptions) {
  const window = BrowserWindow.getFocusedWindow()
  return window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options)
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
    const { canceled, filePaths } = await showOpen({
      title: 'Import settings',
      filters: [settingsFilter],
      properties: ['openFile'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  },
  async folder(title) {
    const { canceled, filePaths } = await showOpen({
      title,
      buttonLabel: 'Choose folder',
      properties: ['openDirectory', 'createDirectory'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  },
  async uploads(what) {
    const { canceled, filePaths } = await showOpen({
      title: what === 'files' ? 'Upload files' : 'Upload a folder',
      buttonLabel: 'Upload',
      properties: what === 'files' ? ['openFile', 'multiSelections'] : ['openDirectory'],
    })
    return canceled ? [] : filePaths
  },
}
