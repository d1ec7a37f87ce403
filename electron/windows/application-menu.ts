import { Menu } from 'electron'

/**
 * The application menu. macOS takes the editing shortcuts from it: without it nobody could copy or paste by keyboard.
 * Other systems get none.
 */
export function applicationMenu(platform: NodeJS.Platform): Menu | null {
  if (platform !== 'darwin') return null
  return Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }, { role: 'windowMenu' }])
}
