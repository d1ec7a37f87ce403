import type { NativeImage } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { setApp } from '../../../../electron/state/updates.ts'
import { createTray } from '../../../../electron/tray/controller.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { aState } from '../../../fixtures/state.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const host = vi.hoisted(() => ({ takesTrays: true, calls: [] as string[] }))

vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (template: unknown) => template },
  Tray: class {
    constructor() {
      if (!host.takesTrays) throw new Error('no tray here')
    }
    setImage() {
      host.calls.push('setImage')
    }
    setToolTip() {
      host.calls.push('setToolTip')
    }
    setContextMenu() {
      host.calls.push('setContextMenu')
    }
    destroy() {
      host.calls.push('destroy')
    }
  },
}))

beforeEach(() => {
  host.takesTrays = true
  host.calls.length = 0
})

function setUp() {
  const store = createStore(aState())
  const clock = createFakeClock()
  const icons = { image: () => ({}) as NativeImage, onThemeChange: () => () => {} }
  const tray = createTray({ store, clock, log: createTestLog(), icons, platform: 'linux', run: () => {} })
  return { store, clock, tray }
}

it('says in the state that this desktop takes no tray icon, and goes on without', async () => {
  host.takesTrays = false
  const { store, clock, tray } = setUp()
  expect(store.get().app.trayAvailable).toBe(false)
  store.update((state) => ({ ...state, servers: {} }))
  await clock.advance(1_000)
  tray.dispose()
  expect(host.calls).toEqual([])
})

it('draws only what changed, at most every 200 ms, and nothing after its end', async () => {
  const { store, clock, tray } = setUp()
  expect(store.get().app.trayAvailable).toBe(true)
  expect(host.calls.splice(0)).toEqual(['setImage', 'setToolTip', 'setContextMenu'])
  store.update(setApp({ focus: null }))
  await clock.advance(1_000)
  expect(host.calls).toEqual([])
  store.update((state) => ({ ...state, servers: {} }))
  await clock.advance(200)
  expect(host.calls.splice(0)).toEqual(['setImage', 'setToolTip', 'setContextMenu'])
  store.update(() => aState())
  tray.dispose()
  await clock.advance(1_000)
  expect(host.calls).toEqual(['destroy'])
})
