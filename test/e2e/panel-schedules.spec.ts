import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const row = (page: Page, name: string) =>
  view(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(name) }) })
const choose = async (page: Page, of: string, item: string) => {
  await view(page)
    .getByRole('button', { name: `More for ${of}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** The schedules of Survival on its panel, as the palette finds them. */
async function openSchedules(page: Page): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'schedules')
  await expect(page.getByRole('grid')).toHaveCount(0)
}

test('a schedule is made on the panel, gets its task, is run, paused and deleted', async ({
  panel: { panel },
  ready: { page },
}) => {
  await openSchedules(page)
  await expect(view(page).getByText('No schedules on the panel')).toBeVisible()
  await view(page).getByRole('button', { name: 'New schedule…' }).click()
  const editor = page.getByRole('dialog', { name: 'New schedule on the panel' })
  await editor.getByLabel('Name').fill('Greeting')
  await editor.getByText('Week', { exact: true }).click()
  await editor.getByRole('button', { name: 'Create' }).click()
  await expect(editor).toHaveCount(0)
  await expect(row(page, 'Greeting')).toContainText(/Mondays at 04:00.*Next .*No tasks/)

  await view(page).getByRole('button', { name: 'Add a task…' }).click()
  await page.getByLabel('Command', { exact: true }).fill('say hello from the panel')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await expect(row(page, 'Greeting')).toContainText('Active')
  await expect(view(page).getByText('say hello from the panel')).toBeVisible()

  await choose(page, 'Greeting', 'Run now')
  await expect(view(page).getByText('The panel began “Greeting”.')).toBeVisible()
  await expect
    .poll(() => panel.consoleLines(survival).filter((line) => line.includes('[Server] hello from the panel')).length)
    .toBe(1)

  await choose(page, 'Greeting', 'Pause')
  await expect(row(page, 'Greeting')).toContainText('Paused')
  await choose(page, 'Greeting', 'Delete…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete schedule' }).click()
  await expect(view(page).getByText('No schedules on the panel')).toBeVisible()
})

test('what the panel does not let an account do is not offered', async ({ panel: { panel }, ready: { page } }) => {
  const cron = { minute: '0', hour: '4', day_of_month: '*', month: '*', day_of_week: '*' }
  panel.schedules.add(survival, { name: 'Nightly', cron, isActive: true, onlyWhenOnline: false }, [
    { action: 'power', payload: 'restart', timeOffset: 0, continueOnFailure: false },
  ])
  panel.deny(['schedule.update'])
  await openSchedules(page)
  await view(page).getByRole('button', { name: 'More for Nightly', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: /^Run now/ })).toHaveAccessibleName(/your account may not do it/)
  await expect(page.getByRole('menuitem', { name: /^Delete…/ })).toHaveAccessibleName('Delete…')
})

test('a planned restart is handed to the panel, shown with its next run there, and taken back', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { page } }) => {
  await reaches(page, 'Survival', /^Running/)
  await page.getByRole('button', { name: 'Planned restarts', exact: true }).click()
  await page.getByRole('button', { name: 'Add a planned restart' }).click()
  const form = page.getByRole('dialog', { name: 'Add a planned restart' })
  await form.getByLabel('Survival').check()
  // Half a day away from now, so that it is not due.
  await form.getByLabel('Time', { exact: true }).fill(new Date(Date.now() + 12 * 3_600_000).toTimeString().slice(0, 5))
  await form.getByRole('button', { name: 'Save' }).click()

  await page.getByRole('button', { name: 'More for the planned restart of Survival' }).click()
  await page.getByRole('menuitem', { name: 'Hand to the panel…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand this restart to the panel?' })
  await expect(dialog.getByRole('list', { name: 'What the panel does' })).toContainText('10 minutes before')
  await dialog.getByRole('button', { name: 'Hand to the panel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(/^Next run .*, by the panel’s word$/)).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Run for Survival' })).toHaveCount(0)
  const sent = () => panel.requests().filter(({ method, path }) => method !== 'GET' && path.includes('/schedules'))
  expect(sent().map(({ path }) => path.replace(/^.*\/schedules/, '').replace(/\d+/, 'N'))).toEqual([
    '',
    ...Array.from({ length: 7 }, () => '/N/tasks'),
    '/N',
  ])

  await page.getByRole('button', { name: 'Take back the planned restart of Survival' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByRole('switch', { name: 'Run for Survival', checked: true })).toBeVisible()
  expect(sent().at(-1)?.method).toBe('DELETE')
})
