import { readOnlyPermissions } from '../../shared/keys/permission.ts'
import { demoServers } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import { schedulesAsked } from './backups-page.ts'
import { expect, test } from './fixture.ts'
import { chooseSchedule, openSchedules, scheduleRow, schedulesView } from './panel-schedules-page.ts'
import { addKey, goToArea, goToKeys, goToServers } from './window.ts'

const { survival } = demoServers
const minute = 60_000

const cron = { minute: '0', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
const nightly = { name: 'Nightly', cron, isActive: true, onlyWhenOnline: true }
const task = (action: 'backup' | 'command', payload: string) => ({
  action,
  payload,
  timeOffset: 0,
  continueOnFailure: false,
})

/** `12:40`, and the minute before and after, since the clock goes on meanwhile. */
const around = (at: number) =>
  new RegExp([-minute, 0, minute].map((by) => new Date(at + by).toTimeString().slice(0, 5)).join('|'))

test.describe('on a panel that limits new schedules', () => {
  test.use({ panelOptions: { laterLimits: true } })

  test('one too many is said with the time from which on the panel takes it, and is not sent again', {
    tag: '@long',
  }, async ({ panel: demo, ready: { page } }) => {
    const { panel } = demo
    await openSchedules(page)
    const others = callsOn(demo, demo.token(), survival)
    for (const name of ['One', 'Two']) {
      await others.send('POST', '/schedules', { name, ...cron, is_active: false, only_when_online: false })
    }
    await schedulesView(page).getByRole('button', { name: 'New schedule…' }).click()
    const editor = page.getByRole('dialog', { name: 'New schedule on the panel' })
    await editor.getByLabel('Name').fill('Mine')
    await editor.getByRole('button', { name: 'Create' }).click()
    await expect(editor.getByRole('alert')).toContainText('The panel’s rate limit is reached.')
    await expect(editor.getByRole('alert')).toContainText(/The panel takes this again at \d\d:\d\d\./)
    expect(await editor.getByRole('alert').textContent()).toMatch(around(Date.now() + minute))
    // What was typed stays.
    await expect(editor.getByLabel('Name')).toHaveValue('Mine')
    expect(schedulesAsked(panel)).toEqual(['POST  200', 'POST  200', 'POST  429'])
    await editor.getByRole('button', { name: 'Cancel' }).click()
    await expect(scheduleRow(page, 'Mine')).toHaveCount(0)
  })
})

test('a run whose backup the panel throttles says when the panel takes it again, and goes out once', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { page } }) => {
  const id = panel.schedules.add(survival, nightly, [task('backup', '')])
  await panel.backups.add(survival, { name: 'Just now', agoMs: 2 * minute })
  panel.backups.setThrottle({ backups: 1, windowMs: 10 * minute })
  await openSchedules(page)
  await chooseSchedule(page, 'Nightly', 'Run now')
  const alert = schedulesView(page).getByRole('alert')
  await expect(alert).toContainText('Running “Nightly” failed.')
  await expect(alert).toContainText(/The panel takes this again at \d\d:\d\d\./)
  expect(await alert.textContent()).toMatch(around(Date.now() + 8 * minute))
  expect(schedulesAsked(panel)).toEqual([`POST /${id}/execute 429`])

  panel.backups.setThrottle(null)
  await chooseSchedule(page, 'Nightly', 'Run now')
  await expect(schedulesView(page).getByText('The panel began “Nightly”.')).toBeVisible()
  expect(schedulesAsked(panel)).toEqual([`POST /${id}/execute 429`, `POST /${id}/execute 202`])
})

test('a key that may not see schedules is told what it needs, and once that is known before any click', {
  tag: '@long',
}, async ({ panel: demo, start }) => {
  const { panel } = demo
  const { page } = await start()
  panel.schedules.add(survival, nightly, [task('command', 'say hello')])
  const token = demo.token({ description: 'Small', permissions: readOnlyPermissions })
  await addKey(page, { address: demo.baseUrl, token, label: 'Small' })
  await openSchedules(page)
  await expect(schedulesView(page).getByText('Small: Only a key with all permissions can do that.')).toBeVisible()
  await expect(schedulesView(page).getByText(/^Choose All for this key in the panel\./)).toBeVisible()
  await expect(schedulesView(page).getByRole('button', { name: 'New schedule…' })).toBeDisabled()
  const asked = () => panel.requests().filter(({ path }) => path.includes('/schedules'))
  expect(asked()).toMatchObject([{ method: 'GET', status: 403 }])

  await goToKeys(page)
  await page.getByRole('button', { name: 'More for Small' }).click()
  await page.getByRole('menuitem', { name: 'What this key may do…' }).click()
  await page.getByRole('button', { name: 'Read only' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await goToServers(page)
  await goToArea(page, 'Survival', 'backups')
  const tab = schedulesView(page).getByRole('button', { name: /^Schedules/ })
  await expect(tab).toHaveAttribute('aria-disabled', 'true')
  await expect(tab).toHaveAttribute('title', /schedules need a key with all permissions/i)
  await tab.click({ force: true })
  expect(asked()).toHaveLength(1)
})

test('a schedule that somebody deleted meanwhile is told, and nothing is changed', { tag: '@long' }, async ({
  panel: demo,
  ready: { page },
}) => {
  const { panel } = demo
  const ids = ['First', 'Second', 'Third'].map((name) =>
    panel.schedules.add(survival, { ...nightly, name }, [task('command', 'say hello')]),
  )
  await openSchedules(page)
  await chooseSchedule(page, 'Third', 'Edit…')
  const others = callsOn(demo, demo.token(), survival)
  for (const id of ids) await others.send('DELETE', `/schedules/${id}`)
  const before = schedulesAsked(panel).length
  const editor = page.getByRole('dialog', { name: 'Edit schedule' })
  await editor.getByLabel('Name').fill('Mine')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('alert')).toContainText('The panel no longer has this schedule.')
  await editor.getByRole('button', { name: 'Cancel' }).click()

  await chooseSchedule(page, 'Second', 'Pause')
  const alert = schedulesView(page).getByRole('alert')
  await expect(alert).toContainText('Pausing “Second” failed. The panel no longer has this schedule.')
  await expect(schedulesView(page).getByText('No schedules on the panel')).toBeVisible()
  expect(schedulesAsked(panel).slice(before)).toEqual([])
})
