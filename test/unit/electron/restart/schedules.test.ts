import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createRestartsFile, restartsPath } from '../../../../electron/restart/file.ts'
import { createSchedules, type Schedules } from '../../../../electron/restart/schedules.ts'
import type { Schedule } from '../../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { createFaultyClock, type FaultyClock } from '../../../fixtures/faulty-clock.ts'
import { createPlanRig, type PlanRig, server } from '../../../fixtures/plan-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { openSettings } from '../../../fixtures/settings.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'
import { makeUnreadable } from '../../../fixtures/unreadable.ts'

let folder: string
let clock: FaultyClock
let rig: PlanRig
let schedules: Schedules

/** A run of the app on what the one before left on disk. */
function open(servers: readonly ServerView[] = [server]): void {
  const file = createRestartsFile({ path: restartsPath(folder), log: createTestLog() })
  rig = createPlanRig(clock, undefined, servers)
  const { settings } = openSettings(folder)
  let ids = 0
  const newId = () => `schedule-${++ids}`
  schedules = createSchedules({
    store: rig.store,
    settings,
    clock,
    newId,
    plans: rig.plans,
    file,
  })
  schedules.load()
}
function close(): void {
  schedules.dispose()
  rig.dispose()
}

beforeEach(() => {
  folder = temporaryFolder()
  clock = createFaultyClock(Date.UTC(2026, 0, 1, 12))
  open()
})
afterEach(close)

const daily: Omit<Schedule, 'id'> = {
  refs: [server.ref],
  days: [0, 1, 2, 3, 4, 5, 6],
  time: '12:01',
  timeZone: 'UTC',
  choices: restartChoices({ text: 'warn {time}' }),
  waitMinutes: 60,
  enabled: true,
}
const minute = 60_000
const day = 24 * 60 * minute
const zero = Date.UTC(2026, 0, 1, 12, 1)
const view = () => Object.values(rig.store.get().schedules)[0]
const sent = () => rig.sent.map(({ what }) => what)

it('runs at its time with its warnings, then waits for the next day', async () => {
  expect(schedules.save(daily)).toMatchObject({ ok: true, value: { id: 'schedule-1' } })
  expect(view()).toMatchObject({ nextAt: zero, lastRun: null })
  await clock.pass(minute)
  expect(sent()).toEqual(['warn 10 seconds', 'warn 5 seconds', 'restart'])
  expect(view()).toMatchObject({ nextAt: zero + day, lastRun: { at: zero, running: 1, done: 0 } })
  rig.see({ state: 'running' }, 'confirmed')
  expect(view()?.lastRun).toMatchObject({ running: 0, done: 1 })
})

it('runs nothing after its end, whatever is changed then', async () => {
  schedules.save(daily)
  schedules.dispose()
  schedules.setEnabled('schedule-1', true)
  await clock.pass(5 * minute)
  expect(sent()).toEqual([])
})

it('tells whether it is due, or under way', async () => {
  schedules.save({ ...daily, time: '13:00' })
  expect(schedules.isDue('schedule-1', 10 * minute)).toBe(false)
  await clock.pass(51 * minute)
  expect(schedules.isDue('schedule-1', 10 * minute)).toBe(true)
  await clock.pass(9 * minute + 1_000)
  expect(sent()).toContain('restart')
  expect(schedules.isDue('schedule-1', 0)).toBe(true)
  rig.see({ state: 'running' }, 'confirmed')
  expect(schedules.isDue('schedule-1', 10 * minute)).toBe(false)
  expect(schedules.isDue('another', 10 * minute)).toBe(false)
})

it('backs up a quarter of an hour before its time', async () => {
  const choices = restartChoices({ warnings: [], backupFirst: 'must' })
  schedules.save({ ...daily, time: '13:00', choices })
  await clock.pass(60 * minute)
  expect(rig.sent.map(({ what, wall }) => [what, wall - zero])).toEqual([
    ['backup', 44 * minute],
    ['restart', 59 * minute],
  ])
})

it('waits for an empty server from so long before its time, and runs once', async () => {
  const players = { rule: 'when-empty', otherwise: 'skip' } as const
  const choices = restartChoices({ warnings: [], players })
  schedules.save({ ...daily, time: '13:00', waitMinutes: 30, choices })
  const count = async () => {
    rig.count(0)
    await clock.pass(20_000)
  }
  await clock.pass(29 * minute)
  expect(Object.values(rig.store.get().plans)).toEqual([])
  await clock.pass(minute)
  expect(rig.plan()).toMatchObject({ phase: 'counting', zeroAt: Date.UTC(2026, 0, 1, 13), waiting: { online: null } })
  for (let i = 0; i < 3; i += 1) await count()
  expect(sent()).toEqual(['restart'])
  rig.see({ state: 'running' }, 'confirmed')
  await clock.pass(60 * minute)
  expect(sent()).toEqual(['restart'])
  expect(view()).toMatchObject({ nextAt: Date.UTC(2026, 0, 2, 13), lastRun: { done: 1 } })
})

it('counts a run that was skipped for its players as given up', async () => {
  const players = { rule: 'when-empty', otherwise: 'skip' } as const
  schedules.save({ ...daily, time: '13:00', choices: restartChoices({ players }) })
  await clock.pass(61 * minute)
  expect(sent()).toEqual([])
  expect(view()?.lastRun).toMatchObject({ cancelled: 1, failed: 0, missed: 0 })
})

it('reports what fell into sleep, and does not run it late', async () => {
  schedules.save(daily)
  clock.doze(10 * minute, false)
  await clock.pass(minute)
  expect(sent()).toEqual([])
  expect(view()).toMatchObject({ nextAt: zero + day, lastRun: { at: zero, missed: 1 } })
  expect(rig.plan()).toMatchObject({ phase: 'missed', zeroAt: zero, origin: 'schedule' })
})

it('reports what fell into the time in which the app was closed', async () => {
  schedules.save(daily)
  close()
  clock.doze(3 * day + 5 * minute, false)
  open()
  await clock.pass(minute)
  expect(sent()).toEqual([])
  expect(view()).toMatchObject({ nextAt: zero + 4 * day, lastRun: { at: zero, missed: 1 } })
})

it('keeps what is known of runs where it cannot be read at a start', async () => {
  schedules.save(daily)
  await clock.pass(minute)
  rig.see({ state: 'running' }, 'confirmed')
  close()
  const show = makeUnreadable(restartsPath(folder))
  open()
  expect(view()).toMatchObject({ nextAt: zero + day, lastRun: null })
  show()
  schedules.setEnabled('schedule-1', false)
  schedules.setEnabled('schedule-1', true)
  expect(view()).toMatchObject({ nextAt: zero + day, lastRun: { at: zero, done: 1 } })
  close()
  open()
  expect(view()).toMatchObject({ nextAt: zero + day, lastRun: { at: zero, done: 1 } })
})

it('loses no last run where another one ran after a start at which none could be read', async () => {
  schedules.save(daily)
  await clock.pass(minute)
  rig.see({ state: 'running' }, 'confirmed')
  schedules.save({ ...daily, time: '12:10' })
  close()
  const show = makeUnreadable(restartsPath(folder))
  open()
  show()
  await clock.pass(20 * minute)
  expect(view()?.lastRun).toMatchObject({ at: zero, done: 1 })
  close()
  open()
  expect(view()?.lastRun).toMatchObject({ at: zero, done: 1 })
})

it('does not run at an old time where its times were changed while that could not be read', async () => {
  schedules.save(daily)
  close()
  const show = makeUnreadable(restartsPath(folder))
  open()
  schedules.save({ ...daily, id: 'schedule-1', time: '13:00' })
  show()
  await clock.pass(2 * minute)
  expect([sent(), view()?.nextAt, view()?.lastRun]).toEqual([[], Date.UTC(2026, 0, 1, 13), null])
})

it('does not run again when the clock is set back, or when it is changed after it ran', async () => {
  schedules.save(daily)
  await clock.pass(2 * minute)
  rig.see({ state: 'running' }, 'confirmed')
  clock.set(-90_000)
  schedules.save({ ...daily, id: 'schedule-1', choices: restartChoices({ warnings: [] }) })
  await clock.pass(5 * minute)
  expect(sent().filter((what) => what === 'restart')).toHaveLength(1)
  expect(view()?.nextAt).toBe(zero + day)
})

/** The lists were read, as some time after a start of the app. */
const list = (found: ServerView) => rig.store.update((state) => ({ ...state, servers: { [found.ref]: found } }))

it('warns and restarts on time beside a server that has gone', async () => {
  const gone = serverView({ identifier: 'ffffffff' })
  schedules.save({ ...daily, refs: [gone.ref, server.ref] })
  await clock.pass(minute + 5_000)
  expect(sent()).toEqual(['warn 10 seconds', 'warn 5 seconds', 'restart'])
  expect(view()).toMatchObject({ nextAt: zero + day, lastRun: { at: zero, running: 1, skipped: 1 } })
})

it('restarts its servers one after the other, each with its own warnings', async () => {
  const others = [serverView({ identifier: 'ffffffff' }), serverView({ identifier: 'eeeeeeee' })]
  for (const other of others)
    rig.store.update((state) => ({ ...state, servers: { ...state.servers, [other.ref]: other } }))
  schedules.save({ ...daily, refs: [server.ref, ...others.map((other) => other.ref)] })
  await clock.pass(minute - 12_000)
  const plans = Object.values(rig.store.get().plans)
  expect(plans.map(({ zeroAt }) => zeroAt - zero)).toEqual([0, 5_000, 10_000])
  await clock.pass(30_000)
  expect(sent().filter((what) => what === 'restart')).toHaveLength(3)
})

it('waits until zero for servers that are not in the list yet, but not once it is paused', async () => {
  schedules.save(daily)
  close()
  clock.doze(50_000, false)
  open([])
  await clock.pass(4_000)
  expect(view()?.lastRun).toMatchObject({ at: zero, running: 1 })
  list(server)
  await clock.pass(10_000)
  expect(sent()).toEqual(['warn 5 seconds', 'restart'])
  close()
  clock.doze(day - 14_000, false)
  open([])
  await clock.pass(1_000)
  schedules.setEnabled('schedule-1', false)
  list(server)
  await clock.pass(minute)
  expect(sent()).toEqual([])
})

it('reports what was missed by the names of the servers, where the lists come soon', async () => {
  const other = serverView({ identifier: 'ffffffff' })
  schedules.save({ ...daily, refs: [server.ref, other.ref] })
  close()
  clock.doze(day / 2, false)
  open([])
  await clock.pass(5_000)
  expect(Object.keys(rig.store.get().plans)).toEqual([])
  list(server)
  await clock.pass(minute)
  const told = Object.values(rig.store.get().plans).map(({ name, phase }) => `${name} ${phase}`)
  expect(told).toEqual(['Survival missed', `${other.ref} missed`])
  expect(view()?.lastRun).toMatchObject({ at: zero, missed: 2, running: 0 })
})

it('runs at its time after a clock that was far ahead for a while', async () => {
  schedules.save(daily)
  clock.set(400 * day)
  await clock.pass(20_000)
  expect(view()?.lastRun).toMatchObject({ missed: 1 })
  expect(view()?.nextAt).toBeGreaterThan(zero + 399 * day)
  clock.set(-400 * day)
  await clock.pass(minute)
  // This zero was told as missed.
  expect(sent()).toEqual([])
  expect(view()?.nextAt).toBe(zero + day)
  await clock.pass(day)
  expect(sent()).toEqual(['warn 10 seconds', 'warn 5 seconds', 'restart'])
})

it.each(['constructor', '__proto__'])('knows nothing of a schedule by the name %s', async (id) => {
  schedules.save({ ...daily, id })
  expect(view()).toMatchObject({ id, nextAt: zero, lastRun: null })
})

it('is paused, goes on, and is removed', async () => {
  schedules.save(daily)
  schedules.setEnabled('schedule-1', false)
  expect(view()).toMatchObject({ enabled: false, nextAt: null })
  await clock.pass(5 * minute)
  expect(sent()).toEqual([])
  schedules.setEnabled('schedule-1', true)
  expect(view()?.nextAt).toBe(zero + day)
  schedules.remove('schedule-1')
  expect(view()).toBeUndefined()
})

it('leaves a server alone whose restart is under way', async () => {
  schedules.save(daily)
  rig.plans.start({ ref: server.ref, choices: daily.choices, zeroAt: clock.now() + 10 * minute, origin: 'tray' })
  await clock.pass(2 * minute)
  expect(sent()).toEqual([])
  expect(view()?.lastRun).toMatchObject({ skipped: 1 })
})

it('restarts once where its time is put off while the countdown runs', async () => {
  schedules.save({ ...daily, choices: restartChoices({ warnings: [60] }) })
  await clock.pass(30_000)
  schedules.save({ ...daily, id: 'schedule-1', time: '12:02', choices: restartChoices({ warnings: [60] }) })
  await clock.pass(40_000)
  rig.see({ state: 'running' }, 'confirmed')
  await clock.pass(5 * minute)
  expect(sent().filter((what) => what === 'restart')).toHaveLength(1)
  expect(view()?.lastRun).toMatchObject({ at: zero + minute, skipped: 1 })
})

describe('a warning a day before', () => {
  const choices = restartChoices({ warnings: [86_400, 10], text: 'warn {time}' })

  it('plans all servers, though the last of 200 comes a quarter of an hour after the first', async () => {
    close()
    const servers = Array.from({ length: 200 }, (_, i) => serverView({ identifier: `a1b2c${i + 100}` }))
    open(servers)
    schedules.save({ ...daily, refs: servers.map(({ ref }) => ref), days: [5], time: '12:00', choices })
    await clock.pass(0)
    expect(view()?.lastRun).toMatchObject({ at: zero - minute + day, running: 200, skipped: 0 })
  })

  it('leaves out no day, though each run begins before the one before has ended', async () => {
    schedules.save({ ...daily, choices })
    await clock.pass(2 * minute)
    expect(sent()).toEqual(['warn 10 seconds', 'restart'])
    expect(view()?.lastRun).toMatchObject({ at: zero + day, running: 1, skipped: 0 })
    rig.see({ state: 'running' }, 'confirmed')
    await clock.pass(1_000)
    expect(rig.plan()).toMatchObject({ phase: 'counting', zeroAt: zero + day })
  })
})
