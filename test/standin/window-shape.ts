import type { BrowserWindow } from 'electron'

/** What of Electron's windows the stand-in has. */
export type WindowShape = Pick<
  BrowserWindow,
  | 'id'
  | 'show'
  | 'showInactive'
  | 'hide'
  | 'focus'
  | 'blur'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'minimize'
  | 'restore'
  | 'isMaximized'
  | 'maximize'
  | 'unmaximize'
  | 'isFullScreen'
  | 'setFullScreen'
  | 'setVisibleOnAllWorkspaces'
  | 'isDestroyed'
  | 'close'
  | 'destroy'
  | 'getBounds'
  | 'setBounds'
  | 'getNormalBounds'
  | 'getTitle'
  | 'setTitle'
  | 'setMenuBarVisibility'
  | 'loadURL'
  | 'reload'
>

/** The events that a window tells of. */
export const windowEvents = [
  'close',
  'closed',
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'blur',
  'resize',
  'move',
  'minimize',
  'restore',
  'maximize',
  'unmaximize',
  'enter-full-screen',
  'leave-full-screen',
  ...(process.platform === 'win32' ? ['session-end'] : []),
]
