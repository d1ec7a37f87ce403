import { expect, it } from 'vitest'
import type { Shortcut } from '../../../../electron/app/shortcut.ts'
import { createShortcutFeature } from '../../../../electron/app/shortcut-feature.ts'
import { createNotices } from '../../../../electron/state/notices.ts'
import { fail, ok } from '../../../../shared/result.ts'

const hint = 'Add it in the settings of the desktop.'

/** A system where another program has `Alt+T`, and a settings file that `failsToSave` or not. */
function setUp({ kept = null as string | null, onWayland = false, failsToSave = false } = {}) {
  const notices = createNotices()
  let held: string | null = null
  let saved = kept
  const shortcut: Shortcut = {
    set(accelerator) {
      if (accelerator === 'Alt+T') return fail('shortcut-taken', { hint })
      held = accelerator
      return ok()
    },
    current: () => held,
    dispose() {
      held = null
    },
  }
  const preferences = {
    setShortcut(accelerator: string | null) {
      if (failsToSave) return fail('storage-failed')
      saved = accelerator
      return ok()
    },
  }
  const feature = createShortcutFeature({ shortcut, onWayland, preferences, readKept: () => kept, notices })
  const change = (accelerator: string | null) =>
    feature.handlers['preferences:setShortcut']({ accelerator }, { pageId: 1 })
  return { feature, change, notices, now: () => ({ held, saved, notices: Object.keys(notices.all()) }) }
}

it('takes the one that is kept, and gives it back at the end', () => {
  const { feature, now } = setUp({ kept: 'Alt+K' })
  feature.api.takeKept()
  expect(now()).toEqual({ held: 'Alt+K', saved: 'Alt+K', notices: [] })
  void feature.dispose()
  expect(now().held).toBeNull()
})

it.each([
  [false, expect.stringContaining('Choose another one in Settings')],
  [true, hint],
])('tells that the kept one could not be had; on Wayland (%s) what the desktop can do', (onWayland, said) => {
  const { feature, change, notices, now } = setUp({ kept: 'Alt+T', onWayland })
  feature.api.takeKept()
  expect(notices.all()['shortcut-taken']).toMatchObject({ level: 'warning', hint: said })
  expect(change('Alt+K')).toEqual(ok())
  expect(now()).toEqual({ held: 'Alt+K', saved: 'Alt+K', notices: onWayland ? ['shortcut-asked'] : [] })
})

it('keeps nothing that the system refuses, and takes nothing that cannot be kept', () => {
  const refused = setUp({ kept: 'Alt+K' })
  refused.feature.api.takeKept()
  expect(refused.change('Alt+T')).toMatchObject({ error: { code: 'shortcut-taken' } })
  expect(refused.now()).toEqual({ held: 'Alt+K', saved: 'Alt+K', notices: [] })
  const unsaved = setUp({ kept: 'Alt+K', failsToSave: true })
  unsaved.feature.api.takeKept()
  expect(unsaved.change('Alt+J')).toMatchObject({ error: { code: 'storage-failed' } })
  expect(unsaved.now()).toEqual({ held: 'Alt+K', saved: 'Alt+K', notices: [] })
})
