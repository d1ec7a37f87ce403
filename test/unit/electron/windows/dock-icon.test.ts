import { expect, it } from 'vitest'
import { createDockIcon } from '../../../../electron/windows/dock-icon.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

type What = 'show' | 'hide' | 'minimize' | 'closed'

/** A window as far as the Dock is concerned. */
function aWindow() {
  const listeners: [What, () => void][] = []
  let is: What = 'hide'
  return {
    isVisible: () => is === 'show',
    isMinimized: () => is === 'minimize',
    isDestroyed: () => is === 'closed',
    on: (event: What, listener: () => void) => void listeners.push([event, listener]),
    become(what: What) {
      is = what
      for (const [event, listener] of listeners) if (event === what) listener()
    },
  }
}

function setUp(isHidden: boolean) {
  const clock = createFakeClock()
  const calls: string[] = []
  const dock = {
    show: () => {
      calls.push('show')
      return Promise.resolve()
    },
    hide: () => void calls.push('hide'),
  }
  const icon = createDockIcon({ dock, clock, isHidden })
  const made = () => {
    const window = aWindow()
    icon.follow(window)
    return window
  }
  return { clock, calls, made }
}

it('is not there for an app that starts in the menu bar, and comes with its window', () => {
  const { calls, made } = setUp(true)
  expect(calls).toEqual(['hide'])
  made().become('show')
  expect(calls).toEqual(['hide', 'show'])
})

it('stays while any window is there, a minimised one too, and goes with the last', async () => {
  const { clock, calls, made } = setUp(false)
  const [main, console] = [made(), made()]
  main.become('show')
  console.become('show')
  main.become('minimize')
  console.become('closed')
  await clock.advance(5_000)
  expect(calls).toEqual([])
  main.become('hide')
  await clock.advance(5_000)
  expect(calls).toEqual(['hide'])
})

it('is not hidden within a second of being shown, which Electron would pass over, nor while a window is back', async () => {
  const { clock, calls, made } = setUp(true)
  const window = made()
  window.become('show')
  window.become('hide')
  await clock.advance(1_000)
  expect(calls).toEqual(['hide', 'show'])
  window.become('show')
  await clock.advance(5_000)
  expect(calls).toEqual(['hide', 'show'])
  window.become('hide')
  await clock.advance(1_100)
  expect(calls).toEqual(['hide', 'show', 'hide'])
})
