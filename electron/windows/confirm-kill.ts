import { dialog } from 'electron'

/** Asks before a kill from the tray, where there may be no window. Resolves true on a yes. */
export async function confirmKill(name: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Servertray',
    message: `Kill ${name}?`,
    detail: 'The server ends at once. Unsaved world data is lost.',
    buttons: ['Cancel', 'Kill'],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
