import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { chooseSchedule, openSchedules, scheduleRow, schedulesView } from './panel-schedules-page.ts'

const { survival } = demoServers

test('a schedule is made on the panel, gets its task, is run, paused and deleted', async ({
  panel: { panel },
  ready: { page },
}) => {
  await openSchedules(page)
  await expect(schedulesView(page).getByText('No schedules on the panel')).toBeVisible()
  await schedulesView(page).getByRole('button', { name: 'New schedule…' }).click()
  const editor = page.getByRole('dialog', { name: 'New schedule on the panel' })
  await editor.getByLabel('Name').fill('Greeting')
  await editor.getByText('Week', { exact: true }).click()
  await editor.getByRole('button', { name: 'Create' }).click()
  await expect(editor).toHaveCount(0)
  await expect(scheduleRow(page, 'Greeting')).toContainText(/Mondays at 04:00.*Next .*No tasks/)

  await schedulesView(page).getByRole('button', { name: 'Add a task…' }).click()
  await page.getByLabel('Command', { exact: true }).fill('say hello from the panel')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect(scheduleRow(page, 'Greeting')).toContainText('Active')
  await expect(schedulesView(page).getByText('say hello from the panel')).toBeVisible()

  await chooseSchedule(page, 'Greeting', 'Run now')
  await expect(schedulesView(page).getByText('The panel began “Greeting”.')).toBeVisible()
  await expect
    .poll(() => panel.consoleLines(survival).filter((line) => line.includes('[Server] hello from the panel')).length)
    .toBe(1)

  await chooseSchedule(page, 'Greeting', 'Pause')
  await expect(scheduleRow(page, 'Greeting')).toContainText('Paused')
  await chooseSchedule(page, 'Greeting', 'Delete…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
  await expect(schedulesView(page).getByText('No schedules on the panel')).toBeVisible()
})

test('what the panel does not let an account do is not offered', { tag: '@long' }, async ({
  panel: { panel },
  ready: { page },
}) => {
  const cron = { minute: '0', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
  panel.schedules.add(survival, { name: 'Nightly', cron, isActive: true, onlyWhenOnline: false }, [
    { action: 'power', payload: 'restart', timeOffset: 0, continueOnFailure: false },
  ])
  panel.deny(['schedule.update'])
  await openSchedules(page)
  await schedulesView(page).getByRole('button', { name: 'More for Nightly', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Run now/ })).toHaveAccessibleName(/your account may not do it/)
  await expect(page.getByRole('menuitem', { name: /^Delete…/ })).toHaveAccessibleName('Delete…')
})
