import { dialog } from 'electron'
import { quitWords } from '../quit-question.ts'

/** Asks before a quit that drops what is `unsent`; `withdraw` closes the question. Resolves true on a yes. */
export async function confirmQuit(unsent: readonly string[], withdraw: AbortSignal): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Servertray',
    ...quitWords(unsent),
    buttons: ['Cancel', 'Quit'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
    signal: withdraw,
  })
  return response === 1
}
