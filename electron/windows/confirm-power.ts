import { dialog } from 'electron'
import type { PowerSignal } from '../../shared/model/power.ts'
import { signalEffect, signalName } from '../../shared/model/power-words.ts'

/** Asks before a signal from the tray or a notification, where there may be no window. Resolves true on a yes. */
export async function confirmPower(name: string, signal: PowerSignal): Promise<boolean> {
  const button = signalName[signal]
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Servertray',
    message: `${button} ${name}?`,
    detail: signalEffect[signal],
    buttons: ['Cancel', button],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response === 1
}
