import { dialog } from 'electron'
import { type FilePicker, settingsFilter } from '../settings/import-export.ts'

/** The system's own dialogs for saving a file, for opening a settings file, and for choosing folders and files. */
export const filePicker: FilePicker = {
  async save({ title, name, filter }) {
    const { canceled, filePath } = await dialog.showSaveDialog({
      title,
      defaultPath: name,
      filters: [{ name: filter.name, extensions: [...filter.extensions] }],
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    return canceled || filePath === '' ? null : filePath
  },
  async open() {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Import settings',
      filters: [settingsFilter],
      properties: ['openFile'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  },
  async folder(title) {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title,
      buttonLabel: 'Choose folder',
      properties: ['openDirectory', 'createDirectory'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  },
  async uploads(what) {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: what === 'files' ? 'Upload files' : 'Upload a folder',
      buttonLabel: 'Upload',
      properties: what === 'files' ? ['openFile', 'multiSelections'] : ['openDirectory'],
    })
    return canceled ? [] : filePaths
  },
}
