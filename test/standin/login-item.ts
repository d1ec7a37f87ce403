import type { App, LoginItemSettings } from 'electron'
import { choices } from './choices.ts'
import { notImplemented } from './strict.ts'

type LoginItem = { get: App['getLoginItemSettings']; set: App['setLoginItemSettings'] }

/**
 * The login item of Windows and macOS as data; Electron has none on Linux. Windows compares program and arguments with
 * what is asked about, and its Task Manager turns an item off without taking it away.
 */
export function createLoginItem(platform: NodeJS.Platform): LoginItem {
  const describe = (path = process.execPath, args: readonly string[] = []) => JSON.stringify([path, args])
  let item: string | null = null

  function status(): LoginItemSettings['status'] {
    if (item === null) return 'not-registered'
    return choices.loginItem === 'needs-approval' ? 'requires-approval' : 'enabled'
  }

  return {
    get({ path, args } = {}) {
      if (platform === 'linux') throw notImplemented('app.getLoginItemSettings on Linux')
      const isThere = platform === 'darwin' ? status() === 'enabled' : item === describe(path, args)
      return {
        openAtLogin: isThere,
        wasOpenedAtLogin: choices.openedAtLogin,
        status: status(),
        executableWillLaunchAtLogin: isThere && choices.loginItem !== 'turned-off',
        launchItems: [],
      }
    },
    set({ openAtLogin = false, path, args }) {
      if (platform === 'linux') throw notImplemented('app.setLoginItemSettings on Linux')
      if (choices.loginItem === 'refused') return
      // Asked for anew, an item that was turned off counts again.
      if (choices.loginItem === 'turned-off') choices.loginItem = 'works'
      item = openAtLogin ? describe(path, args) : null
    },
  }
}
