import type { BrowserWindowConstructorOptions } from 'electron'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import type { FakeBrowserWindow } from '../../../fixtures/fake-browser-window.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

type Made = FakeBrowserWindow & {
  readonly options: BrowserWindowConstructorOptions
  readonly workspaces: unknown[]
}
const made = vi.hoisted(() => ({ windows: [] as FakeBrowserWindow[] }))

vi.mock('electron', async () => {
  const { FakeBrowserWindow: Fake } = await import('../../../fixtures/fake-browser-window.ts')
  class BrowserWindow extends Fake {
    readonly workspaces: unknown[] = []
    readonly options: BrowserWindowConstructorOptions
    constructor(options: BrowserWindowConstructorOptions) {
      super(made.windows)
      this.options = options
    }
    setVisibleOnAllWorkspaces(...given: unknown[]) {
      this.workspaces.push(given)
    }
  }
  const workArea = { x: 0, y: 0, width: 1_920, height: 1_080 }
  const screen = { getCursorScreenPoint: () => ({ x: 0, y: 0 }), getDisplayNearestPoint: () => ({ workArea }) }
  return { BrowserWindow, screen, nativeTheme: { shouldUseDarkColors: false } }
})

// Files of tests share what was loaded: another one's `electron` must not stay behind the modules of windows.
vi.resetModules()
const { createPaletteWindow } = await import('../../../../electron/windows/palette-window.ts')

afterAll(() => void vi.resetModules())

beforeEach(() => {
  made.windows.length = 0
})

function open(platform: NodeJS.Platform) {
  const palette = createPaletteWindow({ preload: '', icon: '', clock: createFakeClock(), onWayland: false, platform })
  palette.toggle()
  const [window] = made.windows as Made[]
  if (window === undefined) throw new Error('no window was made')
  return { palette, window }
}

it('comes over everything, also over the full-screen window of another program on macOS', () => {
  const { window } = open('darwin')
  expect(window.options).toMatchObject({ type: 'panel', alwaysOnTop: true, fullscreenable: false, frame: false })
  expect(window.workspaces).toEqual([[true, { visibleOnFullScreen: true, skipTransformProcessType: true }]])
})

it.each(['win32', 'linux'] as const)('asks %s for nothing that only macOS has', (platform) => {
  const { window } = open(platform)
  expect(window.options).toMatchObject({ alwaysOnTop: true, skipTaskbar: true })
  expect(window.options).not.toHaveProperty('type')
  expect(window.workspaces).toEqual([])
})
