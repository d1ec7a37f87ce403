import { Menu, type MenuItemConstructorOptions } from 'electron'

const view: MenuItemConstructorOptions = {
  label: 'View',
  submenu: [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    // The same key without Shift.
    { role: 'zoomIn', accelerator: 'CommandOrControl+=', visible: false, acceleratorWorksWhenHidden: true },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ],
}

/**
 * The menu of the whole app, from which the system takes the shortcuts for closing and zoom. macOS shows it, and takes
 * those of editing from it as well: without it nothing could be copied or pasted by keyboard. Elsewhere it is hidden.
 */
export function applicationMenu(platform: NodeJS.Platform): Menu {
  return Menu.buildFromTemplate(
    platform === 'darwin'
      ? [{ role: 'appMenu' }, { role: 'fileMenu' }, { role: 'editMenu' }, view, { role: 'windowMenu' }]
      : [{ label: 'Window', submenu: [{ role: 'close' }] }, view],
  )
}
