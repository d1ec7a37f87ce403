import { describe, expect, it } from 'vitest'
import type { PanelClient } from '../../electron/panel/types.ts'
import { editOf, maxPanelSchedules } from '../../shared/panel-schedules/panel-schedules.ts'
import { errorOf, id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { type Behaviour, cutAtOnce, empty, htmlPage, json, refusal, tooMany } from '../fixtures/fault-panel.ts'
import { panelSchedule } from '../fixtures/panel-schedule.ts'

const { panel, clientOf } = setUpFaultPanel()
const server = `/api/client/servers/${id}`
const paths = () => panel().requests.map(({ method, path }) => `${method} ${path.replace(server, '')}`)

type Attributes = Readonly<Record<string, unknown>>

const task = (more: Attributes = {}) => ({
  object: 'schedule_task',
  attributes: {
    id: 11,
    sequence_id: 1,
    action: 'command',
    payload: 'say Restart in 5 minutes',
    time_offset: 0,
    is_queued: false,
    continue_on_failure: true,
    ...more,
  },
})

/** A schedule as Pterodactyl tells it (the panel's API, part 2, *Schedules and tasks*). */
const told = (more: Attributes = {}): Attributes => ({
  id: 4,
  name: 'Nightly restart',
  cron: { day_of_week: '*', day_of_month: '*', month: '*', hour: '4', minute: '0' },
  is_active: true,
  is_processing: false,
  only_when_online: true,
  last_run_at: '2026-03-01T04:00:00-05:00',
  next_run_at: '2026-03-02T04:00:00-05:00',
  created_at: '2026-01-01T00:00:00+00:00',
  updated_at: '2026-02-01T00:00:00+00:00',
  relationships: {
    tasks: {
      object: 'list',
      data: [
        task({ id: 12, sequence_id: 2, action: 'power', payload: 'restart', time_offset: 300 }),
        task(),
        { object: 'schedule_task', attributes: {} },
      ],
    },
  },
  ...more,
})
const item = (attributes: unknown) => ({ object: 'server_schedule', attributes })
const listOf = (...attributes: unknown[]) => json(200, { object: 'list', data: attributes.map(item) })

describe('the list of schedules', () => {
  it('tells each with its tasks in order, and the zone of its next run', async () => {
    panel().respond(listOf(told()))
    const { schedules, leftOut } = unwrap(await clientOf().schedules.list(id))
    expect(leftOut).toBe(0)
    expect(schedules).toEqual([
      {
        id: 4,
        name: 'Nightly restart',
        cron: { minute: '0', hour: '4', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
        isActive: true,
        isProcessing: false,
        onlyWhenOnline: true,
        lastRunAt: Date.UTC(2026, 2, 1, 9),
        nextRunAt: Date.UTC(2026, 2, 2, 9),
        zoneMinutes: -300,
        updatedAt: Date.UTC(2026, 1, 1),
        tasks: [
          {
            id: 11,
            sequence: 1,
            action: 'command',
            payload: 'say Restart in 5 minutes',
            offsetSeconds: 0,
            isQueued: false,
            continuesOnFailure: true,
          },
          {
            id: 12,
            sequence: 2,
            action: 'power',
            payload: 'restart',
            offsetSeconds: 300,
            isQueued: false,
            continuesOnFailure: true,
          },
        ],
      },
    ])
    expect(paths()).toEqual(['GET /schedules'])
  })

  it.each<[string, Attributes, Attributes]>([
    ['one that never ran', { last_run_at: null, next_run_at: null }, { nextRunAt: null, zoneMinutes: null }],
    ['a time without an offset', { next_run_at: '2026-03-02T04:00:00' }, { nextRunAt: null, zoneMinutes: null }],
    ['a time in UTC', { next_run_at: '2026-03-02T04:00:00Z' }, { nextRunAt: Date.UTC(2026, 2, 2, 4), zoneMinutes: 0 }],
    [
      'cron as numbers',
      { cron: { minute: 5, hour: 4 } },
      { cron: expect.objectContaining({ minute: '5', month: '*' }) },
    ],
    ['no cron', { cron: 'daily' }, { cron: expect.objectContaining({ minute: '*', hour: '*' }) }],
    ['no tasks', { relationships: { tasks: { object: 'null_resource', attributes: null } } }, { tasks: [] }],
    ['a name of marks', { name: '\u202e\n' }, { name: 'Unnamed schedule' }],
  ])('tells %s', async (_, more, expected) => {
    panel().respond(listOf(told(more)))
    expect(unwrap(await clientOf().schedules.list(id)).schedules[0]).toMatchObject(expected)
  })

  it('counts what can’t be named, or tells no switch, and what is beyond the bound', async () => {
    const many = Array.from({ length: maxPanelSchedules + 3 }, (_, n) => told({ id: n + 1 }))
    panel().respond(listOf(told({ id: 0 }), told({ id: 'x' }), told({ is_active: null }), null, ...many))
    const { schedules, leftOut } = unwrap(await clientOf().schedules.list(id))
    expect(schedules).toHaveLength(maxPanelSchedules - 4)
    expect(leftOut).toBe(11)
  })

  it.each<[string, Behaviour, string]>([
    ['a panel without schedules', refusal(404, 'NotFoundHttpException', ''), 'not-on-panel'],
    [
      'a key that may not',
      refusal(403, 'X', 'This action requires an API key with all permissions.'),
      'all-permissions-needed',
    ],
    ['no list', json(200, { data: 'x' }), 'malformed-answer'],
    ['a page', htmlPage(200), 'not-json'],
  ])('fails with %s', async (_, behaviour, code) => {
    panel().respond(behaviour)
    expect(errorOf(await clientOf().schedules.list(id)).code).toBe(code)
  })

  it.each<[string, string, object]>([
    ['blanks and lines', ' a   b\r\n  c ', { payload: 'a   b\n  c', isCut: undefined }],
    ['a sign that can’t be shown', 'a\u200bb', { payload: 'ab', isCut: true }],
    ['more than is read', 'x'.repeat(10_001), { payload: 'x'.repeat(10_000), isCut: true }],
  ])('tells what a task does with %s, and whether that is all', async (_, payload, expected) => {
    panel().respond(listOf(told({ relationships: { tasks: { object: 'list', data: [task({ payload })] } } })))
    const [first] = unwrap(await clientOf().schedules.list(id)).schedules[0]?.tasks ?? []
    expect({ payload: first?.payload, isCut: first?.isCut }).toEqual(expected)
  })

  it('shows no token in what a schedule says', async () => {
    const tasks = { object: 'list', data: [task({ payload: `say ${token}` })] }
    panel().respond(listOf(told({ name: token, relationships: { tasks } })))
    expect(JSON.stringify(await clientOf().schedules.list(id))).not.toContain(token)
  })
})

describe('what is done to a schedule', () => {
  const pause = (client: PanelClient) => client.schedules.setActive(id, 4, false)

  it('sends all of it just as it came with a pause', async () => {
    const name = ' Nightly\u200b restart '
    panel().respond(json(200, item(told({ name }))), json(200, item(told({ is_active: false }))))
    unwrap(await pause(clientOf()))
    expect(paths()).toEqual(['GET /schedules/4', 'POST /schedules/4'])
    expect(JSON.parse(panel().requests[1]?.body ?? '')).toEqual({
      name,
      minute: '0',
      hour: '4',
      day_of_month: '*',
      month: '*',
      day_of_week: '*',
      is_active: false,
      only_when_online: true,
    })
  })

  it('sends nothing where it is paused already', async () => {
    panel().respond(json(200, item(told({ is_active: false }))))
    unwrap(await pause(clientOf()))
    expect(paths()).toEqual(['GET /schedules/4'])
  })

  it.each<[string, Attributes]>([
    ['another one', { id: 5 }],
    ['no name', { name: undefined }],
    ['a field of its cron missing', { cron: { minute: '0', hour: '4', day_of_month: '*', day_of_week: '*' } }],
    ['a switch missing', { only_when_online: null }],
  ])('changes nothing where the panel tells %s', async (_, more) => {
    panel().respond(json(200, item(told(more))))
    expect(errorOf(await pause(clientOf())).code).toBe('malformed-answer')
    expect(panel().requests).toHaveLength(1)
  })

  const run = (client: PanelClient) => client.schedules.run(id, 4)

  it('is run once', async () => {
    panel().respond(json(202, []))
    unwrap(await run(clientOf()))
    expect(paths()).toEqual(['POST /schedules/4/execute'])
  })

  it.each<[string, Behaviour, Attributes]>([
    [
      'no tasks',
      refusal(400, 'DisplayException', 'Cannot process schedule for task execution: no tasks are registered.'),
      {
        code: 'panel-refused',
        detail: 'Cannot process schedule for task execution: no tasks are registered.',
      },
    ],
    ['the throttle of its backup', tooMany({ 'retry-after': '60' }), { code: 'rate-limited', retryAfterMs: 60_000 }],
    [
      'a machine that is down',
      refusal(504, 'DaemonConnectionException', 'x'),
      { code: 'node-unreachable', mayHaveActed: true },
    ],
    ['its end', empty(404), { code: 'schedule-not-found' }],
  ])('is not run again after %s', async (_, behaviour, expected) => {
    panel().respond(behaviour)
    expect(errorOf(await run(clientOf()))).toMatchObject(expected)
    expect(panel().requests).toHaveLength(1)
  })
})

describe('a change of what a person looked at', () => {
  const name = ' Nightly\u200b restart '
  const withTask = { object: 'list', data: [task({ payload: 'say \u200bsoon' })] }
  const asIs = told({ name, relationships: { tasks: withTask } })
  const command = { action: 'command', offsetSeconds: 0, continuesOnFailure: false } as const
  const body = (n: number) => JSON.parse(panel().requests[n]?.body ?? '')
  /** What the list shows of it. */
  async function shown() {
    panel().respond(listOf(asIs))
    const [schedule] = unwrap(await clientOf().schedules.list(id)).schedules
    const [first] = schedule?.tasks ?? []
    if (schedule === undefined || first === undefined) throw new Error('no schedule')
    return { schedule, first }
  }

  it('sends what was not changed just as it came', async () => {
    const { schedule } = await shown()
    panel().respond(json(200, item(asIs)), json(200, item(asIs)))
    const seen = editOf(schedule)
    const edit = { ...seen, cron: { ...seen.cron, hour: '5' } }
    expect(await clientOf().schedules.update(id, 4, { seen, edit })).toEqual({ ok: true, value: { meanwhile: null } })
    expect(body(2)).toEqual({
      name,
      minute: '0',
      hour: '5',
      day_of_month: '*',
      month: '*',
      day_of_week: '*',
      is_active: true,
      only_when_online: true,
    })
  })

  it('sends a task with all of its fields, what it does just as it came', async () => {
    const { first } = await shown()
    panel().respond(json(200, item(asIs)), json(200, {}), json(200, item(asIs)), json(200, {}))
    const edit = { action: 'command', payload: first.payload, offsetSeconds: 60, continuesOnFailure: false } as const
    unwrap(await clientOf().schedules.changeTask(id, 4, { seen: first, edit }))
    const same = { action: 'command', payload: 'say \u200bsoon', sequence_id: 1 }
    expect(body(2)).toEqual({ ...same, time_offset: 60, continue_on_failure: false })
    unwrap(await clientOf().schedules.changeTask(id, 4, { seen: first, place: 3 }))
    expect(body(4)).toEqual({ ...same, sequence_id: 3, time_offset: 0, continue_on_failure: true })
  })

  it.each<[string, Attributes]>([
    ['another schedule', { id: 5 }],
    ['no name', { name: undefined }],
    ['a field of its cron missing', { cron: { minute: '0', hour: '4', day_of_month: '*', day_of_week: '*' } }],
  ])('changes nothing where the panel tells %s', async (_, more) => {
    const { schedule, first } = await shown()
    const seen = editOf(schedule)
    panel().respond(json(200, item({ ...asIs, ...more })))
    expect(errorOf(await clientOf().schedules.update(id, 4, { seen, edit: seen })).code).toBe('malformed-answer')
    expect(errorOf(await clientOf().schedules.changeTask(id, 4, { seen: first, place: 2 })).code).toBe(
      'malformed-answer',
    )
    expect(errorOf(await clientOf().schedules.removeTask(id, 4, first)).code).toBe('malformed-answer')
    expect(errorOf(await clientOf().schedules.reset(id, 4)).code).toBe('malformed-answer')
    expect(panel().requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET', 'GET'])
  })

  it('changes no task of which the panel does not tell all', async () => {
    const { first } = await shown()
    const lacking = { object: 'list', data: [task({ payload: 'say soon', continue_on_failure: 'x' })] }
    panel().respond(json(200, item({ ...asIs, relationships: { tasks: lacking } })))
    const seen = { ...first, continuesOnFailure: false }
    expect(errorOf(await clientOf().schedules.changeTask(id, 4, { seen, place: 2 })).code).toBe('malformed-answer')
    expect(panel().requests).toHaveLength(2)
  })

  it('says that a schedule was reset only halfway', async () => {
    panel().respond(json(200, item({ ...asIs, is_processing: true })), json(200, item(asIs)), refusal(400, 'X', 'No.'))
    expect(errorOf(await clientOf().schedules.reset(id, 4))).toMatchObject({
      mayHaveActed: true,
      message: expect.stringContaining('halfway'),
    })
    expect([body(1).is_active, body(2).is_active]).toEqual([false, true])
  })

  it('sends no second half of a reset where the answer to the first one is lost', async () => {
    panel().respond(json(200, item({ ...asIs, is_processing: true })), cutAtOnce)
    expect(errorOf(await clientOf().schedules.reset(id, 4))).toMatchObject({ mayHaveActed: true })
    expect(panel().requests).toHaveLength(2)
  })

  it.each<[string, (client: PanelClient) => Promise<unknown>]>([
    ['a new schedule', (client) => client.schedules.create(id, editOf(panelSchedule()))],
    ['a new task', (client) => client.schedules.addTask(id, 4, { ...command, payload: 'list' })],
  ])('sends %s once, whatever comes', async (_, act) => {
    panel().respond(tooMany({ 'retry-after': '5' }))
    expect(await act(clientOf())).toMatchObject({ error: { code: 'rate-limited', retryAfterMs: 5_000 } })
    expect(panel().requests).toHaveLength(1)
  })
})
