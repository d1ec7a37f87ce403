import { Menu } from 'electron'

/**
 * The menu of the whole app. macOS takes its editing shortcuts from there: without it nothing can be copied
 * or pasted by keyboard. Elsewhere there is none.
 */
export function applicationMenu(platform: NodeJS.Platform): Menu | null {
  if (platform !== 'darwin') return null
  return Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
}
