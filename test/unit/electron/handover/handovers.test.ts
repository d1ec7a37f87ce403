import { beforeEach, describe, expect, it } from 'vitest'
import { ok } from '../../../../shared/result.ts'
import {
  createHandoverRig,
  creative,
  type Fate,
  fates,
  type HandoverRig,
  survival,
} from '../../../fixtures/handover-rig.ts'
import { panelSchedule } from '../../../fixtures/panel-schedule.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'

let rig: HandoverRig
let app: ReturnType<HandoverRig['open']>

function begin(options: Parameters<typeof createHandoverRig>[0] = {}) {
  rig = createHandoverRig(options)
  app = rig.open()
}
beforeEach(() => begin())

const id = 'nightly'
const give = () => app.handovers.give(id)
const takeBack = () => app.handovers.takeBack(id)
const look = () => app.handovers.look(id)
const first = () => rig.of(survival.ref)[0] ?? panelSchedule()

describe('handing over', () => {
  it('writes one schedule for each server, stops the own copy, and only then switches them on', async () => {
    expect(await give()).toEqual(ok())
    expect(rig.there()).toHaveLength(2)
    expect(first()).toMatchObject({
      name: 'Restart at 04:00',
      isActive: true,
      cron: { minute: '50', hour: '3', dayOfWeek: '*' },
      tasks: [
        { action: 'command', payload: 'say Survival in 10 minutes' },
        { action: 'command', payload: 'say Survival in 1 minute', offsetSeconds: 540 },
        { action: 'power', payload: 'restart', offsetSeconds: 60 },
      ],
    })
    expect(rig.of(creative.ref)[0]?.tasks.map(({ offsetSeconds }) => offsetSeconds)).toEqual([5, 540, 60])
    expect(rig.runsHere()).toBe(false)
    expect(rig.wasBoth()).toBe(false)
    expect(app.view()).toMatchObject({ phase: 'handed', isBusy: false, error: null })
    expect(rig.changes()).toBe(2 * (1 + 3 + 1))
  })

  it.each([120, -210, 840])('writes its time anew where the panel’s clock is %d minutes ahead', async (zone) => {
    begin({ zone })
    expect(await give()).toEqual(ok())
    expect(first().nextRunAt).toBe(Date.UTC(2026, 0, 16, 3, 50))
  })

  it('knows the panel’s clock from another schedule', async () => {
    begin({ zone: 120 })
    for (const { ref } of [survival, creative]) rig.put(ref, panelSchedule({ nextRunAt: 5, zoneMinutes: 120 }))
    expect(await app.handovers.preview(id)).toMatchObject({ value: { parts: [{ zoneMinutes: 120 }, {}] } })
    expect(await give()).toEqual(ok())
    expect(rig.changes()).toBe(10)
  })

  it('finds the schedule that an answer did not tell', async () => {
    begin({ tellsNew: false })
    expect(await give()).toEqual(ok())
    expect(rig.running()).toHaveLength(2)
  })

  it.each([
    ['players', { choices: restartChoices({ players: { rule: 'at-most', players: 1 } }) }, 'handover-needs-players'],
    ['a backup', { choices: restartChoices({ backupFirst: 'must' }) }, 'handover-needs-backup'],
    ['pause', { enabled: false }, 'handover-due'],
    ['time', { time: '12:12' }, 'handover-due'],
  ] as const)('is refused before anything is sent for its %s', async (_what, more, code) => {
    rig.setOwn(more)
    app = rig.open()
    expect(await app.handovers.preview(id)).toMatchObject({ error: { code } })
    expect(await give()).toMatchObject({ error: { code } })
    expect(rig.changes()).toBe(0)
    expect(rig.kept()).toEqual([])
  })

  it.each(['create', 'update'] as const)('is refused where the account may not %s schedules', async (act) => {
    rig.denied.push(act)
    expect(await app.handovers.preview(id)).toMatchObject({
      value: { parts: [{ stop: { code: 'permission-lacking' } }, {}] },
    })
    expect(await give()).toMatchObject({ error: { code: 'permission-lacking' } })
    expect(rig.changes()).toBe(0)
  })

  it('is not begun twice', async () => {
    const [one, two] = [give(), give()]
    expect(await two).toMatchObject({ error: { code: 'handover-running' } })
    expect(await one).toEqual(ok())
    expect(await give()).toMatchObject({ error: { code: 'schedule-handed' } })
  })
})

describe('taking back', () => {
  it('deletes them, then runs it here again', async () => {
    await give()
    expect(await takeBack()).toEqual(ok({ leftPaused: [] }))
    expect(rig.there()).toEqual([])
    expect(rig.runsHere()).toBe(true)
    expect(rig.kept()).toEqual([])
    expect(rig.wasBoth()).toBe(false)
    expect(app.view()).toBeUndefined()
  })

  it('pauses what somebody changed, and says so', async () => {
    await give()
    rig.put(survival.ref, { ...first(), onlyWhenOnline: false })
    expect(await takeBack()).toEqual(ok({ leftPaused: ['Survival'] }))
    expect(rig.there()).toMatchObject([{ isActive: false, onlyWhenOnline: false }])
    expect(rig.runsHere()).toBe(true)
  })

  it('pauses what the account may not delete', async () => {
    await give()
    rig.denied.push('delete')
    expect(await takeBack()).toEqual(ok({ leftPaused: ['Survival', 'Creative'] }))
    expect(rig.running()).toEqual([])
    expect(rig.runsHere()).toBe(true)
  })

  it.each([
    ['is running', { isProcessing: true, updatedAt: Date.UTC(2026, 0, 15, 11, 59) }],
    ['ran just now', { lastRunAt: Date.UTC(2026, 0, 15, 11, 59) }],
  ])('waits for the end of one that %s', async (_what, more) => {
    await give()
    rig.put(survival.ref, { ...first(), ...more })
    expect(await takeBack()).toMatchObject({
      error: { code: 'schedule-running', message: expect.stringMatching(/^Survival: /) },
    })
    expect(rig.runsHere()).toBe(false)
    expect(app.view()).toMatchObject({ phase: 'returning', isBusy: false, error: { code: 'schedule-running' } })
    rig.put(survival.ref, { ...first(), isProcessing: false, lastRunAt: null })
    expect(await takeBack()).toEqual(ok({ leftPaused: [] }))
    expect(rig.runsHere()).toBe(true)
  })

  it('of what is gone already sends nothing', async () => {
    await give()
    const { changes } = rig
    const calls = rig.callsOf(survival.ref)
    await calls.remove(first().id)
    const before = changes()
    expect(await takeBack()).toEqual(ok({ leftPaused: [] }))
    expect(changes()).toBe(before + 1)
  })

  it('does not run it here while a panel can’t be read, and can be tried again', async () => {
    await give()
    rig.setUnreadable(true)
    expect(await takeBack()).toMatchObject({ error: { code: 'timeout' } })
    expect(rig.runsHere()).toBe(false)
    rig.setUnreadable(false)
    expect(await takeBack()).toEqual(ok({ leftPaused: [] }))
    expect(rig.runsHere()).toBe(true)
  })

  it('of nothing is refused', async () => {
    expect(await takeBack()).toMatchObject({ error: { code: 'handover-gone' } })
    expect(app.handovers.forget(id)).toMatchObject({ error: { code: 'handover-gone' } })
  })
})

describe('a look', () => {
  it('tells the next restart by the panel’s word', async () => {
    await give()
    expect(await look()).toMatchObject({
      value: {
        parts: [
          { ref: survival.ref, finding: 'same', zeroAt: Date.UTC(2026, 0, 16, 4) },
          { finding: 'same', zeroAt: Date.UTC(2026, 0, 16, 4, 0, 5) },
        ],
      },
    })
  })

  it.each([
    ['paused', () => rig.put(survival.ref, { ...first(), isActive: false })],
    ['changed', () => rig.put(survival.ref, { ...first(), tasks: [] })],
    ['changed', () => rig.put(survival.ref, { ...first(), cron: { ...first().cron, hour: '5' } })],
    ['gone', () => rig.callsOf(survival.ref).remove(first().id)],
  ])('says that it is %s', async (finding, change) => {
    await give()
    await change()
    expect(await look()).toMatchObject({ value: { parts: [{ finding, zeroAt: null }, { finding: 'same' }] } })
  })

  it('says what could not be read', async () => {
    await give()
    rig.setUnreadable(true)
    expect(await look()).toMatchObject({ value: { parts: [{ finding: 'unread', error: { code: 'timeout' } }, {}] } })
  })
})

describe('what is read of a panel anyway', () => {
  const troubles = () => app.view()?.parts.map(({ trouble }) => trouble)
  const note = (leftOut = 0) => {
    for (const { ref } of [survival, creative]) app.handovers.note(ref, { schedules: [...rig.of(ref)], leftOut })
  }
  beforeEach(async () => {
    await give()
    note()
  })

  it('says that nothing was done to it', () => {
    expect(troubles()).toEqual([null, null])
    expect([...app.handovers.refs()]).toEqual([survival.ref, creative.ref])
  })

  it.each([
    ['paused', () => rig.put(survival.ref, { ...first(), isActive: false })],
    ['changed', () => rig.put(survival.ref, { ...first(), cron: { ...first().cron, hour: '5' } })],
  ] as const)('says that somebody %s it, until it is as it was', (trouble, act) => {
    const before = first()
    act()
    note()
    expect(troubles()).toEqual([trouble, null])
    rig.put(survival.ref, before)
    note()
    expect(troubles()).toEqual([null, null])
  })

  it('says that it is gone, unless the list is not whole', async () => {
    app.handovers.note(survival.ref, { schedules: [], leftOut: 1 })
    expect(troubles()).toEqual([null, null])
    app.handovers.note(survival.ref, { schedules: [], leftOut: 0 })
    expect(troubles()).toEqual(['gone', null])
    app.handovers.note(survival.ref, { schedules: [], leftOut: 1 })
    expect(troubles()).toEqual(['gone', null])
  })

  it('does not matter once it is taken back, nor to the next one', async () => {
    app.handovers.note(survival.ref, { schedules: [], leftOut: 0 })
    await takeBack()
    expect([...app.handovers.refs()]).toEqual([])
    await give()
    expect(troubles()).toEqual([null, null])
  })
})

it('forgets it without a call, and leaves it paused here', async () => {
  await give()
  const before = rig.calls()
  expect(app.handovers.forget(id)).toEqual(ok())
  expect(rig.calls()).toBe(before)
  expect(rig.runsHere()).toBe(false)
  expect(rig.kept()).toEqual([])
})

const settle = async () => {
  for (let i = 0; i < 200; i += 1) await Promise.resolve()
}

/** Hands over with one bad call; the app starts anew where it ended. Returns whether it did. */
async function giveWith(fate: Fate, at: number): Promise<boolean> {
  let hasEnded = false
  rig.setFate(
    (n) => (n === at ? fate : null),
    () => {
      hasEnded = true
    },
  )
  await Promise.race([give(), settle()])
  rig.setFate(() => null)
  if (hasEnded) app = rig.open()
  return hasEnded
}

describe('one call that goes wrong, each in turn', () => {
  const cases = fates.flatMap((fate) => Array.from({ length: 10 }, (_, at) => [fate, at] as const))

  it.each(cases)('%s at call %d: never both, and taken back all is as before', async (fate, at) => {
    const hasEnded = await giveWith(fate, at)
    expect(rig.wasBoth()).toBe(false)
    if (hasEnded) expect(app.view()).toMatchObject({ isBusy: false })
    await look()
    const view = app.view()
    // What is not said to be on its way is wholly here, or wholly there.
    if (view === undefined) expect([rig.there(), rig.runsHere()]).toEqual([[], true])
    if (view?.phase === 'handed') expect([rig.running().length, rig.runsHere()]).toEqual([2, false])
    if (view !== undefined) expect(await takeBack()).toMatchObject({ ok: true })
    expect(rig.there()).toEqual([])
    expect(rig.runsHere()).toBe(true)
    expect(rig.wasBoth()).toBe(false)
    expect(rig.kept()).toEqual([])
    expect(await give()).toEqual(ok())
  })

  it('says that it runs here as before', async () => {
    rig.setFate((n) => (n === 2 ? 'refused' : null))
    expect(await give()).toMatchObject({
      error: {
        code: 'panel-failed',
        message: expect.stringMatching(/^Survival: /),
        hint: expect.stringMatching(/It runs here as before\. The panel has nothing of it\.$/),
      },
    })
  })

  it('keeps what could not be removed again, and says why', async () => {
    rig.setFate((n) => (n >= 2 ? 'refused' : null))
    expect(await give()).toMatchObject({ error: { code: 'panel-failed' } })
    expect(app.view()).toMatchObject({ phase: 'clearing', isBusy: false, error: { code: 'panel-failed' } })
    expect(rig.runsHere()).toBe(true)
    expect(rig.running()).toEqual([])
  })
})
