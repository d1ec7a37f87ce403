import { describe, expect, it } from 'vitest'
import { demoServers } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** The statements of the panel dialect, part 2, *Schedules and tasks*, but how they run. */

const { survival: server, creative } = demoServers

const rig = setUpFakeDemo()
const { restart } = rig
const on = rig.on(server)

const nightly = { minute: '30', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
const body = (changes: object = {}) => ({
  name: 'Nightly',
  ...nightly,
  is_active: true,
  only_when_online: true,
  ...changes,
})
const create = (changes: object = {}) => on.attributes('POST', '/schedules', body(changes))
const say = { action: 'command', payload: 'say hello', time_offset: 0 }
const addTask = (id: number, changes: object = {}) =>
  on.attributes('POST', `/schedules/${id}/tasks`, { ...say, ...changes })
const tasksOf = async (id: number) =>
  (await on.attributes('GET', `/schedules/${id}`)).relationships.tasks.data.map(
    (entry: { attributes: Record<string, unknown> }) => entry.attributes,
  )
const order = async (id: number) =>
  (await tasksOf(id)).map(({ payload, sequence_id }: Record<string, unknown>) => `${payload}@${sequence_id}`).join(' ')
const badCron = {
  status: 400,
  code: 'DisplayException',
  detail: 'The cron data provided does not evaluate to a valid expression.',
}

describe('a schedule', () => {
  it('is made without tasks, and shown with all that the panel tells', async () => {
    const made = await on.read('POST', '/schedules', body())
    expect(made).toEqual({
      object: 'server_schedule',
      attributes: {
        id: expect.any(Number),
        name: 'Nightly',
        cron: nightly,
        is_active: true,
        is_processing: false,
        only_when_online: true,
        last_run_at: null,
        next_run_at: '2026-01-02T04:30:00+00:00',
        created_at: '2026-01-01T12:00:00+00:00',
        updated_at: '2026-01-01T12:00:00+00:00',
        relationships: { tasks: { object: 'list', data: [] } },
      },
    })
    expect(await on.read('GET', `/schedules/${made.attributes.id}`)).toEqual(made)
    const all = await on.read('GET', '/schedules')
    expect(all).toEqual({ object: 'list', data: [made] })
  })

  it('is on one server only', async () => {
    const { id } = await create()
    const { id: taskId } = await addTask(id)
    const other = rig.on(creative)
    for (const [method, path] of [
      ['GET', `/schedules/${id}`],
      ['POST', `/schedules/${id}`],
      ['POST', `/schedules/${id}/execute`],
      ['DELETE', `/schedules/${id}`],
      ['POST', `/schedules/${id}/tasks`],
      ['POST', `/schedules/${id}/tasks/${taskId}`],
      ['DELETE', `/schedules/${id}/tasks/${taskId}`],
    ] as const) {
      expect((await other.refused(method, path)).status, path).toBe(404)
    }
    for (const path of ['/schedules/x', '/schedules/__proto__', '/schedules/1e9', '/schedules/-1']) {
      expect(await on.status('GET', path)).toBe(404)
    }
  })

  it.each([
    ['UTC', 'pterodactyl', '2026-01-02T04:30:00+00:00'],
    ['Europe/Berlin', 'pterodactyl', '2026-01-02T04:30:00+01:00'],
    ['America/New_York', 'pterodactyl', '2026-01-02T04:30:00-05:00'],
    // This one goes by UTC, always.
    ['America/New_York', 'pelican', '2026-01-02T04:30:00+00:00'],
  ] as const)('is due by the clocks of the panel: %s, %s', async (timeZone, dialect, expected) => {
    await restart({ timeZone, dialect })
    expect((await create()).next_run_at).toBe(expected)
  })

  it.each(['true', 'false', '1', 1, -1, true, ['x'], { x: 1 }])(
    'is switched on by %j, as PHP has it',
    async (value) => {
      expect(await create({ is_active: value, only_when_online: value })).toMatchObject({
        is_active: true,
        only_when_online: true,
      })
    },
  )

  it.each([0, '0', '', '  ', false, null, [], {}, undefined])('is not by %j', async (value) => {
    expect(await create({ is_active: value, only_when_online: value })).toMatchObject({
      is_active: false,
      only_when_online: false,
    })
  })

  it.each([
    ['name', ''],
    ['name', 'x'.repeat(192)],
    ['name', ['Nightly']],
    ['minute', 5],
    ['minute', ''],
    ['minute', null],
    ['hour', undefined],
    ['day_of_month', ['*']],
    ['day_of_week', 1],
  ])('is refused for its %s: %j', async (field, value) => {
    const { errors } = await on.read('POST', '/schedules', body({ [field]: value }))
    expect(errors).toMatchObject([{ code: 'ValidationException', status: '422', meta: { source_field: field } }])
  })

  it.each([undefined, null, '', ['*'], {}, true])('without a month fails on one panel: %j', async (month) => {
    expect(await on.refused('POST', '/schedules', body({ month }))).toMatchObject({
      status: 500,
      detail: 'An unexpected error was encountered while processing this request, please try again.',
    })
    await restart({ dialect: 'pelican' })
    expect(await on.refused('POST', '/schedules', body({ month }))).toMatchObject({ status: 422 })
  })

  it.each([
    { minute: '61' },
    { minute: '; rm' },
    { hour: '* *' },
    { day_of_month: '30', month: '2' },
    { month: 'x'.repeat(150) },
    { day_of_week: '@daily' },
  ])('is refused for cron data that make no expression: %j', async (changes) => {
    expect(await on.refused('POST', '/schedules', body(changes))).toMatchObject(badCron)
    const { id } = await create()
    expect(await on.refused('POST', `/schedules/${id}`, body(changes))).toMatchObject(badCron)
  })

  it('takes names and steps', async () => {
    const made = await create({ minute: '*/20', hour: '1-5/2', month: 'JAN,jul', day_of_week: 'mon-FRI' })
    expect(made.next_run_at).toBe('2026-01-02T01:00:00+00:00')
  })

  it('is replaced by an update: what is left out is reset', async () => {
    const { id } = await create()
    await addTask(id)
    expect(
      await on.attributes('POST', `/schedules/${id}`, { name: 'Weekly', ...nightly, day_of_week: '1' }),
    ).toMatchObject({
      name: 'Weekly',
      is_active: false,
      only_when_online: false,
      next_run_at: '2026-01-05T04:30:00+00:00',
    })
    expect(await tasksOf(id)).toHaveLength(1)
    expect(await on.refused('POST', `/schedules/${id}`, { is_active: true })).toMatchObject({ status: 422 })
  })

  it('is deleted with its tasks', async () => {
    const { id } = await create()
    await addTask(id)
    expect(await on.status('DELETE', `/schedules/${id}`)).toBe(204)
    expect(await on.list('/schedules')).toEqual([])
    expect(await on.status('POST', `/schedules/${id}/execute`)).toBe(404)
  })

  it.each([{ dialect: 'pelican' }, { laterLimits: true }] as const)(
    'is made twice a minute at most on later panels: %j',
    async (options) => {
      await restart(options)
      await create()
      await create()
      expect(await on.refused('POST', '/schedules', body())).toMatchObject({ status: 429, retryAfter: '60' })
      await rig.demo.clock.advance(60_000)
      expect(await on.status('POST', '/schedules', body())).toBe(200)
    },
  )
})

describe('a task', () => {
  it('is added at the end, and shown with all that the panel tells', async () => {
    const { id } = await create()
    expect(await on.read('POST', `/schedules/${id}/tasks`, { ...say, time_offset: '90' })).toEqual({
      object: 'schedule_task',
      attributes: {
        id: expect.any(Number),
        sequence_id: 1,
        action: 'command',
        payload: 'say hello',
        time_offset: 90,
        is_queued: false,
        continue_on_failure: false,
        created_at: '2026-01-01T12:00:00+00:00',
        updated_at: '2026-01-01T12:00:00+00:00',
      },
    })
    expect(await addTask(id, { continue_on_failure: true })).toMatchObject({
      sequence_id: 2,
      continue_on_failure: true,
    })
  })

  it('moves the others where it has a place of its own, and closes up where it goes', async () => {
    const { id } = await create()
    const tasks: { id: number }[] = []
    for (const payload of ['a', 'b', 'c']) tasks.push(await addTask(id, { payload }))
    await addTask(id, { payload: 'd', sequence_id: 2 })
    expect(await order(id)).toBe('a@1 d@2 b@3 c@4')
    const change = (index: number, changes: object) =>
      on.attributes('POST', `/schedules/${id}/tasks/${tasks[index]?.id}`, { ...say, ...changes })
    await change(2, { payload: 'c', sequence_id: 1 })
    expect(await order(id)).toBe('c@1 a@2 d@3 b@4')
    await change(0, { payload: 'A' })
    expect(await order(id)).toBe('c@1 A@2 d@3 b@4')
    expect(await on.status('DELETE', `/schedules/${id}/tasks/${tasks[0]?.id}`)).toBe(204)
    expect(await order(id)).toBe('c@1 d@2 b@3')
  })

  it('is replaced by a change, which needs all of it', async () => {
    const { id } = await create()
    const { id: taskId } = await addTask(id, { continue_on_failure: true, time_offset: 60 })
    const path = `/schedules/${id}/tasks/${taskId}`
    expect(await on.attributes('POST', path, say)).toMatchObject({ time_offset: 0, continue_on_failure: false })
    for (const field of ['action', 'payload', 'time_offset']) {
      const { errors } = await on.read('POST', path, { ...say, [field]: undefined })
      expect(errors).toMatchObject([{ status: '422', meta: { source_field: field } }])
    }
  })

  it.each([
    ['an unknown action', { action: 'explode' }, 'action'],
    ['no action', { action: null }, 'action'],
    ['an empty command', { payload: '' }, 'payload'],
    ['a list as its payload', { payload: ['x'] }, 'payload'],
    ['an offset below zero', { time_offset: -1 }, 'time_offset'],
    ['an offset over 900 seconds', { time_offset: 901 }, 'time_offset'],
    ['a word as its offset', { time_offset: 'soon' }, 'time_offset'],
    ['no offset', { time_offset: null }, 'time_offset'],
    ['the place zero', { sequence_id: 0 }, 'sequence_id'],
    ['an empty place', { sequence_id: '' }, 'sequence_id'],
    ['a word for a truth value', { continue_on_failure: 'false' }, 'continue_on_failure'],
    ['nothing for a truth value', { continue_on_failure: '' }, 'continue_on_failure'],
    ['what only one panel can do', { action: 'delete_files' }, 'action'],
  ])('is refused with %s', async (_name, changes, field) => {
    const { id } = await create()
    const { errors } = await on.read('POST', `/schedules/${id}/tasks`, { ...say, ...changes })
    expect(errors).toMatchObject([{ status: '422', meta: { source_field: field } }])
    expect(await tasksOf(id)).toEqual([])
  })

  it('is a signal of any name, a backup with no payload, and on one panel a deletion', async () => {
    await restart({ dialect: 'pelican' })
    const { id } = await create()
    for (const [changes, payload] of [
      [{ action: 'power', payload: 'explode' }, 'explode'],
      [{ action: 'backup', payload: '' }, ''],
      [{ action: 'backup', payload: 'logs' }, 'logs'],
      [{ action: 'delete_files', payload: 'a.txt' }, 'a.txt'],
    ] as const) {
      expect(await addTask(id, changes)).toMatchObject({ action: changes.action, payload })
    }
  })

  it.each([10, 3])('is one of as many as the administrator allows: %i', async (most) => {
    // Ten by default.
    if (most !== 10) rig.demo.panel.schedules.setTaskLimit(most)
    const { id } = await create()
    for (let count = 0; count < most; count += 1) await addTask(id)
    expect(await on.refused('POST', `/schedules/${id}/tasks`, say)).toMatchObject({
      status: 400,
      code: 'ServiceLimitExceededException',
      detail: expect.stringContaining(`more than ${most} tasks`),
    })
    expect(await tasksOf(id)).toHaveLength(most)
  })

  it('is no backup on a server that may have none', async () => {
    rig.demo.panel.backups.setLimit(server, 0)
    const { id } = await create()
    const backup = { action: 'backup', payload: '', time_offset: 0 }
    const refused = { status: 403, code: 'HttpForbiddenException' }
    expect(await on.refused('POST', `/schedules/${id}/tasks`, backup)).toMatchObject(refused)
    const { id: taskId } = await addTask(id)
    expect(await on.refused('POST', `/schedules/${id}/tasks/${taskId}`, backup)).toMatchObject(refused)
  })
})

describe('what stands in the activity', () => {
  it('are schedules by their name, and tasks with what they do', async () => {
    const { id } = await create()
    const { id: taskId } = await addTask(id)
    await on.send('POST', `/schedules/${id}/tasks/${taskId}`, { ...say, payload: 'list' })
    await on.send('POST', `/schedules/${id}`, body({ name: 'Later', is_active: false }))
    await on.send('POST', `/schedules/${id}/execute`)
    await on.send('DELETE', `/schedules/${id}/tasks/${taskId}`)
    await on.send('DELETE', `/schedules/${id}`)
    const rows = (await on.list('/activity')).map(({ event, properties }) => [event, properties])
    expect(rows).toEqual([
      ['server:schedule.create', { name: 'Nightly' }],
      ['server:task.create', { name: 'Nightly', action: 'command', payload: 'say hello' }],
      ['server:task.update', { name: 'Nightly', action: 'command', payload: 'list' }],
      ['server:schedule.update', { name: 'Later', active: false }],
      ['server:schedule.execute', { name: 'Later' }],
      ['server:task.delete', { name: 'Later' }],
      ['server:schedule.delete', { name: 'Later' }],
    ])
  })
})
