import { describe, expect, it } from 'vitest'
import {
  changeTask,
  listSchedules,
  removeTask,
  resetSchedule,
  setScheduleActive,
  updateSchedule,
} from '../../electron/panel-schedules/panel.ts'
import { editOf, maxPanelSchedules } from '../../shared/panel-schedules/panel-schedules.ts'
import { errorOf, id, setUpFaultPanel, token, unwrap } from '../fixtures/client-rig.ts'
import { cutAtOnce, json, refusal } from '../fixtures/fault-panel.ts'

const { panel, clientOf } = setUpFaultPanel()
const server = `/api/client/servers/${id}`
const at = () => clientOf().at(id)
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
    const { schedules, leftOut } = unwrap(await listSchedules(at()))
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
    expect(unwrap(await listSchedules(at())).schedules[0]).toMatchObject(expected)
  })

  it('counts what can’t be named, or tells no switch, and what is beyond the bound', async () => {
    const many = Array.from({ length: maxPanelSchedules + 3 }, (_, n) => told({ id: n + 1 }))
    panel().respond(listOf(told({ id: 0 }), told({ id: 'x' }), told({ is_active: null }), null, ...many))
    const { schedules, leftOut } = unwrap(await listSchedules(at()))
    expect(schedules).toHaveLength(maxPanelSchedules - 4)
    expect(leftOut).toBe(11)
  })

  it.each<[string, string, object]>([
    ['blanks and lines', ' a   b\r\n  c ', { payload: 'a   b\n  c', isCut: undefined }],
    ['a sign that can’t be shown', 'a\u200bb', { payload: 'ab', isCut: true }],
    ['more than is read', 'x'.repeat(10_001), { payload: 'x'.repeat(10_000), isCut: true }],
  ])('tells what a task does with %s, and whether that is all', async (_, payload, expected) => {
    panel().respond(listOf(told({ relationships: { tasks: { object: 'list', data: [task({ payload })] } } })))
    const [first] = unwrap(await listSchedules(at())).schedules[0]?.tasks ?? []
    expect({ payload: first?.payload, isCut: first?.isCut }).toEqual(expected)
  })
})

const name = ' Nightly\u200b restart '
const withTask = (...tasks: unknown[]) => ({ relationships: { tasks: { object: 'list', data: tasks } } })
const asIs = told({ name, ...withTask(task({ payload: 'say \u200bsoon' })) })
const body = (n: number) => JSON.parse(panel().requests[n]?.body ?? '')
/** What an update sends of it to leave it as it is. */
const kept = {
  name,
  minute: '0',
  hour: '4',
  day_of_month: '*',
  month: '*',
  day_of_week: '*',
  is_active: true,
  only_when_online: true,
}
/** What the list shows of it. */
async function shown(attributes = asIs) {
  panel().respond(listOf(attributes))
  const [schedule] = unwrap(await listSchedules(at())).schedules
  const [first] = schedule?.tasks ?? []
  if (schedule === undefined || first === undefined) throw new Error('no schedule')
  return { schedule, seen: editOf(schedule), first }
}

describe('a change of a schedule', () => {
  it('sends what was not changed just as it came', async () => {
    const { seen } = await shown()
    panel().respond(json(200, item(asIs)), json(200, item(asIs)))
    const edit = { ...seen, cron: { ...seen.cron, hour: '5' } }
    expect(await updateSchedule(at(), 4, { seen, edit })).toEqual({ ok: true, value: { meanwhile: null } })
    expect(body(2)).toEqual({ ...kept, hour: '5' })
  })

  it('sends all of it just as it came with a pause', async () => {
    panel().respond(json(200, item(asIs)), json(200, {}))
    unwrap(await setScheduleActive(at(), 4, false))
    expect(paths()).toEqual(['GET /schedules/4', 'POST /schedules/4'])
    expect(body(1)).toEqual({ ...kept, is_active: false })
  })

  it('sends a task with all of its fields, what it does just as it came', async () => {
    const { first } = await shown()
    panel().respond(json(200, item(asIs)), json(200, {}), json(200, item(asIs)), json(200, {}))
    const edit = { action: 'command', payload: first.payload, offsetSeconds: 60, continuesOnFailure: false } as const
    unwrap(await changeTask(at(), 4, { seen: first, edit }))
    const same = { action: 'command', payload: 'say \u200bsoon', sequence_id: 1 }
    expect(body(2)).toEqual({ ...same, time_offset: 60, continue_on_failure: false })
    unwrap(await changeTask(at(), 4, { seen: first, place: 3 }))
    expect(body(4)).toEqual({ ...same, sequence_id: 3, time_offset: 0, continue_on_failure: true })
  })

  it.each<[string, Attributes]>([
    ['another schedule', { id: 5 }],
    ['no name', { name: undefined }],
    ['a field of its cron missing', { cron: { minute: '0', hour: '4', day_of_month: '*', day_of_week: '*' } }],
    ['a switch missing', { only_when_online: null }],
  ])('changes nothing where the panel tells %s', async (_, more) => {
    const { seen, first } = await shown()
    panel().respond(json(200, item({ ...asIs, ...more })))
    const changes = [
      () => updateSchedule(at(), 4, { seen, edit: seen }),
      () => setScheduleActive(at(), 4, false),
      () => resetSchedule(at(), 4),
      () => changeTask(at(), 4, { seen: first, place: 2 }),
      () => removeTask(at(), 4, first),
    ]
    for (const change of changes) expect(errorOf(await change()).code).toBe('malformed-answer')
    expect(panel().requests.map(({ method }) => method)).toEqual(['GET', ...changes.map(() => 'GET')])
  })

  it('changes no task of which the panel does not tell all', async () => {
    const { first } = await shown()
    const lacking = withTask(task({ payload: 'say soon', continue_on_failure: 'x' }))
    panel().respond(json(200, item({ ...asIs, ...lacking })))
    const seen = { ...first, continuesOnFailure: false }
    expect(errorOf(await changeTask(at(), 4, { seen, place: 2 })).code).toBe('malformed-answer')
    expect(panel().requests).toHaveLength(2)
  })

  it('shows no token that the panel quotes, and sends back no text in which it was hidden', async () => {
    const quoted = told({ name: `My ${token}`, ...withTask(task({ payload: `say ${token}` })) })
    const { schedule, seen, first } = await shown(quoted)
    expect([schedule.name, first.payload, first.isCut]).toEqual(['My [token]', 'say [token]', true])
    panel().respond(json(200, item(quoted)))
    const edit = { ...seen, isActive: false }
    expect(errorOf(await updateSchedule(at(), 4, { seen, edit })).code).toBe('malformed-answer')
    expect(errorOf(await setScheduleActive(at(), 4, false)).code).toBe('malformed-answer')
    expect(errorOf(await changeTask(at(), 4, { seen: first, place: 2 })).code).toBe('malformed-answer')
    expect(panel().requests.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'GET'])
    unwrap(await updateSchedule(at(), 4, { seen, edit: { ...edit, name: 'Nightly' } }))
    expect(body(5)).toMatchObject({ name: 'Nightly', is_active: false })
  })

  it('says that it was reset only halfway', async () => {
    panel().respond(json(200, item({ ...asIs, is_processing: true })), json(200, {}), refusal(400, 'X', 'No.'))
    expect(errorOf(await resetSchedule(at(), 4))).toMatchObject({
      mayHaveActed: true,
      message: expect.stringContaining('halfway'),
    })
    expect([body(1).is_active, body(2).is_active]).toEqual([false, true])
  })

  it('sends no second half of a reset where the answer to the first one is lost', async () => {
    panel().respond(json(200, item({ ...asIs, is_processing: true })), cutAtOnce)
    expect(errorOf(await resetSchedule(at(), 4))).toMatchObject({ mayHaveActed: true })
    expect(panel().requests).toHaveLength(2)
  })
})
