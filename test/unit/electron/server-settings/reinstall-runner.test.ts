import { expect, it } from 'vitest'
import { activityEntry } from '../../../../electron/activity/entry.ts'
import { createSleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import { createEventWatch } from '../../../../electron/notify/event-watch.ts'
import { createNotifier } from '../../../../electron/notify/notifier.ts'
import { createReinstallRunner } from '../../../../electron/server-settings/reinstall-runner.ts'
import { createBackgroundPause } from '../../../../electron/servers/background-pause.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { Installation } from '../../../../shared/model/server-settings.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const minute = 60_000

it('a reinstall is told as taking long, once, and then as done; the list keeps when', async () => {
  const clock = createFakeClock()
  const server = serverView()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const backgroundPause = createBackgroundPause({ clock, random: () => 0 })
  const events = createEventWatch({ store, clock, backgroundPause, wasStoppedElsewhere: async () => false })
  const startedAt = clock.now()
  const kept: [string, number][] = []
  events.subscribe((happened) => {
    for (const one of happened) {
      const entry = activityEntry(one, 'id')
      if (entry?.event.kind !== 'reinstall') continue
      kept.push([entry.event.phase, Math.floor((entry.at - startedAt) / minute)])
    }
  })
  const told: string[] = []
  const notifier = createNotifier({
    store,
    clock,
    events,
    isWindowFocused: () => true,
    show: ({ title, buttons }) => told.push([title, ...buttons].join()),
  })
  let installation: Installation = 'installing'
  const runner = createReinstallRunner({
    store,
    clock,
    sleepWatch: createSleepWatch(clock),
    newId: () => 'run',
    backUp: async () => ok(),
    request: async () => ok(),
    look: async () => ok(installation),
    onChange: () => undefined,
  })
  const untilMinute = (n: number) => clock.advance(startedAt + n * minute - clock.now())

  must(await runner.begin(server.ref, { backsUpFirst: false }))
  await untilMinute(29)
  expect(told).toEqual([])
  await untilMinute(40)
  expect(told).toEqual(['Survival is still being reinstalled,mute'])
  installation = 'none'
  await untilMinute(42)
  expect(told.slice(1)).toEqual(['Survival was reinstalled,start,mute'])
  expect(kept.map(([phase]) => phase)).toEqual(['asked', 'slow', 'done'])
  expect(kept.map(([, at]) => at)).toEqual([0, 30, 41])
  runner.dispose()
  notifier.dispose()
  events.dispose()
})

it('is not asked for where the end of its backup is the first that is seen after a sleep', async () => {
  const clock = createFaultyClock()
  const server = serverView()
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const backup = Promise.withResolvers<Result<void>>()
  let requests = 0
  const runner = createReinstallRunner({
    store,
    clock,
    sleepWatch: createSleepWatch(clock),
    newId: () => 'run',
    backUp: () => backup.promise,
    async request() {
      requests += 1
      return ok()
    },
    look: async () => ok('none'),
    onChange: () => undefined,
  })
  must(await runner.begin(server.ref, { backsUpFirst: true }))
  await clock.pass(20_000)
  clock.doze(8 * 60 * minute, true)
  // Before any timer.
  backup.resolve(ok())
  await clock.pass(0)
  expect(store.get().reinstalls[server.ref]).toMatchObject({ phase: 'failed', error: { code: 'slept' } })
  await clock.pass(minute)
  expect(requests).toBe(0)
  runner.dispose()
})
