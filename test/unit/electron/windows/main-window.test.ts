import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FakeBrowserWindow } from '../../../fixtures/fake-browser-window.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const made = vi.hoisted(() => ({ windows: [] as FakeBrowserWindow[] }))

vi.mock('electron', async () => {
  const { browserWindowIn } = await import('../../../fixtures/fake-browser-window.ts')
  return {
    BrowserWindow: browserWindowIn(made.windows),
    screen: { getAllDisplays: () => [] },
    nativeTheme: { shouldUseDarkColors: false },
  }
})

// Other files have a window of their own in Electron's place.
vi.resetModules()
const { createMainWindow } = await import('../../../../electron/windows/main-window.ts')
const { createConsoleWindows } = await import('../../../../electron/windows/console-windows.ts')
afterAll(() => void vi.resetModules())
beforeEach(() => {
  made.windows.length = 0
})

const parts = { preload: '', icon: '', platform: 'linux' as const, onWayland: false }

/** @param keepsRunning there is a tray */
function setUp({ keepsRunning = true } = {}) {
  const clock = createFakeClock()
  const unsaved = new Set<number>()
  const told: string[] = []
  let yes = () => {}
  const holdsClose = (event: { preventDefault(): void }, { pageId, close }: { pageId: number; close: () => void }) => {
    if (!unsaved.has(pageId)) return false
    event.preventDefault()
    told.push(`asked ${pageId}`)
    yes = close
    return true
  }
  const onGone = (pageId: number) => {
    unsaved.delete(pageId)
    told.push(`gone ${pageId}`)
  }
  const main = createMainWindow({
    ...parts,
    clock,
    readBounds: () => null,
    saveBounds: () => {},
    keepsRunning: () => keepsRunning,
    onClose: () => told.push('closed by a person'),
    onHide: () => told.push('hidden'),
    mustStay: (pageId) => unsaved.has(pageId),
    holdsClose,
    onGone,
    onCrash: (pageId, reason) => told.push(`crash of ${pageId}: ${reason}`),
  })
  const consoles = createConsoleWindows({
    ...parts,
    clock,
    holdsClose,
    onGone,
    onCrash: (pageId) => told.push(`crash of ${pageId}`),
  })
  const windowAt = (index: number): FakeBrowserWindow => {
    const window = made.windows[index]
    if (window === undefined) throw new Error('no window was made')
    return window
  }
  return { clock, unsaved, told, main, consoles, windowAt, sayYes: () => yes() }
}

describe('the main window', () => {
  it('is freed a minute after it was closed', async () => {
    const { clock, main, windowAt } = setUp()
    main.show()
    windowAt(0).close()
    expect(windowAt(0).did).toEqual(['hide'])
    await clock.advance(59_000)
    expect(windowAt(0).isDestroyed()).toBe(false)
    await clock.advance(1_000)
    expect([windowAt(0).isDestroyed(), main.current()]).toEqual([true, undefined])
  })

  it('is kept while it has a text that is not saved, for hours, and freed after that', async () => {
    const { clock, unsaved, main, windowAt, told } = setUp()
    main.show()
    unsaved.add(1)
    windowAt(0).close()
    expect(told).toEqual(['closed by a person', 'hidden'])
    await clock.advance(5 * 3_600_000)
    expect([windowAt(0).isDestroyed(), main.isOpen()]).toEqual([false, false])
    unsaved.clear()
    await clock.advance(60_000)
    expect(windowAt(0).isDestroyed()).toBe(true)
    expect(clock.pending()).toBe(0)
  })

  it('that was shown again meanwhile is not freed', async () => {
    const { clock, unsaved, main, windowAt } = setUp()
    main.show()
    unsaved.add(1)
    windowAt(0).close()
    await clock.advance(90_000)
    main.show()
    unsaved.clear()
    await clock.advance(3_600_000)
    expect([windowAt(0).isDestroyed(), main.isOpen(), clock.pending()]).toEqual([false, true, 0])
  })

  it('asks before it goes where there is no tray, and stays open until the answer', () => {
    const { unsaved, main, windowAt, told, sayYes } = setUp({ keepsRunning: false })
    main.show()
    unsaved.add(1)
    windowAt(0).close()
    expect([told, windowAt(0).did]).toEqual([['asked 1'], []])
    sayYes()
    expect(told).toEqual(['asked 1', 'closed by a person', 'gone 1'])
    expect(windowAt(0).isDestroyed()).toBe(true)
  })

  it('goes without a question where nothing is lost, and at the end of the app', () => {
    const free = setUp({ keepsRunning: false })
    free.main.show()
    free.windowAt(0).close()
    expect(free.told).toEqual(['closed by a person', 'gone 1'])
    made.windows.length = 0
    const ending = setUp({ keepsRunning: false })
    ending.main.show()
    ending.unsaved.add(1)
    ending.main.dispose()
    ending.windowAt(0).close()
    expect(ending.told).toEqual(['closed by a person', 'gone 1'])
  })

  it('whose page has died says so before that is forgotten', () => {
    const { main, windowAt, told } = setUp()
    main.show()
    windowAt(0).webContents.emit('render-process-gone', {}, { reason: 'oom' })
    expect(told).toEqual(['crash of 1: oom', 'gone 1'])
  })

  it('whose page has ended by itself goes, and tells of no crash', () => {
    const { main, windowAt, told } = setUp()
    main.show()
    windowAt(0).webContents.emit('render-process-gone', {}, { reason: 'clean-exit' })
    expect([told, main.current()]).toEqual([['gone 1'], undefined])
  })

  it('that went within a second of a move has nothing more to save', async () => {
    const { clock, main, windowAt } = setUp({ keepsRunning: false })
    main.show()
    windowAt(0).emit('move')
    windowAt(0).webContents.emit('render-process-gone', {}, { reason: 'oom' })
    await clock.advance(1_000)
    expect(clock.pending()).toBe(0)
  })
})

describe('a console’s own window', () => {
  const survival = serverView()

  it('asks before it goes with a text that is not saved', () => {
    const { unsaved, consoles, windowAt, told, sayYes } = setUp()
    consoles.show(survival.ref, 'Survival')
    unsaved.add(1)
    windowAt(0).close()
    expect([told, consoles.current().length]).toEqual([['asked 1'], 1])
    sayYes()
    expect([told, consoles.current().length]).toEqual([['asked 1', 'gone 1'], 0])
  })

  it('goes without a question where nothing is lost, and at the end of the app', () => {
    const { unsaved, consoles, windowAt, told } = setUp()
    consoles.show(survival.ref, 'Survival')
    windowAt(0).close()
    consoles.show(survival.ref, 'Survival')
    unsaved.add(2)
    consoles.dispose()
    windowAt(1).close()
    expect(told).toEqual(['gone 1', 'gone 2'])
  })

  it('whose page has died says so before that is forgotten', () => {
    const { consoles, windowAt, told } = setUp()
    consoles.show(survival.ref, 'Survival')
    windowAt(0).webContents.emit('render-process-gone', {}, { reason: 'crashed' })
    expect(told).toEqual(['crash of 1', 'gone 1'])
  })
})
