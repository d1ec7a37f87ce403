import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLoginItem } from '../../../../electron/start-at-login/login-item.ts'
import { choose } from '../../../standin/choices.ts'
import { createLoginItem as createSystem } from '../../../standin/login-item.ts'

const electron = vi.hoisted(() => ({ app: {} as object }))
vi.mock('electron', () => electron)

const own = process.execPath
beforeEach(() => choose({ loginItem: 'works' }))
afterEach(() => {
  process.execPath = own
})

it.each(['C:\\Programs\\Servertray.exe', 'C:\\Users\\Jane Doe\\AppData\\Local\\Programs\\Servertray\\Servertray.exe'])(
  'on Windows it is on once it was turned on, wherever the program is: %s',
  (path) => {
    process.execPath = path
    const { get, set } = createSystem('win32')
    electron.app = { getLoginItemSettings: get, setLoginItemSettings: set }
    const item = createLoginItem('win32')
    expect(item.read()).toBe('off')
    item.set(true)
    expect(item.read()).toBe('on')
    choose({ loginItem: 'turned-off' })
    expect(item.read()).toBe('off')
    item.set(true)
    expect(item.read()).toBe('on')
    item.set(false)
    expect(item.read()).toBe('off')
  },
)
