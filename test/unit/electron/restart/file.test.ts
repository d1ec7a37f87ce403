import { statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createRestartsFile, parseRestarts, restartsPath } from '../../../../electron/restart/file.ts'
import { bulkView, planView } from '../../../fixtures/plan-view.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const folder = setUpFolder()

const open = (log = createTestLog()) => createRestartsFile({ path: restartsPath(folder()), log })

it('keeps plans, runs and what was restarted since its game hung, for its owner only', () => {
  const plans = [planView()]
  const runs = { nightly: { nextAt: 5, lastRun: null } }
  open().change({ plans })
  open().change({ runs })
  const frozen = { [planView().ref]: [5, 6, 7] }
  open().change({ frozen })
  const bulks = [bulkView([{ ref: planView().ref, outcome: 'waiting', error: null }])]
  open().change({ bulks })
  expect(open().get()).toEqual({ plans, runs, frozen, bulks })
  expect(statSync(restartsPath(folder())).mode & 0o777).toBe(0o600)
})

it.each([
  '{',
  '{"version":2}',
  '{"version":1,"plans":[{}],"runs":{}}',
  '{"version":1,"plans":[],"runs":{},"frozen":{"home/a1b2c3d4":[1,2,3,4]}}',
])('takes nothing from %j', (text) => {
  expect(parseRestarts(text)).toBeNull()
  writeFileSync(restartsPath(folder()), text)
  const log = createTestLog()
  expect(open(log).get()).toEqual({ plans: [], runs: {}, frozen: {}, bulks: [] })
  expect(log.lines).toHaveLength(1)
})

it.each([1e300, -1, 0.5, 9e15])('takes no plan for the time %d', (time) => {
  const text = (plan: object, run: object) => JSON.stringify({ version: 1, plans: [plan], runs: { nightly: run } })
  const run = { nextAt: 5, lastRun: null }
  expect(parseRestarts(text(planView(), run))).not.toBeNull()
  expect(parseRestarts(text(planView({ zeroAt: time }), run))).toBeNull()
  expect(parseRestarts(text(planView({ startedAt: time }), run))).toBeNull()
  expect(parseRestarts(text(planView(), { ...run, nextAt: time }))).toBeNull()
})

it('reads what was written before it knew of players', () => {
  const { latestAt: _latestAt, waiting: _waiting, ...plan } = planView()
  const { players: _players, ...choices } = plan.choices
  const text = JSON.stringify({ version: 1, plans: [{ ...plan, choices }], runs: {} })
  expect(parseRestarts(text)?.plans).toEqual([planView()])
})
