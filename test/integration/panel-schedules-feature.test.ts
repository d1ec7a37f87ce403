import { describe, expect, it } from 'vitest'
import type { PanelSchedule, PanelScheduleEdit, PanelTaskEdit } from '../../shared/panel-schedules/contract.ts'
import { editOf, isStuck } from '../../shared/panel-schedules/panel-schedules.ts'
import { ok } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'

const rig = setUpCoreRig()
const { seen, restart } = rig
const from = { pageId: 1 }
const minute = 60_000

const call = () => rig.core.handlers
const read = async () => must(await seen(call()['panelSchedules:list']({ ref: rig.ref }, from))).schedules
const one = async (id: number): Promise<PanelSchedule> => {
  const found = (await read()).find((schedule) => schedule.id === id)
  if (found === undefined) throw new Error(`no schedule ${id}`)
  return found
}
const nightly: PanelScheduleEdit = {
  name: 'Nightly restart',
  cron: { minute: '0', hour: '4', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
  isActive: true,
  onlyWhenOnline: true,
}
const say = (what: string, more: Partial<PanelTaskEdit> = {}): PanelTaskEdit => ({
  action: 'command',
  payload: `say ${what}`,
  offsetSeconds: 0,
  continuesOnFailure: false,
  ...more,
})
const create = (edit = nightly) => seen(call()['panelSchedules:create']({ ref: rig.ref, edit }, from))
const add = (id: number, edit: PanelTaskEdit) =>
  seen(call()['panelSchedules:addTask']({ ref: rig.ref, id, edit }, from))
const made = async (...tasks: PanelTaskEdit[]): Promise<PanelSchedule> => {
  const { id } = must(await create())
  if (id === null) throw new Error('no id')
  for (const task of tasks) must(await add(id, task))
  return one(id)
}
const update = (schedule: PanelSchedule, edit: PanelScheduleEdit) =>
  seen(call()['panelSchedules:update']({ ref: rig.ref, id: schedule.id, seen: editOf(schedule), edit }, from))
const change = (schedule: PanelSchedule, at: number, what: { edit?: PanelTaskEdit; place?: number }) => {
  const task = schedule.tasks[at]
  if (task === undefined) throw new Error('no task')
  return seen(call()['panelSchedules:changeTask']({ ref: rig.ref, id: schedule.id, seen: task, ...what }, from))
}
/** Somebody else, with the panel’s own page. */
const other = () => callsOn(rig.demo, rig.token, rig.identifier)
const posts = (path: string) =>
  rig.demo.panel.requests().filter((sent) => sent.method === 'POST' && sent.path.endsWith(path))
const payloads = ({ tasks }: PanelSchedule) => tasks.map(({ payload }) => payload)

describe('a schedule of the panel', () => {
  it('that somebody else changed meanwhile is left as it is, and told', async () => {
    const before = await made()
    await other().send('POST', `/schedules/${before.id}`, {
      name: 'Theirs',
      minute: '30',
      hour: '4',
      day_of_month: '*',
      month: '*',
      day_of_week: '*',
      is_active: true,
      only_when_online: true,
    })
    const mine = { ...editOf(before), name: 'Mine' }
    const told = must(await update(before, mine)).meanwhile
    expect(told).toMatchObject({ name: 'Theirs', cron: { minute: '30' } })
    expect((await one(before.id)).name).toBe('Theirs')
    if (told === null) throw new Error('not told')
    expect(await update(told, mine)).toEqual(ok({ meanwhile: null }))
    expect((await one(before.id)).name).toBe('Mine')
  })

  it('is paused and resumed, with what somebody else changed of it', async () => {
    const { id } = await made()
    const setActive = (isActive: boolean) =>
      seen(call()['panelSchedules:setActive']({ ref: rig.ref, id, isActive }, from))
    for (const isActive of [false, false, true]) {
      expect(await setActive(isActive)).toEqual(ok())
      expect(await one(id)).toMatchObject({ ...nightly, isActive })
    }
    expect(posts(`/schedules/${id}`)).toHaveLength(2)
  })

  it('that is stuck is mended by its switch, which is as before', async () => {
    const { id } = await made(say('one'), say('two', { offsetSeconds: 60 }))
    rig.demo.panel.schedules.setQueueWorker(false)
    must(await seen(call()['panelSchedules:run']({ ref: rig.ref, id }, from)))
    await rig.clock.advance(20 * minute)
    expect(isStuck(await one(id), rig.clock.now())).toBe(true)
    expect(await seen(call()['panelSchedules:reset']({ ref: rig.ref, id }, from))).toEqual(ok())
    expect(await one(id)).toMatchObject({ isProcessing: false, isActive: true })
    expect(await seen(call()['panelSchedules:reset']({ ref: rig.ref, id }, from))).toEqual(ok())
    expect(posts(`/schedules/${id}`)).toHaveLength(2)
  })
})

describe('the tasks of a schedule', () => {
  it('are changed, moved and deleted', async () => {
    let schedule = await made(say('one'), say('two'), say('three'))
    expect(await change(schedule, 1, { edit: say('2', { offsetSeconds: 90 }) })).toEqual(ok({ meanwhile: null }))
    schedule = await one(schedule.id)
    expect(schedule.tasks[1]).toMatchObject({ payload: 'say 2', offsetSeconds: 90 })
    expect(await change(schedule, 2, { place: 1 })).toEqual(ok({ meanwhile: null }))
    schedule = await one(schedule.id)
    expect(payloads(schedule)).toEqual(['say three', 'say one', 'say 2'])
    const [task] = schedule.tasks
    if (task === undefined) throw new Error('no task')
    const remove = () => seen(call()['panelSchedules:removeTask']({ ref: rig.ref, id: schedule.id, seen: task }, from))
    expect(await remove()).toEqual(ok({ meanwhile: null }))
    expect(payloads(await one(schedule.id))).toEqual(['say one', 'say 2'])
    expect(must(await remove()).meanwhile?.tasks).toHaveLength(2)
  })

  it('that somebody else changed meanwhile are left as they are, and told', async () => {
    const before = await made(say('one'), say('two'))
    must(await change(before, 0, { edit: say('theirs') }))
    for (const what of [{ edit: say('mine') }, { place: 2 }]) {
      expect(payloads(must(await change(before, 0, what)).meanwhile ?? before)).toEqual(['say theirs', 'say two'])
    }
    expect(payloads(await one(before.id))).toEqual(['say theirs', 'say two'])
  })
})

describe('who may', () => {
  it.each([
    ['pterodactyl', 'schedule.update', ['update', 'delete-task']],
    ['pterodactyl', 'schedule.delete', ['delete']],
    ['pelican', 'schedule.update', ['update']],
    ['pelican', 'schedule.delete', ['delete', 'delete-task']],
  ] as const)(
    'may delete a task by the right that the kind of panel wants: %s without %s',
    async (dialect, lacks, denied) => {
      await restart({ dialect })
      const { id } = await made(say('one'))
      const [task] = (await one(id)).tasks
      if (task === undefined) throw new Error('no task')
      rig.demo.panel.deny([lacks])
      expect(must(await seen(call()['panelSchedules:list']({ ref: rig.ref }, from))).denied).toEqual(denied)
      const removed = await seen(call()['panelSchedules:removeTask']({ ref: rig.ref, id, seen: task }, from))
      expect(removed.ok).toBe(!denied.some((act) => act === 'delete-task'))
    },
  )

  it('tells a refusal with the key’s name, and learns nothing of other permissions from it', async () => {
    const { id } = await made(say('one'))
    rig.demo.panel.deny(['schedule.update'])
    const refused = await seen(call()['panelSchedules:run']({ ref: rig.ref, id }, from))
    expect(refused).toMatchObject({
      error: { code: 'permission-lacking', message: expect.stringMatching(/^Test needs all permissions\.$/) },
    })
    expect(Object.values(rig.core.store.get().keys)[0]?.learned.filter(({ has }) => !has)).toEqual([])
    expect(await read()).toHaveLength(1)
  })
})

describe('what is done to schedules of the panel from here', () => {
  it('is kept in the app’s own list, by name, and only once the panel took it', async () => {
    const schedule = await made(say('soon'))
    const { id } = schedule
    const [task] = (await one(id)).tasks
    if (task === undefined) throw new Error('no task')
    must(await seen(call()['panelSchedules:setActive']({ ref: rig.ref, id, isActive: false }, from)))
    must(await seen(call()['panelSchedules:run']({ ref: rig.ref, id }, from)))
    // Somebody else changed it meanwhile, so nothing was sent.
    await update({ ...schedule, name: 'Another' }, { ...nightly, name: 'Mine' })
    must(await seen(call()['panelSchedules:removeTask']({ ref: rig.ref, id, seen: task }, from)))
    must(await seen(call()['panelSchedules:remove']({ ref: rig.ref, id }, from)))
    expect((await seen(call()['panelSchedules:remove']({ ref: rig.ref, id }, from))).ok).toBe(false)
    const kept = Object.values(rig.core.store.get().activity).flatMap(({ event }) =>
      event.kind === 'panel-schedule' ? [[event.act, event.schedule, event.origin]] : [],
    )
    expect(kept.toReversed()).toEqual(
      ['created', 'task-added', 'paused', 'run', 'task-deleted', 'deleted'].map((act) => [
        act,
        act === 'task-added' ? 'No. 1' : 'Nightly restart',
        'window',
      ]),
    )
  })
})
