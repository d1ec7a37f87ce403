import { dialog } from 'electron'
import type { QuitWords } from './quit-guard.ts'

/** Asks before a quit that drops what was asked for; `withdraw` closes the question. Resolves true on a yes. */
export async function confirmQuit(words: QuitWords, withdraw: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Servertray',
    ...words,
    buttons: ['Cancel', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal: withdraw,
  })
  return response === 1
}
