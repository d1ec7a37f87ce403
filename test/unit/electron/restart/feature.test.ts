import { expect, it, vi } from 'vitest'
import { createSleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import { createRestartFeature } from '../../../../electron/restart/feature.ts'
import { createRestartsFile, restartsPath } from '../../../../electron/restart/file.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { fail, ok } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { planView, restartChoices } from '../../../fixtures/plan-view.ts'
import { playersHold } from '../../../fixtures/players-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { openSettings } from '../../../fixtures/settings.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'
import { makeUnreadable } from '../../../fixtures/unreadable.ts'

const server = serverView({ state: 'running', observedAt: 0 })

const profile = setUpFolder()

/** The feature on a panel that answers no call that changes its schedules until `answer`. */
function setUp() {
  const clock = createFakeClock()
  const log = createTestLog()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const sent: string[] = []
  const note = (what: string) => {
    sent.push(what)
    return Promise.resolve(ok())
  }
  let ids = 0
  const asked = { count: 0 }
  const feature = createRestartFeature(
    {
      store,
      clock,
      sleepWatch: createSleepWatch(clock),
      log,
      newId: () => `id-${++ids}`,
      profile: profile(),
      settings: openSettings(profile(), { clock, log }).settings,
      end: new AbortController().signal,
    },
    {
      clientFor: () => undefined,
      power: { send: (_ref, signal) => note(signal) },
      readState: async () => fail('internal'),
      commands: { send: (_ref, command) => note(command) },
      watchPlayers: () => playersHold(),
      backUp: () => note('backup'),
      silenceOf: () => null,
      backgroundPause: { isPaused: () => false, onEnd: () => () => undefined },
      panelSchedules: {
        on() {
          asked.count += 1
          return new Promise(() => {})
        },
        read: async () => ok({ schedules: [], leftOut: 0, denied: [] }),
      },
    },
  )
  feature.load?.()
  return { clock, store, feature, sent, asked }
}

it('sends nothing more once it ends, and changes no restart that is just being created on its panel', async () => {
  const { clock, feature, sent, asked } = setUp()
  const choices = restartChoices({ warnings: [], text: '' })
  const { handlers } = feature
  const saved = must(
    await handlers['schedules:save']({
      refs: [server.ref],
      days: [0, 1, 2, 3, 4, 5, 6],
      time: '04:00',
      timeZone: 'UTC',
      choices,
      waitMinutes: 60,
      enabled: true,
    }),
  )
  must(await handlers['restart:plan']({ ref: server.ref, choices, when: { inSeconds: 1 } }))
  void handlers['schedules:createOnPanel'](saved)
  await clock.advance(100)
  await vi.dynamicImportSettled()
  expect(asked.count).toBe(1)
  expect(await handlers['schedules:remove'](saved)).toMatchObject({ error: { code: 'handover-running' } })

  await feature.dispose?.()
  await clock.advance(60_000)
  expect(sent).toEqual([])
})

it('keeps plans that could not be read at its start for the next one, beside those that come meanwhile', async () => {
  const open = () => createRestartsFile({ path: restartsPath(profile()), log: createTestLog() })
  const old = planView({ id: 'old' })
  const runs = { gone: { nextAt: null, lastRun: null } }
  open().change({ plans: [old], runs })
  const show = makeUnreadable(restartsPath(profile()))
  const { clock, store, feature } = setUp()
  show()
  expect(store.get().plans).toEqual({})
  const choices = restartChoices()
  must(await feature.handlers['restart:plan']({ ref: server.ref, choices, when: { inSeconds: 60 } }))
  await clock.advance(1_000)
  expect(open().get()).toMatchObject({ plans: [old, { phase: 'counting' }], runs })
  await feature.dispose?.()
  expect(Object.values(setUp().store.get().plans)).toMatchObject([
    { id: 'old', phase: 'missed' },
    { phase: 'counting' },
  ])
})
