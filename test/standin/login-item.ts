import type { App, LoginItemSettings } from 'electron'
import { choices } from './choices.ts'
import { notImplemented } from './strict.ts'

type LoginItem = { get: App['getLoginItemSettings']; set: App['setLoginItemSettings'] }

/** Windows' quoting of one word of a command. */
const quoted = (word: string) => (/[ "\\\t]/.test(word) ? `"${word}"` : word)

/** As Electron writes it into the registry, and compares it for `openAtLogin`: quotes around the path are its own. */
const commandOf = (path: string, args: readonly string[]) =>
  [path.replace(/^"(.*)"$/, '$1'), ...args].map(quoted).join(' ')

/** The program of a command. Without quotes a path ends at its first space. */
const programOf = (command: string) => /^"([^"]*)"/.exec(command)?.at(1) ?? command.split(/\s/, 1)[0]

/**
 * The login item of Windows and macOS as data; Electron has none on Linux. Windows compares program and arguments with
 * what is asked about, and its Task Manager turns an item off without taking it away. Whether it will launch is told of
 * the items whose program is that of the path, which is read as a command then: `browser_win.cc`,
 * `GetLoginItemSettingsHelper`; electron/electron#53911.
 */
export function createLoginItem(platform: NodeJS.Platform): LoginItem {
  let item: string | null = null

  function status(): LoginItemSettings['status'] {
    if (item === null) return 'not-registered'
    return choices.loginItem === 'needs-approval' ? 'requires-approval' : 'enabled'
  }

  return {
    get({ path = process.execPath, args = [] } = {}) {
      if (platform === 'linux') throw notImplemented('app.getLoginItemSettings on Linux')
      const isThere = platform === 'darwin' ? status() === 'enabled' : item === commandOf(path, args)
      const isItsProgram = item !== null && programOf(item) === programOf(path)
      return {
        openAtLogin: isThere,
        wasOpenedAtLogin: choices.openedAtLogin,
        status: status(),
        executableWillLaunchAtLogin: isItsProgram && choices.loginItem !== 'turned-off',
        launchItems: [],
      }
    },
    set({ openAtLogin = false, path = process.execPath, args = [] }) {
      if (platform === 'linux') throw notImplemented('app.setLoginItemSettings on Linux')
      if (choices.loginItem === 'refused') return
      // Asked for anew, an item that was turned off counts again.
      if (choices.loginItem === 'turned-off') choices.loginItem = 'works'
      item = openAtLogin ? commandOf(path, args) : null
    },
  }
}
