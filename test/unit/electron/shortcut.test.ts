import { beforeEach, expect, it, vi } from 'vitest'
import { createShortcut } from '../../../electron/shortcut.ts'

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
  })
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
  const shortcut = createShortcut(() => undefined)
  shortcut.set('Alt+Space')
  expect(shortcut.set(accelerator)).toMatchObject({ error: { code: 'shortcut-taken' } })
  expect(held()).toEqual(['Alt+Space'])
  shortcut.dispose()
  expect(held()).toEqual([])
})
