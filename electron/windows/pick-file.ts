import { dialog } from 'electron'
import type { FilePicker } from '../settings/exchange.ts'

const filters = [{ name: 'Servertray settings', extensions: ['json'] }]

/** The system's own dialogs for saving and opening a settings file. */
export const filePicker: FilePicker = {
  async save(name) {
    const { canceled, filePath } = await dialog.showSaveDialog({
      title: 'Export settings',
      defaultPath: name,
      filters,
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    })
    return canceled || filePath === '' ? null : filePath
  },
  async open() {
    const { canceled, filePaths } = await dialog.showOpenDialog({
      title: 'Import settings',
      filters,
      properties: ['openFile'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  },
}
