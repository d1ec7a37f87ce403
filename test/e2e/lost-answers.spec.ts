import type { Page } from 'playwright-core'
import { demoServers, type StartedDemo } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { type HoldingFront, startHoldingFront } from '../fixtures/holding-front.ts'
import { backUpNow, backupRow, backupsAsked, backupsView, openBackups, schedulesAsked } from './backups-page.ts'
import { bridgeOf, stateOf } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { chooseSchedule, openSchedules, scheduleRow, schedulesView } from './panel-schedules-page.ts'
import { until } from './until.ts'
import { addKey, serverRow } from './window.ts'

/** The panel did what was asked, and its answer was lost: nothing is sent again, and what is not known is said. */

const { survival } = demoServers
const day = 24 * 3_600_000

let front: HoldingFront
test.beforeEach(async ({ panel }) => {
  front = await startHoldingFront(panel.baseUrl)
})
test.afterEach(() => front.close())

/** A key of the panel, through what can lose its answers. */
async function addPanel(page: Page, panel: StartedDemo): Promise<void> {
  await addKey(page, { address: front.baseUrl, token: panel.token(), label: 'Home' })
  await serverRow(page, 'Survival').waitFor()
}
/** Does something whose answer, of that method and end of its address, is lost. */
async function losing(method: string, path: RegExp, act: () => Promise<void>): Promise<void> {
  const answer = front.holdAnswer((request) => request.method === method && path.test(request.path))
  await act()
  await until('the call at the panel', answer.isHeld)
  answer.cut()
}

test('a backup, and a deletion by a keep rule, whose answers are lost', { tag: '@long' }, async ({
  panel: demo,
  start,
}) => {
  const { panel } = demo
  const { page } = await start()
  const old = await panel.backups.add(survival, { name: 'Old', agoMs: 5 * day })
  await panel.backups.add(survival, { name: 'Good', agoMs: 2 * day })
  await addPanel(page, demo)
  await openBackups(page)
  const alert = backupsView(page).getByRole('alert')
  await losing('POST', /\/backups$/, () => backUpNow(page))
  await expect(alert).toContainText('It is not known whether a backup is being made.')
  // The list tells that it is.
  await expect(backupsView(page).getByText('3 of 5 backups')).toBeVisible()
  await expect(backupsView(page).getByRole('row', { name: /^Backup at / })).toHaveCount(1)
  expect(backupsAsked(panel)).toEqual(['POST  200'])
  await alert.getByRole('button', { name: 'Dismiss' }).click()

  panel.backups.setLimit(survival, 4)
  const [ref = ''] = Object.values((await stateOf(page)).servers).flatMap(({ name, ref }) =>
    name === 'Survival' ? [ref] : [],
  )
  await (await bridgeOf(page)).evaluate(
    ({ call }, wanted) => call('preferences:setKeepRule', { ref: wanted, rule: { newest: 2, days: 0 } }),
    ref,
  )
  await losing('DELETE', /\/backups\//, () => backUpNow(page))
  await expect(backupsView(page)).toContainText('It is not known whether the keep rule deleted an old backup.')
  await expect(backupRow(page, 'Old')).toHaveCount(0)
  await expect(backupRow(page, 'Good')).toContainText('Good')
  expect(backupsAsked(panel)).toEqual(['POST  200', 'POST  200', `DELETE /${old} 204`])
})

test('a run, a change and a reset of a schedule whose answers are lost', { tag: '@long' }, async ({
  panel: demo,
  start,
}) => {
  const { panel } = demo
  const { page } = await start()
  const cron = { minute: '0', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
  const say = { action: 'command', payload: 'say hello', timeOffset: 0, continueOnFailure: false } as const
  const id = panel.schedules.add(survival, { name: 'Nightly', cron, isActive: true, onlyWhenOnline: true }, [say, say])
  panel.schedules.setQueueWorker(false)
  await addPanel(page, demo)
  await openSchedules(page)
  const alert = schedulesView(page).getByRole('alert')

  await losing('POST', /\/execute$/, () => chooseSchedule(page, 'Nightly', 'Run now'))
  await expect(alert).toContainText('It is not known whether running “Nightly” worked.')
  // Its second task waits for a worker that does not run.
  await expect(scheduleRow(page, 'Nightly')).toContainText('Running')
  expect(schedulesAsked(panel)).toEqual([`POST /${id}/execute 202`])

  await losing('POST', /\/schedules\/\d+$/, () => chooseSchedule(page, 'Nightly', 'Reset'))
  await expect(alert).toContainText('It is not known whether resetting “Nightly” worked.')
  await expect(scheduleRow(page, 'Nightly')).toContainText('Paused')
  expect(schedulesAsked(panel)).toEqual([`POST /${id}/execute 202`, `POST /${id} 200`])

  await losing('POST', /\/schedules\/\d+$/, () => chooseSchedule(page, 'Nightly', 'Resume'))
  await expect(alert).toContainText('It is not known whether resuming “Nightly” worked.')
  await expect(scheduleRow(page, 'Nightly')).toContainText('Active')
  expect(schedulesAsked(panel)).toHaveLength(3)
  expect(await callsOn(demo, demo.token(), survival).attributes('GET', `/schedules/${id}`)).toMatchObject({
    name: 'Nightly',
    cron,
    is_active: true,
    is_processing: false,
    only_when_online: true,
  })
})
