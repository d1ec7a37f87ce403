import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import type { TestPanel } from '../fixtures/demo-panel/test-panel.ts'
import { backUpNow, backupRow, backupsAsked, backupsView, openBackups } from './backups-page.ts'
import { stateOf, toldBy } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { clickTraySignal } from './tray.ts'

const { survival } = demoServers
const hour = 3_600_000
const day = 24 * hour

/** The names of the backups, as they stand in the window. */
const names = (page: Page) => backupsView(page).getByRole('rowheader').allInnerTexts()
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Keep backups of Survival' })
const preview = (page: Page) => dialogOf(page).getByRole('region', { name: 'What the rule would do' })
const previewed = (page: Page) => preview(page).getByRole('listitem').allInnerTexts()
const backupNow = (page: Page) => backupsView(page).getByRole('button', { name: 'Back up now' })
const made = (page: Page) =>
  expect.poll(async () => Object.values((await stateOf(page)).backupRuns)[0]?.phase).toBe('done')

/** Opens the rule, ticks it, and has the newest `newest` stay, and none for its day alone. */
async function chooseRule(page: Page, newest: number): Promise<void> {
  await backupsView(page).getByRole('button', { name: 'Keep…' }).click()
  const dialog = dialogOf(page)
  await dialog.getByRole('checkbox', { name: 'Delete old backups when no place is left' }).check()
  await dialog.getByLabel('How many of the newest stay').fill(String(newest))
  await dialog.getByLabel('For how many days one a day stays').fill('0')
  await page.keyboard.press('Tab')
}

async function saveRule(page: Page): Promise<void> {
  await dialogOf(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialogOf(page)).toHaveCount(0)
}

async function addAll(panel: TestPanel, backups: readonly Parameters<TestPanel['backups']['add']>[1][]) {
  const ids = new Map<string, string>()
  for (const backup of backups) ids.set(backup.name, await panel.backups.add(survival, backup))
  return ids
}

test('a keep rule is shown before its first use, deletes just what it showed once a new one is good, and Activity tells it', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { page } }) => {
  const ids = await addAll(panel, [
    { name: 'Locked', agoMs: 9 * day, isLocked: true },
    { name: 'Oldest', agoMs: 5 * day },
    { name: 'Older', agoMs: 3 * day },
    { name: 'Yesterday', agoMs: 1 * day },
  ])
  await openBackups(page)
  await expect(backupsView(page).getByText('4 of 5 backups')).toBeVisible()

  await chooseRule(page, 2)
  await expect(preview(page).getByRole('status')).toHaveText(
    'Would delete this one once a new one is good and no place is left:',
  )
  expect(await previewed(page)).toEqual([
    expect.stringMatching(/^Oldest\s[\s\S]*Would be deleted$/),
    expect.stringMatching(/^Yesterday\s[\s\S]*newest/i),
    expect.stringMatching(/^Older\s[\s\S]*not needed$/),
    expect.stringMatching(/^Locked\s[\s\S]*locked/i),
  ])
  await saveRule(page)
  expect(backupsAsked(panel)).toEqual([])

  // The question names it once more.
  await backupNow(page).click()
  const dialog = page.getByRole('dialog', { name: 'Back up Survival' })
  await expect(dialog.getByText(/^“Oldest” of .* is deleted once this one is good\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  expect(backupsAsked(panel)).toEqual([])
  await backUpNow(page)
  await made(page)
  await expect(backupRow(page, 'Oldest')).toHaveCount(0)
  await expect(backupsView(page).getByText('4 of 5 backups')).toBeVisible()
  expect(await names(page)).toEqual([expect.stringMatching(/^Backup at /), 'Yesterday', 'Older', 'Locked'])
  expect(backupsAsked(panel)).toEqual(['POST  200', `DELETE /${ids.get('Oldest')} 204`])

  await page.getByTitle('Activity').click()
  await expect(page.getByText('Deleted a backup by the keep rule')).toBeVisible()
  await expect(page.getByText('Oldest', { exact: true })).toBeVisible()
})

test('at the limit without a rule it is said what to do, and nothing more is sent', { tag: '@long' }, async ({
  panel: { panel },
  ready: { app, page },
}) => {
  await addAll(panel, [
    { name: 'Older', agoMs: 3 * day },
    { name: 'Yesterday', agoMs: 1 * day },
  ])
  panel.backups.setLimit(survival, 3)
  await openBackups(page)
  await expect(backupsView(page).getByText('2 of 3 backups')).toBeVisible()
  // Somebody else takes the last place while the dialog is open.
  await backupNow(page).click()
  await panel.backups.add(survival, { name: 'From elsewhere', agoMs: 2 * hour })
  await page.getByRole('dialog').getByRole('button', { name: 'Back up now' }).click()
  const alert = backupsView(page).getByRole('alert')
  await expect(alert).toContainText('No backup was made. The server has as many backups as its panel allows.')
  await expect(alert).toContainText('Delete one that is no longer needed, then try again.')
  expect(backupsAsked(panel)).toEqual(['POST  400'])
  // The game saves again.
  const commands = Object.values((await stateOf(page)).consoles).flatMap(({ entries }) =>
    entries.map(({ command }) => command),
  )
  expect(commands).toEqual(['save-off', 'save-all flush', 'save-on'])

  // From now on that is said before the click.
  await expect(backupRow(page, 'From elsewhere')).toBeVisible()
  await expect(backupNow(page)).toHaveAttribute('aria-disabled', 'true')
  await expect(backupNow(page)).toHaveAttribute('title', 'Delete a backup first: the server has all that it may have.')
  await backupNow(page).click({ force: true })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await clickTraySignal(app, 'Survival', 'Back up now')
  await expect
    .poll(async () => (await toldBy(app, page)).map(({ title, body }) => `${title}: ${body}`))
    .toEqual([expect.stringContaining('as many backups as its panel allows')])
  expect(backupsAsked(panel)).toEqual(['POST  400', 'POST  400'])
})
