import { expect, it, vi } from 'vitest'
import { bringForward } from '../../../../electron/windows/page-window.ts'

vi.mock('electron', () => ({ BrowserWindow: class {}, nativeTheme: {} }))

/** What is asked of a window that is so, in order. */
function asked(is: { visible?: boolean; focused?: boolean; minimized?: boolean }, onWayland: boolean): string[] {
  const calls: string[] = []
  const note = (what: string) => () => void calls.push(what)
  const window = {
    isVisible: () => is.visible ?? false,
    isFocused: () => is.focused ?? false,
    isMinimized: () => is.minimized ?? false,
    restore: note('restore'),
    hide: note('hide'),
    show: note('show'),
    focus: note('focus'),
  }
  bringForward(window, onWayland)
  return calls
}

it.each([
  ['covered', { visible: true }, false, ['show', 'focus']],
  ['covered, on Wayland', { visible: true }, true, ['hide', 'show', 'focus']],
  ['in front, on Wayland', { visible: true, focused: true }, true, ['show', 'focus']],
  ['hidden, on Wayland', {}, true, ['show', 'focus']],
  ['minimised', { minimized: true }, false, ['restore', 'show', 'focus']],
] as const)('a window that is %s', (_, is, onWayland, expected) => {
  expect(asked(is, onWayland)).toEqual(expected)
})
