import { app } from 'electron'
import { ok } from '../../shared/result.ts'
import { hiddenFlag } from '../lib/profile.ts'
import type { StartAtLogin } from './feature.ts'

/**
 * Windows compares them with what stands in its registry; macOS takes none. Electron reads the path as a command, which
 * without quotes ends at its first space (electron/electron#53911); where it writes it, the quotes are its own.
 */
const windowsItem = () => ({ path: `"${process.execPath}"`, args: [hiddenFlag] })

/**
 * Start at login by Electron's login item: the person's Run key on Windows, which Task Manager can turn off beside it,
 * and the system's list of login items on macOS, where the person may have to agree first.
 */
export function createLoginItem(platform: 'win32' | 'darwin'): StartAtLogin {
  const item = platform === 'win32' ? windowsItem() : {}
  return {
    read() {
      const { openAtLogin, executableWillLaunchAtLogin, status } = app.getLoginItemSettings(item)
      if (platform === 'win32') return openAtLogin && executableWillLaunchAtLogin ? 'on' : 'off'
      if (status === 'requires-approval') return 'approval'
      return status === 'enabled' ? 'on' : 'off'
    },
    set(on) {
      app.setLoginItemSettings({ ...item, openAtLogin: on })
      return ok()
    },
    // Both go by the place of the installed app, which an update keeps.
    keepRight() {},
  }
}

/** Whether macOS started the app by itself, which it does without any argument: then it starts in the tray. */
export const wasOpenedAtLogin = (platform: NodeJS.Platform): boolean =>
  platform === 'darwin' && app.isPackaged && app.getLoginItemSettings().wasOpenedAtLogin
