import { expect, it } from 'vitest'
import { createExpectedOffFeature } from '../../../../electron/expected-off/feature.ts'
import { createPreferenceEdits } from '../../../../electron/settings/preferences.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer } from '../../../../electron/state/updates.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { appState, keyView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'
import { oneKey, openSettings } from '../../../fixtures/settings.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'

const folder = setUpFolder()

function setUp(more: Partial<ServerView> = {}) {
  const clock = createFakeClock()
  const server = { ...serverView({ state: 'running' }), ...more }
  const store = createStore(appState({ keys: [keyView()], servers: [server] }))
  const { settings } = openSettings(folder())
  settings.update(() => oneKey)
  const preferences = createPreferenceEdits({ store, settings, clock, newId: () => 'id' })
  preferences.load()
  const feature = createExpectedOffFeature({ store, clock, settings }, { preferences })
  return {
    clock,
    feature,
    ref: server.ref,
    change: (change: Partial<ServerView>) => store.update(changeServer(server.ref, (now) => ({ ...now, ...change }))),
    server: () => store.get().servers[server.ref],
    shown: () => store.get().preferences.expectedOff,
    kept: () => openSettings(folder()).settings.get().preferences.expectedOff,
    set: (expectedOff: boolean) =>
      feature.handlers['servers:setExpectedOff']({ ref: server.ref, expectedOff }, { pageId: 1 }),
  }
}

it('learns from a stop, keeps it, and forgets it with the next start', async () => {
  const { clock, change, shown, kept, ref } = setUp()
  change({ action: powerAction({ signal: 'stop', phase: 'accepted' }) })
  await clock.advance(100)
  expect([shown(), kept()]).toEqual([[ref], [ref]])
  change({ state: 'offline', action: powerAction({ signal: 'stop', phase: 'confirmed' }) })
  change({ state: 'running' })
  await clock.advance(100)
  expect([shown(), kept()]).toEqual([[], []])
})

it('what a person says of a server that went down ends the alarm, and can be taken back', async () => {
  const { set, server, shown, ref } = setUp({ state: 'offline', unexpectedStop: { how: 'crashed', at: 5 } })
  expect(await set(true)).toMatchObject({ ok: true })
  expect(shown()).toEqual([ref])
  expect(server()?.unexpectedStop).toBeNull()
  expect(await set(false)).toMatchObject({ ok: true })
  expect(shown()).toEqual([])
})

it('keeps what was learned just before the end', async () => {
  const { feature, change, kept, ref } = setUp()
  change({ action: powerAction({ signal: 'stop', phase: 'accepted' }) })
  await feature.dispose?.()
  expect(kept()).toEqual([ref])
})
