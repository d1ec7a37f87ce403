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
const create = () => app.create(id)
const first = () => rig.of(survival.ref)[0]

it('writes one schedule for each server, pauses the own copy, and only then switches them on', async () => {
  expect(await create()).toEqual(ok())
  expect(rig.there()).toHaveLength(2)
  expect(first()).toMatchObject({
    name: 'Restart at 04:00',
    isActive: true,
    cron: { minute: '50', hour: '3', dayOfWeek: '*' },
    tasks: [
      { action: 'command', payload: 'say Survival in 10 minutes', continuesOnFailure: false },
      { action: 'command', payload: 'say Survival in 1 minute', offsetSeconds: 540, continuesOnFailure: false },
      { action: 'power', payload: 'restart', offsetSeconds: 60, continuesOnFailure: false },
    ],
  })
  expect(rig.of(creative.ref)[0]?.tasks.map(({ offsetSeconds }) => offsetSeconds)).toEqual([5, 540, 60])
  expect(rig.runsHere()).toBe(false)
  expect(rig.wasBoth()).toBe(false)
  expect(rig.changes()).toBe(2 * (1 + 3 + 1))
})

it.each([120, -210, 840])('writes its time anew where the panel’s clock is %d minutes ahead', async (zone) => {
  begin({ zone })
  expect(await create()).toEqual(ok())
  expect(first()?.nextRunAt).toBe(Date.UTC(2026, 0, 16, 3, 50))
})

it('knows the panel’s clock from another schedule', async () => {
  begin({ zone: 120 })
  for (const { ref } of [survival, creative]) rig.put(ref, panelSchedule({ nextRunAt: 5, zoneMinutes: 120 }))
  expect(await app.preview(id)).toMatchObject({ value: { parts: [{ zoneMinutes: 120 }, {}] } })
  expect(await create()).toEqual(ok())
  expect(rig.changes()).toBe(10)
})

it.each([
  ['players', { choices: restartChoices({ players: { rule: 'at-most', players: 1 } }) }, 'handover-needs-players'],
  ['a backup', { choices: restartChoices({ backupFirst: 'must' }) }, 'handover-needs-backup'],
  ['pause', { enabled: false }, 'handover-due'],
  ['time', { time: '12:12' }, 'handover-due'],
] as const)('is refused before anything is sent for its %s', async (_what, more, code) => {
  rig.setOwn(more)
  app = rig.open()
  expect(await app.preview(id)).toMatchObject({ error: { code } })
  expect(await create()).toMatchObject({ error: { code } })
  expect(rig.changes()).toBe(0)
})

it.each(['create', 'update'] as const)('is refused where the account may not %s schedules', async (act) => {
  rig.denied.push(act)
  expect(await app.preview(id)).toMatchObject({ value: { parts: [{ stop: { code: 'permission-lacking' } }, {}] } })
  expect(await create()).toMatchObject({ error: { code: 'permission-lacking' } })
  expect(rig.changes()).toBe(0)
})

it('is not begun twice', async () => {
  const [one, two] = [create(), create()]
  expect(app.isUnderWay(id)).toBe(true)
  expect(await two).toMatchObject({ error: { code: 'handover-running' } })
  expect(await one).toEqual(ok())
  expect(app.isUnderWay(id)).toBe(false)
  expect(await create()).toMatchObject({ error: { code: 'handover-due' } })
})

it('begins no further call once the app ends', async () => {
  const created = create()
  app.dispose()
  expect(await created).toMatchObject({ error: { code: 'cancelled' } })
  expect([rig.changes(), rig.runsHere()]).toEqual([0, true])
})

const settle = async () => {
  for (let i = 0; i < 200; i += 1) await Promise.resolve()
}

describe('one call that goes wrong', () => {
  const cases = fates.flatMap((fate) => Array.from({ length: 10 }, (_, at) => [fate, at] as const))

  it.each(cases)('%s at call %d: it is last, and never do both run it', async (fate: Fate, at: number) => {
    rig.setFate((n) => (n === at ? fate : null))
    const outcome = await Promise.race([create(), settle()])
    expect(rig.changes()).toBe(at + 1)
    expect(rig.wasBoth()).toBe(false)
    expect(rig.runsHere()).toBe(at < 8)
    if (outcome !== undefined) expect(outcome).toMatchObject({ error: { message: expect.stringMatching(/: /) } })
  })

  it.each([
    ['refused', 0, /It runs here as before\. Nothing was written to the panel\.$/],
    ['unsent', 0, /It still runs here\. What was written stays on the panel, paused: see the server’s Schedules\.$/],
    ['refused', 2, /It still runs here\. What was written stays on the panel, paused: see the server’s Schedules\.$/],
    ['lost', 8, /It is paused here\. Check the server’s Schedules to see whether it is on there\.$/],
  ] as const)('%s at call %d: says where it runs', async (fate, at, hint) => {
    rig.setFate((n) => (n === at ? fate : null))
    expect(await create()).toMatchObject({ error: { hint: expect.stringMatching(hint) } })
  })

  it('is one whose answer tells no schedule', async () => {
    begin({ tellsNew: false })
    expect(await create()).toMatchObject({ error: { code: 'handover-differs' } })
    expect([rig.changes(), rig.running(), rig.runsHere()]).toEqual([1, [], true])
  })

  it('is a list that can’t be read after the writing', async () => {
    const created = create()
    // The look before it is over by then.
    for (let i = 0; i < 12; i += 1) await Promise.resolve()
    rig.setUnreadable(true)
    expect(await created).toMatchObject({ error: { code: 'timeout' } })
    expect([rig.running(), rig.runsHere()]).toEqual([[], true])
  })
})
