import { beforeEach, expect, it, vi } from 'vitest'
import { createShortcutFeature, isWayland } from '../../../../electron/app/shortcut.ts'
import { createNotices } from '../../../../electron/state/notices.ts'
import { appError } from '../../../../shared/errors.ts'
import { fail, ok } from '../../../../shared/result.ts'

/** A system where another program has `Alt+T`. */
const host = vi.hoisted(() => ({ held: new Map<string, () => void>(), givesBack: true }))
vi.mock('electron', () => ({
  globalShortcut: {
    register(accelerator: string, press: () => void) {
      if (accelerator === 'nonsense') throw new TypeError('conversion failure')
      if (accelerator === 'Alt+T') return false
      host.held.set(accelerator, press)
      return true
    },
    unregister: (accelerator: string) => host.givesBack && host.held.delete(accelerator),
  },
}))

beforeEach(() => host.held.clear())

/** The feature, once it took what is kept; and a settings file that `failsToSave` or not. */
function setUp({ kept = null as string | null, onWayland = false, failsToSave = false } = {}) {
  const notices = createNotices()
  const press = vi.fn()
  let saved = kept
  const preferences = {
    setShortcut(accelerator: string | null) {
      if (failsToSave) return fail('storage-failed')
      saved = accelerator
      return ok()
    },
  }
  const feature = createShortcutFeature({ press, onWayland, preferences, readKept: () => kept, notices })
  feature.api.takeKept()
  const change = (accelerator: string | null) =>
    feature.handlers['preferences:setShortcut']({ accelerator }, { pageId: 1 })
  const now = () => ({ held: [...host.held.keys()], saved, notices: Object.keys(notices.all()) })
  return { feature, change, notices, press, now }
}

it('takes the one that is kept, then one combination at a time, and gives it back at the end', () => {
  const { feature, change, press, now } = setUp({ kept: 'Alt+Space' })
  host.held.get('Alt+Space')?.()
  expect(press).toHaveBeenCalledOnce()
  expect([change('Alt+K'), change('Alt+K')]).toEqual([ok(), ok()])
  expect(now()).toEqual({ held: ['Alt+K'], saved: 'Alt+K', notices: [] })
  expect(change(null)).toEqual(ok())
  expect(now()).toEqual({ held: [], saved: null, notices: [] })
  change('Alt+J')
  feature.dispose()
  expect(now().held).toEqual([])
})

it.each([
  [false, expect.stringContaining('Choose another one in Settings')],
  [true, expect.stringContaining('desktop’s own settings')],
])('tells that the kept one could not be had; on Wayland (%s) what the desktop can do', (onWayland, hint) => {
  const { change, notices, now } = setUp({ kept: 'Alt+T', onWayland })
  expect(notices.all()['shortcut-taken']).toMatchObject({ level: 'warning', hint })
  expect(change('Alt+K')).toEqual(ok())
  expect(now()).toEqual({ held: ['Alt+K'], saved: 'Alt+K', notices: onWayland ? ['shortcut-asked'] : [] })
})

it.each([
  ['Alt+T', 'shortcut-taken', false],
  ['nonsense', 'shortcut-taken', false],
  ['Alt+J', 'storage-failed', true],
])('stays with the one before where %s cannot be had or kept', (accelerator, code, failsToSave) => {
  const { change, now } = setUp({ kept: 'Alt+K', failsToSave })
  expect(change(accelerator)).toMatchObject({ error: { code } })
  expect(now()).toEqual({ held: ['Alt+K'], saved: 'Alt+K', notices: [] })
})

it('does nothing for one that is no longer chosen, which Wayland’s desktops do not take back', () => {
  host.givesBack = false
  const { change, press } = setUp({ kept: 'Alt+Space', onWayland: true })
  const pressAll = () =>
    [...host.held.values()].map((pressed) => {
      pressed()
      return press.mock.calls.splice(0).length
    })
  expect([pressAll(), change('Alt+K'), pressAll()]).toEqual([[1], ok(), [0, 1]])
  expect([change(null), pressAll(), change('Alt+Space'), pressAll()]).toEqual([ok(), [0, 0], ok(), [1, 0]])
  host.givesBack = true
})

it('says on Wayland that the desktop gives none, and what to do', () => {
  const { message, hint } = appError('shortcut-taken')
  expect(setUp().change('Alt+T')).toMatchObject({ error: { message, hint } })
  expect(setUp({ onWayland: true }).change('Alt+T')).not.toMatchObject({ error: { message } })
})

it.each<[string, NodeJS.Platform, Record<string, string>, boolean]>([
  ['a Wayland session', 'linux', { XDG_SESSION_TYPE: 'wayland' }, true],
  ['a Wayland display', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['X11', 'linux', { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' }, false],
  ['Windows', 'win32', { WAYLAND_DISPLAY: 'wayland-0' }, false],
])('knows %s', (_, platform, env, expected) => expect(isWayland(env, platform)).toBe(expected))
