import { beforeEach, expect, it } from 'vitest'
import type { Core } from '../../electron/core/core.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { Schedule } from '../../shared/model/restart-schema.ts'
import { ok } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { must } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

const rig = setUpCoreRig()
const { seen } = rig
const from = { pageId: 1 }
const minute = 60_000

let app: Core
let id: string

beforeEach(async () => {
  app = rig.core
  ;({ id } = must(await seen(app.handlers['schedules:save'](at1230, from))))
})

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

const create = () => seen(app.handlers['schedules:createOnPanel']({ id }, from))
const there = async () => must(await seen(app.handlers['panelSchedules:list']({ ref: rig.ref }, from))).schedules
const own = () => app.store.get().schedules[id]
const said = (words: string) =>
  rig.demo.panel.consoleLines(rig.identifier).filter((line) => line.includes(words)).length

it('runs on the panel while the app is off, and not here after the next start', async () => {
  expect(await create()).toEqual(ok())
  expect(own()).toMatchObject({ enabled: false, nextAt: null })
  expect(await there()).toMatchObject([{ isActive: true, nextRunAt: Date.UTC(2026, 0, 1, 12, 29) }])
  await app.dispose()
  await rig.clock.advance(Date.UTC(2026, 0, 1, 12, 31) - rig.clock.now())
  expect(said('[Server] Restart in 1 minute')).toBe(1)

  await rig.clock.advance(5 * minute)
  app = await rig.reopen()
  await rig.until(() => app.store.get().servers[rig.ref]?.state === 'running')
  expect(own()).toMatchObject({ enabled: false, nextAt: null, lastRun: null })
  must(await seen(app.handlers['schedules:setEnabled']({ id, enabled: true }, from)))
  expect(own()).toMatchObject({ enabled: true, nextAt: Date.UTC(2026, 0, 2, 12, 30) })
})

it('does not start a server there that was stopped after the first warning', async () => {
  const choices = restartChoices({ warnings: [300, 60], text: 'say Restart in {time}', onWarningFailed: 'go-on' })
  must(await seen(app.handlers['schedules:save']({ ...at1230, id, choices }, from)))
  expect(await create()).toEqual(ok())
  await app.dispose()
  await rig.clock.advance(Date.UTC(2026, 0, 1, 12, 26) - rig.clock.now())
  expect(said('[Server] Restart in 5 minutes')).toBe(1)
  const other = callsOn(rig.demo, rig.token, rig.identifier)
  await other.send('POST', '/power', { signal: 'stop' })
  await rig.clock.advance(10 * minute)
  expect(await other.attributes('GET', '/resources')).toMatchObject({ current_state: 'offline' })
})
