import { beforeEach, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import { attentionIn } from '../../shared/model/attention.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Schedule } from '../../shared/model/restart.ts'
import { ok } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { sizeOf } from '../fixtures/run.ts'

const rig = setUpCoreRig()
const { seen } = rig
const from = { pageId: 1 }
const minute = 60_000

let app: Core
let id: string

async function saveSchedule() {
  app = rig.core
  ;({ id } = must(await seen(app.handlers['schedules:save'](at1230, from))))
}
beforeEach(saveSchedule)
async function restart(options: Parameters<typeof rig.restart>[0]) {
  await rig.restart(options)
  await saveSchedule()
}

const at1230: Omit<Schedule, 'id' | 'refs'> & { refs: ServerRef[] } = {
  get refs() {
    return [rig.ref]
  },
  days: [0, 1, 2, 3, 4, 5, 6],
  time: '12:30',
  timeZone: 'UTC',
  choices: restartChoices({ warnings: [60], text: 'say Restart in {time}' }),
  waitMinutes: 60,
  enabled: true,
}

const give = () => seen(app.handlers['handovers:give']({ id }, from))
const takeBack = () => seen(app.handlers['handovers:takeBack']({ id }, from))
const look = async () => must(await seen(app.handlers['handovers:look']({ id }, from))).parts
const there = async () => must(await seen(app.handlers['panelSchedules:list']({ ref: rig.ref }, from))).schedules
const own = () => app.store.get().schedules[id]
const said = (words: string) =>
  rig.demo.panel.consoleLines(rig.identifier).filter((line) => line.includes(words)).length

it('runs on the panel while the app is off, is known to the next start, and comes back', async () => {
  expect(await give()).toEqual(ok())
  expect(own()).toMatchObject({ enabled: false, nextAt: null })
  expect(await look()).toMatchObject([{ finding: 'same', zeroAt: Date.UTC(2026, 0, 1, 12, 30) }])
  await app.dispose()
  await rig.clock.advance(Date.UTC(2026, 0, 1, 12, 31) - rig.clock.now())
  expect(said('[Server] Restart in 1 minute')).toBe(1)

  await rig.clock.advance(5 * minute)
  app = await rig.reopen()
  await rig.until(() => app.store.get().servers[rig.ref]?.state === 'running')
  expect(app.store.get().handovers[id]).toMatchObject({ phase: 'handed', isBusy: false })
  expect(own()).toMatchObject({ enabled: false, nextAt: null, lastRun: null })
  expect(await look()).toMatchObject([{ finding: 'same', zeroAt: Date.UTC(2026, 0, 2, 12, 30) }])
  for (const enabled of [true, false]) {
    expect(await app.handlers['schedules:setEnabled']({ id, enabled }, from)).toMatchObject({
      error: { code: 'schedule-handed' },
    })
  }
  expect(await takeBack()).toEqual(ok({ leftPaused: [] }))
  expect(await there()).toEqual([])
  expect(own()).toMatchObject({ enabled: true, nextAt: Date.UTC(2026, 0, 2, 12, 30) })
})

it('tells when the panel takes new schedules again, and leaves it here', async () => {
  await restart({ dialect: 'pelican' })
  const theirs = { name: 'Theirs', minute: '0', hour: '1', day_of_month: '*', month: '*', day_of_week: '*' }
  const other = callsOn(rig.demo, rig.token, rig.identifier)
  for (let n = 0; n < 2; n += 1) {
    await other.send('POST', '/schedules', { ...theirs, is_active: false, only_when_online: true })
  }
  expect(await give()).toMatchObject({
    error: { code: 'rate-limited', retryAfterMs: expect.any(Number), hint: expect.stringContaining('as before') },
  })
  expect(await there()).toHaveLength(2)
  expect(own()).toMatchObject({ enabled: true, nextAt: Date.UTC(2026, 0, 1, 12, 30) })
  expect(app.store.get().handovers).toEqual({})
})

it('counts by the panel’s clock, and says what became of it there', async () => {
  await restart({ timeZone: 'America/New_York' })
  expect(await give()).toEqual(ok())
  expect(await look()).toMatchObject([{ finding: 'same', zeroAt: Date.UTC(2026, 0, 1, 12, 30) }])
  const [schedule] = await there()
  expect(schedule?.cron).toMatchObject({ minute: '29', hour: '7' })
  const other = callsOn(rig.demo, rig.token, rig.identifier)
  await other.send('DELETE', `/schedules/${schedule?.id}/tasks/${schedule?.tasks[0]?.id}`)
  expect(await look()).toMatchObject([{ finding: 'changed', zeroAt: null }])
  await other.send('DELETE', `/schedules/${schedule?.id}`)
  expect(await look()).toMatchObject([{ finding: 'gone', zeroAt: null }])
  expect(await takeBack()).toEqual(ok({ leftPaused: [] }))
  expect(own()).toMatchObject({ enabled: true })
})

it('says before the click what the panel does not let the account do', async () => {
  rig.demo.panel.deny(['schedule.create', 'schedule.delete'])
  expect(must(await seen(app.handlers['handovers:preview']({ id }, from))).parts).toMatchObject([
    { stop: { code: 'permission-lacking' }, canDelete: false, zoneMinutes: null },
  ])
  const before = rig.demo.panel.requests().length
  expect(await give()).toMatchObject({ error: { code: 'permission-lacking' } })
  const posts = rig.demo.panel
    .requests()
    .slice(before)
    .filter(({ method }) => method === 'POST')
  expect(posts).toEqual([])
})

it('is looked at now and then though nobody does, and what somebody did there needs a person', async () => {
  const looks = () =>
    rig.demo.panel.requests().filter(({ method, path }) => method === 'GET' && /\/schedules$/.test(path))
  const needs = () => attentionIn(app.store.get(), rig.clock.now()).servers
  expect(await give()).toEqual(ok())
  const [schedule] = await there()
  await callsOn(rig.demo, rig.token, rig.identifier).send('DELETE', `/schedules/${schedule?.id}`)
  expect(needs()).not.toContain(rig.ref)
  await app.dispose()
  app = await rig.reopen()
  const before = looks().length
  const opened = rig.clock.now()
  await rig.until(() => needs().includes(rig.ref), 5 * minute)
  const times = sizeOf({ short: 1, long: 2 })
  await rig.until(() => looks().length >= before + times, 40 * minute)
  expect(looks()).toHaveLength(before + times)
  expect(rig.clock.now() - opened).toBeGreaterThanOrEqual((times - 1) * 30 * minute)
  expect(await takeBack()).toEqual(ok({ leftPaused: [] }))
  expect(needs()).not.toContain(rig.ref)
})
