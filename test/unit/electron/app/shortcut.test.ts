import { beforeEach, expect, it, vi } from 'vitest'
import { createShortcutFeature, isWayland } from '../../../../electron/app/shortcut.ts'
import { createNotices } from '../../../../electron/state/notices.ts'
import { appError } from '../../../../shared/errors.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'

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
function setUp({
  kept = null as string | null,
  onWayland = false,
  failsToSave = false,
  known = ok() as Result<void>,
} = {}) {
  const makeKnown = vi.fn(async (_pageId: number) => known)
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
  const feature = createShortcutFeature({ press, onWayland, preferences, readKept: () => kept, notices, makeKnown })
  feature.api.takeKept()
  const change = (accelerator: string | null) =>
    feature.handlers['preferences:setShortcut']({ accelerator }, { pageId: 1 })
  const now = () => ({ held: [...host.held.keys()], saved, notices: Object.keys(notices.all()) })
  return { feature, change, notices, press, now, makeKnown }
}

it('takes the one that is kept, then one combination at a time, and gives it back at the end', async () => {
  const { feature, change, press, now } = setUp({ kept: 'Alt+Space' })
  host.held.get('Alt+Space')?.()
  expect(press).toHaveBeenCalledOnce()
  expect([await change('Alt+K'), await change('Alt+K')]).toEqual([ok(), ok()])
  expect(now()).toEqual({ held: ['Alt+K'], saved: 'Alt+K', notices: [] })
  expect(await change(null)).toEqual(ok())
  expect(now()).toEqual({ held: [], saved: null, notices: [] })
  await change('Alt+J')
  feature.dispose()
  expect(now().held).toEqual([])
})

it.each([
  [false, expect.stringContaining('Choose another one in Settings')],
  [true, expect.stringContaining('desktop’s own settings')],
])('tells that the kept one could not be had; on Wayland (%s) what the desktop can do', async (onWayland, hint) => {
  const { change, notices, now } = setUp({ kept: 'Alt+T', onWayland })
  expect(notices.all()['shortcut-taken']).toMatchObject({ level: 'warning', hint })
  expect(await change('Alt+K')).toEqual(ok())
  expect(now()).toEqual({ held: ['Alt+K'], saved: 'Alt+K', notices: onWayland ? ['shortcut-asked'] : [] })
})

it.each([
  ['Alt+T', 'shortcut-taken', false],
  ['nonsense', 'shortcut-taken', false],
  ['Alt+J', 'storage-failed', true],
])('stays with the one before where %s cannot be had or kept', async (accelerator, code, failsToSave) => {
  const { change, now } = setUp({ kept: 'Alt+K', failsToSave })
  expect(await change(accelerator)).toMatchObject({ error: { code } })
  expect(now()).toEqual({ held: ['Alt+K'], saved: 'Alt+K', notices: [] })
})

it('does nothing for one that is no longer chosen, which Wayland’s desktops do not take back', async () => {
  host.givesBack = false
  const { change, press } = setUp({ kept: 'Alt+Space', onWayland: true })
  const pressAll = () =>
    [...host.held.values()].map((pressed) => {
      pressed()
      return press.mock.calls.splice(0).length
    })
  expect([pressAll(), await change('Alt+K'), pressAll()]).toEqual([[1], ok(), [0, 1]])
  expect([await change(null), pressAll(), await change('Alt+Space'), pressAll()]).toEqual([ok(), [0, 0], ok(), [1, 0]])
  host.givesBack = true
})

it('says on Wayland that the desktop gives none, and what to do', async () => {
  const { message, hint } = appError('shortcut-taken')
  expect(await setUp().change('Alt+T')).toMatchObject({ error: { message, hint } })
  expect(await setUp({ onWayland: true }).change('Alt+T')).not.toMatchObject({ error: { message } })
})

it('takes the last one that was chosen, though an earlier one still waits for an answer', async () => {
  const { change, makeKnown, now } = setUp({ onWayland: true })
  const answered = Promise.withResolvers<Result<void>>()
  makeKnown.mockReturnValueOnce(answered.promise)
  const earlier = change('Alt+K')
  await change('Alt+J')
  answered.resolve(ok())
  expect([await earlier, now().saved]).toEqual([ok(), 'Alt+J'])
})

it('has the app made known to a Wayland desktop first, and stays as it is where that failed', async () => {
  const { change, makeKnown, now } = setUp({ onWayland: true, known: fail('storage-failed') })
  expect(await change('Alt+K')).toMatchObject({ error: { code: 'storage-failed' } })
  expect([makeKnown.mock.calls, now()]).toEqual([[[1]], { held: [], saved: null, notices: [] }])
  expect(await change(null)).toEqual(ok())
  const onX11 = setUp()
  await onX11.change('Alt+K')
  expect([makeKnown.mock.calls.length, onX11.makeKnown.mock.calls.length]).toEqual([1, 0])
})

it.each<[string, NodeJS.Platform, Record<string, string>, boolean]>([
  ['a Wayland session', 'linux', { XDG_SESSION_TYPE: 'wayland' }, true],
  ['a Wayland display', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['X11', 'linux', { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' }, false],
  ['Windows', 'win32', { WAYLAND_DISPLAY: 'wayland-0' }, false],
])('knows %s', (_, platform, env, expected) => expect(isWayland(env, platform)).toBe(expected))
