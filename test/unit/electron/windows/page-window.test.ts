import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeBrowserWindow } from '../../../fixtures/fake-browser-window.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const made = vi.hoisted(() => ({ windows: [] as FakeBrowserWindow[] }))

vi.mock('electron', async () => {
  const { browserWindowIn } = await import('../../../fixtures/fake-browser-window.ts')
  return { BrowserWindow: browserWindowIn(made.windows), nativeTheme: { shouldUseDarkColors: false } }
})

// Other files have a window of their own in Electron's place.
vi.resetModules()
const { openPageWindow } = await import('../../../../electron/windows/page-window.ts')
afterAll(() => void vi.resetModules())
beforeEach(() => {
  made.windows.length = 0
})

/** A window that was opened, and is still hidden. */
function setUp({ onWayland = false, isMaximized = false } = {}) {
  const clock = createFakeClock()
  const parts = { preload: '', icon: '', platform: 'linux' as const, clock, onWayland }
  openPageWindow(parts, {}, { isMaximized, onClosed() {} })
  const [window] = made.windows
  if (window === undefined) throw new Error('no window was made')
  const tells = {
    paint: () => window.emit('ready-to-show'),
    load: () => window.webContents.emit('did-finish-load'),
    '2 s': () => clock.advance(2_000),
  }
  return { clock, window, tells }
}

describe('a window is shown once, at the first of what is told', () => {
  it.each([
    ['X11', ['paint', 'load', '2 s'], 'paint'],
    ['X11', ['load', '2 s', 'paint'], '2 s'],
    ['Wayland', ['paint', 'load', '2 s'], 'paint'],
    ['Wayland', ['load', 'paint', '2 s'], 'load'],
    ['Wayland', ['2 s', 'paint', 'load'], '2 s'],
  ] as const)('on %s, of %j', async (system, told, first) => {
    const { window, tells, clock } = setUp({ onWayland: system === 'Wayland' })
    const shownAfter: string[] = []
    window.on('show', () => shownAfter.push('shown'))
    for (const event of told) {
      await tells[event]()
      shownAfter.push(event)
    }
    const shown = told.indexOf(first)
    expect(shownAfter).toEqual([...told.slice(0, shown), 'shown', ...told.slice(shown)])
    expect(clock.pending()).toBe(0)
  })
})

it('is never seen small where it was maximised', () => {
  const { window, tells } = setUp({ isMaximized: true })
  tells.paint()
  expect(window.did).toEqual(['maximize', 'show'])
})

it('is maximised too where it was brought forward before it had painted', () => {
  const { window } = setUp({ isMaximized: true })
  window.show()
  expect(window.did).toContain('maximize')
})

it.each([
  ['was shown meanwhile', (window: FakeBrowserWindow) => window.show(), ['show']],
  ['has gone', (window: FakeBrowserWindow) => window.destroy(), ['destroyed']],
] as const)('is not shown later where it %s', async (_what, act, did) => {
  const { window, clock } = setUp()
  act(window)
  window.emit('ready-to-show')
  await clock.advance(2_000)
  expect(window.did).toEqual(did)
})
