import { expect, it } from 'vitest'
import { createPreferenceEdits } from '../../../../electron/settings/preferences.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { isMuted, maxSavedCommands } from '../../../../shared/model/preferences.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { openSettings } from '../../../fixtures/settings.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'

const { ref } = serverView()
const { ref: other } = serverView({ identifier: 'b1b2c3d4' })

const from = { pageId: 1 }

const folder = setUpFolder()

function setUp() {
  const clock = createFakeClock()
  const store = createStore(appState(), () => {})
  const { settings } = openSettings(folder())
  let ids = 0
  const edits = createPreferenceEdits({ store, settings, clock, newId: () => `id-${++ids}` })
  return {
    clock,
    edits,
    call: edits.handlers,
    now: () => store.get().preferences,
    kept: () => openSettings(folder()).settings.get().preferences,
  }
}

it('pins in the order of the clicks, once each, and keeps it', () => {
  const { call, now, kept } = setUp()
  for (const one of [ref, other, ref])
    expect(call['servers:pin']({ ref: one, pinned: true }, from)).toMatchObject({ ok: true })
  expect(now().pinned).toEqual([ref, other])
  call['servers:pin']({ ref: ref, pinned: false }, from)
  expect(now().pinned).toEqual([other])
  expect(kept()).toEqual(now())
})

it('remembers the area of each server that was looked at last', () => {
  const { call, now, kept } = setUp()
  call['preferences:setArea']({ ref: ref, area: 'live' }, from)
  call['preferences:setArea']({ ref: other, area: 'activity' }, from)
  call['preferences:setArea']({ ref: ref, area: 'activity' }, from)
  expect(now().areas).toEqual([
    { ref: other, area: 'activity' },
    { ref, area: 'activity' },
  ])
  expect(kept()).toEqual(now())
  call['preferences:setArea']({ ref: other, area: 'console' }, from)
  expect(now().areas).toEqual([{ ref, area: 'activity' }])
})

it('keeps which servers stop when nobody is on, each once', () => {
  const { call, now, kept } = setUp()
  const stop = { minutes: 30, warn: null }
  expect(now().idleStops).toEqual([])
  call['preferences:setIdleStop']({ ref: ref, stop: stop }, from)
  call['preferences:setIdleStop']({ ref: other, stop: { ...stop, minutes: 60 } }, from)
  call['preferences:setIdleStop']({ ref: ref, stop: { ...stop, minutes: 45 } }, from)
  expect(now().idleStops).toEqual([
    { ref: other, minutes: 60, warn: null },
    { ref, minutes: 45, warn: null },
  ])
  call['preferences:setIdleStop']({ ref: other, stop: null }, from)
  expect(now().idleStops).toEqual([{ ref, minutes: 45, warn: null }])
  expect(kept()).toEqual(now())
})

it('keeps a rule of backups for each server', () => {
  const { call, now, kept } = setUp()
  expect(now().keepRules).toEqual({})
  call['preferences:setKeepRule']({ ref: ref, rule: { newest: 3, days: 7 } }, from)
  call['preferences:setKeepRule']({ ref: other, rule: { newest: 1, days: 0 } }, from)
  call['preferences:setKeepRule']({ ref: ref, rule: { newest: 4, days: 7 } }, from)
  expect(now().keepRules).toEqual({ [ref]: { newest: 4, days: 7 }, [other]: { newest: 1, days: 0 } })
  call['preferences:setKeepRule']({ ref: other, rule: null }, from)
  expect(now().keepRules).toEqual({ [ref]: { newest: 4, days: 7 } })
  expect(kept()).toEqual(now())
})

it('mutes for some hours', () => {
  const { edits, now, clock } = setUp()
  edits.mute('4h')
  const end = clock.now() + 4 * 3_600_000
  expect(now().muted).toEqual({ until: end })
  expect([isMuted(now(), end - 1), isMuted(now(), end)]).toEqual([true, false])
})

it('mutes for a day at most where the end was set by a clock that was far ahead', () => {
  const { edits, now, clock } = setUp()
  edits.mute('8h')
  const end = clock.now() + 8 * 3_600_000
  expect(isMuted(now(), end - 24 * 3_600_000)).toBe(true)
  expect(isMuted(now(), end - 24 * 3_600_000 - 1)).toBe(false)
})

it('mutes until it is turned on again', () => {
  const { edits, now } = setUp()
  edits.mute('until-turned-on')
  expect(isMuted(now(), Number.MAX_SAFE_INTEGER)).toBe(true)
  edits.mute(null)
  expect(isMuted(now(), 0)).toBe(false)
})

it('keeps commands for use again, each once for a server or for all, and no more than there is room for', () => {
  const { call, now, kept } = setUp()
  for (const command of [
    { ref, text: 'list' },
    { ref: null, text: 'list' },
    { ref, text: 'list' },
  ])
    expect(call['commands:save'](command, from)).toMatchObject({ ok: true })
  const both = [
    { id: 'id-1', ref, text: 'list' },
    { id: 'id-2', ref: null, text: 'list' },
  ]
  expect([now().savedCommands, kept().savedCommands]).toEqual([both, both])
  call['commands:drop']({ id: 'id-1' }, from)
  expect(kept().savedCommands).toEqual(both.slice(1))
  for (let i = 1; i < maxSavedCommands; i += 1) call['commands:save']({ ref, text: `say ${i}` }, from)
  expect(call['commands:save']({ ref, text: 'one more' }, from)).toMatchObject({ error: { code: 'too-many-commands' } })
  expect(kept().savedCommands).toHaveLength(maxSavedCommands)
})

it('keeps each plain choice, and leaves the rest as it was', () => {
  const { edits, call, now, kept } = setUp()
  const look = { timestamps: false, wraps: false, screenReader: true }
  call['preferences:set']({ appearance: 'dark', stallMinutes: { start: 5, stop: 2, restart: 20 } }, from)
  expect(call['preferences:set']({ console: look }, from)).toMatchObject({ ok: true })
  edits.noteToldOfTray()
  call['servers:setQuiet']({ ref, quiet: true }, from)
  call['preferences:setFrozenRestart']({ ref, restarts: true }, from)
  const chosen = {
    appearance: 'dark',
    stallMinutes: { start: 5, stop: 2, restart: 20 },
    console: look,
    toldOfTray: true,
    quiet: [ref],
    frozenRestarts: [ref],
  }
  expect([now(), kept()]).toMatchObject([chosen, chosen])
})

it('keeps which servers are off on purpose, each once though another program noted the same', () => {
  const [app, another] = [setUp(), setUp()]
  app.edits.expectOff(new Map([[ref, true]]))
  expect(another.edits.expectOff(new Map([[ref, true]]))).toMatchObject({ ok: true })
  expect(another.kept().expectedOff).toEqual([ref])
  another.edits.expectOff(
    new Map([
      [ref, false],
      [other, true],
    ]),
  )
  expect([another.now().expectedOff, another.kept().expectedOff]).toEqual([[other], [other]])
})

it('keeps who may be asked for players: by panel, by server, and that the question was answered', () => {
  const { edits, now, kept } = setUp()
  const { panelId } = serverView()
  expect(now().players).toEqual({ asked: false, panels: [], servers: [] })
  edits.endPlayersQuestion()
  expect(now().players).toEqual({ asked: true, panels: [], servers: [] })
  for (const _ of [1, 2]) edits.allowPlayersOfPanel(panelId, true)
  edits.setPlayersOfServer(ref, { game: 'rust', port: 28_015 })
  edits.setPlayersOfServer(ref, { isAsked: false })
  expect(now().players).toEqual({
    asked: true,
    panels: [panelId],
    servers: [{ ref, game: 'rust', port: 28_015, isAsked: false }],
  })
  expect(kept()).toEqual(now())
  edits.setPlayersOfServer(ref, { game: null, port: null, isAsked: null })
  edits.allowPlayersOfPanel(panelId, false)
  expect(now().players).toEqual({ asked: true, panels: [], servers: [] })
})
