import { beforeEach, expect, it, vi } from 'vitest'
import { createShortcut, isWayland } from '../../../../electron/app/shortcut.ts'
import { appError } from '../../../../shared/errors.ts'

const host = vi.hoisted(() => ({ held: new Map<string, () => void>(), taken: new Set<string>() }))
vi.mock('electron', () => ({
  globalShortcut: {
    register(accelerator: string, press: () => void) {
      if (accelerator === 'nonsense') throw new TypeError('conversion failure')
      if (host.taken.has(accelerator)) return false
      host.held.set(accelerator, press)
      return true
    },
    unregister: (accelerator: string) => host.held.delete(accelerator),
  },
}))

beforeEach(() => {
  host.held.clear()
  host.taken.clear()
})

const held = () => [...host.held.keys()]

it('takes one combination at a time, and none', () => {
  let pressed = 0
  const shortcut = createShortcut(() => {
    pressed += 1
  }, false)
  expect(shortcut.set('Alt+Space').ok).toBe(true)
  host.held.get('Alt+Space')?.()
  expect(pressed).toBe(1)
  expect(shortcut.set('Alt+K').ok).toBe(true)
  expect(held()).toEqual(['Alt+K'])
  expect(shortcut.set('Alt+K').ok).toBe(true)
  expect(shortcut.set(null).ok).toBe(true)
  expect(held()).toEqual([])
})

it.each(['Alt+K', 'nonsense'])('keeps the one before when %s cannot be had', (accelerator) => {
  host.taken.add('Alt+K')
  const shortcut = createShortcut(() => undefined, false)
  shortcut.set('Alt+Space')
  expect(shortcut.set(accelerator)).toMatchObject({ error: { code: 'shortcut-taken' } })
  expect(held()).toEqual(['Alt+Space'])
  shortcut.dispose()
  expect(held()).toEqual([])
})

it('says on Wayland that the desktop gives none, and what to do', () => {
  host.taken.add('Alt+K')
  const shortcut = createShortcut(() => undefined, true)
  const { message, hint } = appError('shortcut-taken')
  const taken = shortcut.set('Alt+K')
  expect(taken).toMatchObject({ error: { code: 'shortcut-taken', hint: expect.stringContaining('desktop’s own') } })
  expect(taken).not.toMatchObject({ error: { message } })
  expect(createShortcut(() => undefined, false).set('Alt+K')).toMatchObject({ error: { message, hint } })
})

it.each<[string, NodeJS.Platform, Record<string, string>, boolean]>([
  ['a Wayland session', 'linux', { XDG_SESSION_TYPE: 'wayland' }, true],
  ['a Wayland display', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['X11', 'linux', { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' }, false],
  ['Windows', 'win32', { WAYLAND_DISPLAY: 'wayland-0' }, false],
])('knows %s', (_, platform, env, expected) => expect(isWayland(env, platform)).toBe(expected))
