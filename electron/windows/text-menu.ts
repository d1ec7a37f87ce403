import { type BrowserWindow, type ContextMenuParams, Menu, type MenuItemConstructorOptions } from 'electron'

type MenuTarget = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/** The menu of a text field, or of what is selected elsewhere; empty where there is nothing to do. */
export function textMenu({ isEditable, selectionText, editFlags }: MenuTarget): MenuItemConstructorOptions[] {
  const { canCut, canCopy, canPaste, canSelectAll } = editFlags
  if (!isEditable) return selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: canCopy }]
  // Out of a password field Chromium lets nobody cut or copy.
  return [
    { role: 'cut', enabled: canCut },
    { role: 'copy', enabled: canCopy },
    { role: 'paste', enabled: canPaste },
    { type: 'separator' },
    { role: 'selectAll', enabled: canSelectAll },
  ]
}

/**
 * Gives the texts of a window their menu, as Electron brings none. A part of the page with a menu of its own prevents
 * the page's event, and Electron then tells of none.
 */
export function offerTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, params) => {
    const items = textMenu(params)
    if (items.length === 0) return
    // Asked for by the keyboard, it stands at the text, wherever the pointer is.
    const { x, y, menuSourceType } = params
    const at = menuSourceType === 'keyboard' ? { x, y } : {}
    Menu.buildFromTemplate(items).popup({ window, ...at })
  })
}
