import { describe, expect, it } from 'vitest'
import type { TaskFields } from '../../electron/demo-panel/schedules/schedules.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Schedules and tasks, How it runs, execute, Stuck*. */

const { survival: server, offline, suspended, hangsOnStop } = demoServers
const [second, minute, hour] = [1_000, 60_000, 3_600_000]

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

const everyMinute = { minute: '*', hour: '*', day_of_month: '*', month: '*', day_of_week: '*' }
/** A minute after the clock's start. */
const atOne = { ...everyMinute, minute: '1', hour: '12' }

type Given = Partial<TaskFields> & Pick<TaskFields, 'action' | 'payload'>
const say = (what: string, more: Partial<TaskFields> = {}): Given => ({
  action: 'command',
  payload: `say ${what}`,
  ...more,
})
const backup: Given = { action: 'backup', payload: '' }

function given(
  tasks: readonly Given[],
  { on: id = server as string, cron = atOne, isActive = true, onlyWhenOnline = false } = {},
): number {
  const whole = tasks.map((task) => ({ timeOffset: 0, continueOnFailure: false, ...task }))
  const made = rig.demo.panel.schedules.add(id, { name: 'Given', cron, isActive, onlyWhenOnline }, whole)
  if (made === null) throw new Error('no schedule')
  return made
}

const said = (id: string = server) =>
  rig.demo.panel.consoleLines(id).flatMap((line) => /\[Server\] (.*)$/.exec(line)?.[1] ?? [])
const shown = (id: number, calls = on) => calls.attributes('GET', `/schedules/${id}`)
const execute = (id: number, calls = on) => calls.send('POST', `/schedules/${id}/execute`)
const queued = async (id: number) =>
  (await shown(id)).relationships.tasks.data.map(
    (task: { attributes: { is_queued: boolean } }) => task.attributes.is_queued,
  )
const state = async (calls = on) => (await calls.attributes('GET', '/resources')).current_state

describe('a timed run', () => {
  it('begins when it is due, and tells when the last one ended and the next one is', async () => {
    const id = given([say('one')])
    await rig.demo.clock.advance(minute - 1)
    expect(said()).toEqual([])
    await rig.demo.clock.advance(1)
    expect(said()).toEqual(['one'])
    expect(await shown(id)).toMatchObject({
      is_processing: false,
      last_run_at: '2026-01-01T12:01:00+00:00',
      next_run_at: '2026-01-02T12:01:00+00:00',
    })
    await rig.demo.clock.advance(24 * hour)
    expect(await shown(id)).toMatchObject({ last_run_at: '2026-01-02T12:01:00+00:00' })
  })

  it('runs each task its offset after the one before, the first one’s too', async () => {
    const id = given([say('a', { timeOffset: 10 }), say('b', { timeOffset: 900 }), say('c')])
    await rig.demo.clock.advance(minute + 9 * second)
    expect([said(), await queued(id)]).toEqual([[], [true, false, false]])
    expect(await shown(id)).toMatchObject({ is_processing: true, last_run_at: null })
    await rig.demo.clock.advance(second)
    expect([said(), await queued(id)]).toEqual([['a'], [false, true, false]])
    await rig.demo.clock.advance(899 * second)
    expect(said()).toEqual(['a'])
    await rig.demo.clock.advance(second)
    expect([said(), await queued(id)]).toEqual([
      ['a', 'b', 'c'],
      [false, false, false],
    ])
    expect(await shown(id)).toMatchObject({ is_processing: false, last_run_at: '2026-01-01T12:16:10+00:00' })
  })

  it('does not begin again while one is under way', async () => {
    given([say('a'), say('b', { timeOffset: 150 })], { cron: everyMinute })
    await rig.demo.clock.advance(6 * minute + second)
    // Begun at 1, ended at 3:30; begun at 4, to end at 6:30.
    expect(said()).toEqual(['a', 'b', 'a'])
  })

  it('does not come while the schedule is off, without tasks, or deleted', async () => {
    const timers = rig.demo.clock.pending()
    given([say('off')], { isActive: false })
    given([])
    const id = given([say('deleted')])
    await on.send('DELETE', `/schedules/${id}`)
    expect(rig.demo.clock.pending()).toBe(timers)
    await rig.demo.clock.advance(5 * minute)
    expect(said()).toEqual([])
  })

  it('ends where it is switched off meanwhile', async () => {
    const id = given([say('a'), say('b', { timeOffset: 60 })])
    await rig.demo.clock.advance(minute)
    await on.send('POST', `/schedules/${id}`, { name: 'Given', ...atOne, is_active: false })
    await rig.demo.clock.advance(5 * minute)
    expect(said()).toEqual(['a'])
    expect(await shown(id)).toMatchObject({ is_processing: false })
  })

  it('counts a signal as done when the node took it, not when the server stopped', async () => {
    const its = rig.on(hangsOnStop)
    given([{ action: 'power', payload: 'stop' }, say('after')], { on: hangsOnStop })
    await rig.demo.clock.advance(minute)
    expect(await state(its)).toBe('stopping')
    expect(rig.demo.panel.consoleLines(hangsOnStop).join()).not.toContain('[Server] after')
    expect(await its.list('/schedules')).toMatchObject([{ is_processing: false, last_run_at: expect.any(String) }])
  })

  it('is not logged, but for its backups', async () => {
    given([say('a'), { action: 'power', payload: 'restart' }, backup])
    await rig.demo.clock.advance(minute + 10 * second)
    expect(await on.events()).toEqual(['server:backup.complete'])
  })
})

describe('a task that fails', () => {
  it('ends the chain: a command while offline, whatever is to go on', async () => {
    const its = rig.on(offline)
    const id = given([say('a', { continueOnFailure: true }), { action: 'power', payload: 'start' }], { on: offline })
    await rig.demo.clock.advance(minute + 10 * second)
    expect(await state(its)).toBe('offline')
    expect(await shown(id, its)).toMatchObject({ is_processing: false, last_run_at: '2026-01-01T12:01:00+00:00' })
  })

  it('is a command lost in silence on one panel', async () => {
    await restart({ dialect: 'pelican' })
    given([say('a'), { action: 'power', payload: 'start' }], { on: offline })
    await rig.demo.clock.advance(minute + 10 * second)
    expect(await state(rig.on(offline))).toBe('running')
  })

  it.each([
    [true, ['later']],
    [false, []],
  ])('for an unreachable node, with going on %s', async (continueOnFailure, expected) => {
    given([say('a', { continueOnFailure }), say('later', { timeOffset: 60 })])
    await rig.demo.panel.node.stop()
    await rig.demo.clock.advance(minute)
    must(await rig.demo.panel.node.start())
    await rig.demo.clock.advance(minute)
    expect(said()).toEqual(expected)
  })

  it('is a signal that is none', async () => {
    given([{ action: 'power', payload: 'explode', continueOnFailure: true }, say('after')])
    await rig.demo.clock.advance(2 * minute)
    expect(said()).toEqual([])
  })
})

describe('a server that the panel holds', () => {
  it('ends a run that is under way', async () => {
    const id = given([say('a'), say('b', { timeOffset: 60 })])
    await rig.demo.clock.advance(minute)
    rig.demo.panel.node.setSuspended(server, true)
    await rig.demo.clock.advance(minute)
    rig.demo.panel.node.setSuspended(server, false)
    await rig.demo.clock.advance(minute)
    expect(said()).toEqual(['a'])
    expect(await shown(id)).toMatchObject({ is_processing: false, last_run_at: '2026-01-01T12:02:00+00:00' })
  })

  it('is not begun with until it is free', async () => {
    given([{ action: 'power', payload: 'start' }], { on: suspended })
    await rig.demo.clock.advance(5 * minute)
    rig.demo.panel.node.setSuspended(suspended, false)
    await rig.demo.clock.advance(minute + 10 * second)
    expect(await state(rig.on(suspended))).toBe('running')
  })
})

describe('a scheduled backup', () => {
  const names = async () => (await on.list('/backups')).map(({ name }) => name)
  const old = (name: string, agoMs: number, isLocked = false) =>
    rig.demo.panel.backups.add(server, { name, agoMs, isLocked })

  it('deletes the oldest one that is not locked at the limit', async () => {
    rig.demo.panel.backups.setLimit(server, 3)
    await old('locked', 9 * hour, true)
    await old('old', 8 * hour)
    await old('young', 7 * hour)
    given([backup])
    await rig.demo.clock.advance(minute + 5 * second)
    expect(await names()).toEqual(['locked', 'young', 'Backup at 2026-01-01 12:01:00'])
  })

  it('fails where all are locked', async () => {
    rig.demo.panel.backups.setLimit(server, 1)
    await old('locked', hour, true)
    given([backup, say('after')])
    await rig.demo.clock.advance(2 * minute)
    expect(await names()).toEqual(['locked'])
    expect(said()).toEqual([])
  })

  it('leaves out what its payload names', async () => {
    given([{ ...backup, payload: 'logs\nworld/' }])
    await rig.demo.clock.advance(minute)
    expect(await on.list('/backups')).toMatchObject([{ ignored_files: ['logs', 'world/'] }])
  })

  it('counts for the throttle of all', async () => {
    given([backup, backup, backup])
    await rig.demo.clock.advance(minute + 10 * second)
    expect(await names()).toHaveLength(2)
    expect(await on.refused('POST', '/backups', {})).toMatchObject({ status: 429 })
  })
})

describe('a scheduled deletion', () => {
  it('removes files, and no more than those', async () => {
    await restart({ dialect: 'pelican' })
    given([{ action: 'delete_files', payload: 'eula.txt\r\n../../logs\nnowhere' }])
    await rig.demo.clock.advance(minute)
    const names = (await on.list('/files/list?directory=/')).map(({ name }) => name)
    expect(names).toEqual(['plugins', 'world', 'server.properties', 'spigot.yml', 'whitelist.json'])
  })
})

describe('a run by hand', () => {
  it('begins at once without the first offset, also of what is paused', async () => {
    const id = given([say('a', { timeOffset: 300 }), say('b', { timeOffset: 30 })], { isActive: false })
    const response = await execute(id)
    expect([response.status, await response.json()]).toEqual([202, []])
    expect(said()).toEqual(['a'])
    expect(await shown(id)).toMatchObject({ is_processing: true, is_active: false })
    await rig.demo.clock.advance(30 * second)
    expect(said()).toEqual(['a', 'b'])
    expect(await shown(id)).toMatchObject({ is_processing: false, last_run_at: '2026-01-01T12:00:30+00:00' })
  })

  it('is not refused while one is under way', async () => {
    const id = given([say('a'), say('b', { timeOffset: 60 })])
    expect((await execute(id)).status).toBe(202)
    expect((await execute(id)).status).toBe(202)
    await rig.demo.clock.advance(minute)
    expect(said().filter((word) => word === 'b')).toHaveLength(2)
  })

  it('wants a task', async () => {
    expect(await on.refused('POST', `/schedules/${given([])}/execute`)).toMatchObject({
      status: 400,
      code: 'DisplayException',
      detail: 'Cannot process schedule for task execution: no tasks are registered.',
    })
  })

  it('does nothing for a server that is to be online and is not, and says nothing of it', async () => {
    const its = rig.on(offline)
    const id = given([{ action: 'power', payload: 'start' }], { on: offline, onlyWhenOnline: true })
    expect((await execute(id, its)).status).toBe(202)
    await rig.demo.clock.advance(10 * second)
    expect(await state(its)).toBe('offline')
    expect(await shown(id, its)).toMatchObject({ is_processing: false, last_run_at: '2026-01-01T12:00:00+00:00' })
  })

  it.each([
    ['the throttle', 429, () => rig.demo.panel.backups.setThrottle({ backups: 0, windowMs: hour })],
    ['the limit', 400, () => rig.demo.panel.backups.setLimit(server, 0)],
    ['a node that is down', 504, () => rig.demo.panel.node.stop()],
  ] as const)('answers with the error of the first task: %s', async (_name, status, prepare) => {
    const id = given([backup, say('after')])
    await prepare()
    expect((await execute(id)).status).toBe(status)
    expect(await shown(id)).toMatchObject({ is_processing: false, last_run_at: expect.any(String) })
    expect(said()).toEqual([])
    expect(await on.events('execute')).toEqual([])
  })

  it.each([
    ['pterodactyl', 502, 'DaemonConnectionException'],
    ['pelican', 202, null],
  ] as const)('of a command while offline: %s', async (dialect, status, code) => {
    await restart({ dialect })
    const its = rig.on(offline)
    const response = await execute(given([say('a')], { on: offline }), its)
    expect(response.status).toBe(status)
    if (code !== null) expect((await response.json()).errors).toMatchObject([{ code }])
  })
})

describe('a queue worker that is not running', () => {
  it('leaves a run stuck, and the schedule with it', async () => {
    const id = given([say('a'), say('b')], { cron: everyMinute })
    rig.demo.panel.schedules.setQueueWorker(false)
    await rig.demo.clock.advance(hour)
    expect(said()).toEqual([])
    expect(await shown(id)).toMatchObject({ is_processing: true, last_run_at: null })
  })

  it('lets a run by hand do its first task only', async () => {
    const id = given([say('a'), say('b')])
    rig.demo.panel.schedules.setQueueWorker(false)
    expect((await execute(id)).status).toBe(202)
    await rig.demo.clock.advance(10 * second)
    expect(said()).toEqual(['a'])
    expect(await shown(id)).toMatchObject({ is_processing: true })
  })

  it('is got over by switching the schedule off or on, which an update alone does not do', async () => {
    const id = given([say('a')])
    rig.demo.panel.schedules.setQueueWorker(false)
    await rig.demo.clock.advance(minute)
    const update = (is_active: boolean) =>
      on.attributes('POST', `/schedules/${id}`, { name: 'Given', ...everyMinute, is_active })
    expect(await update(true)).toMatchObject({ is_processing: true })
    expect(await update(false)).toMatchObject({ is_processing: false })
    expect(await update(true)).toMatchObject({ is_processing: false })
    rig.demo.panel.schedules.setQueueWorker(true)
    await rig.demo.clock.advance(minute)
    expect(said().length).toBeGreaterThan(0)
    expect(await shown(id)).toMatchObject({ is_processing: false, last_run_at: expect.any(String) })
  })
})
