import { BrowserWindow, type BrowserWindowConstructorOptions, nativeTheme } from 'electron'
import { appOrigin } from '../security/origin.ts'

/** What every window of the app is made with. */
export type PageParts = { readonly preload: string; readonly icon: string }

/** Window background by theme, so that nothing flashes before the first paint. */
const background = { light: '#ffffff', dark: '#1b1f24' }

/**
 * A window with the app's own page, shown after its first paint.
 * @param hash which view of the page
 */
export function openPageWindow(
  { preload, icon }: PageParts,
  options: BrowserWindowConstructorOptions,
  hash = '',
): BrowserWindow {
  const made = new BrowserWindow({
    ...options,
    show: false,
    icon,
    backgroundColor: nativeTheme.shouldUseDarkColors ? background.dark : background.light,
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    },
  })
  // Its shortcuts work all the same.
  made.setMenuBarVisibility(false)
  made.once('ready-to-show', () => made.show())
  void made.loadURL(`${appOrigin}/index.html${hash}`)
  return made
}
