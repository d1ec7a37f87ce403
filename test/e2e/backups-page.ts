import { expect } from '@playwright/test'
import type { Locator, Page } from 'playwright-core'
import { lingerMs } from '../../electron/backups/restore.ts'
import type { AnsweredRequest } from '../fixtures/demo-panel/request-book.ts'
import type { TestPanel } from '../fixtures/demo-panel/test-panel.ts'
import type { App } from './app.ts'
import { goToArea, goToKeys, goToServers, reaches } from './window.ts'

/** The backups of Survival in the window, and what their panel was asked. */

/** How often the app looks how far a restore has come, in milliseconds. */
export const lookEveryMs = 15_000

export const backupsView = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
export const backupRow = (page: Page, name: string) =>
  backupsView(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Picks an item of the menu of a backup. */
export async function chooseBackup(page: Page, name: string, item: string): Promise<void> {
  await backupRow(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The backups of Survival, as the palette finds them. */
export async function openBackups(page: Page): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'backups')
  await expect(page.getByRole('grid')).toHaveCount(0)
}

/** After another start: its key was kept in memory alone. */
export async function replaceToken(page: Page, token: string): Promise<void> {
  await goToKeys(page)
  await page.getByRole('button', { name: /^Replace token/ }).click()
  await page.getByRole('dialog').getByLabel('Token', { exact: true }).fill(token)
  await page.getByRole('dialog').getByRole('button', { name: 'Replace token' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await goToServers(page)
}

/** What the panel was asked about backups that is no reading, in its order: `POST  201`, `DELETE /uuid 204`. */
export const backupsAsked = (panel: TestPanel): readonly string[] => asked(panel, '/backups')

/** The same about schedules. */
export const schedulesAsked = (panel: TestPanel): readonly string[] => asked(panel, '/schedules')

/** The links that the panel was asked for, to download a backup. */
export const linksAsked = (panel: TestPanel): readonly AnsweredRequest[] =>
  panel.requests().filter(({ path }) => path.includes('/backups/') && path.endsWith('/download'))

function asked(panel: TestPanel, area: string): string[] {
  return panel
    .requests()
    .filter(({ method, path }) => method !== 'GET' && path.includes(area))
    .map(({ method, path, status }) => `${method} ${path.slice(path.indexOf(area) + area.length)} ${status}`)
}

/** Backs up by the button, without save commands. */
export async function backUpNow(page: Page): Promise<void> {
  await backupsView(page).getByRole('button', { name: 'Back up now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Back up Survival' })
  await dialog.getByRole('checkbox', { name: 'Have the server save first' }).uncheck()
  await dialog.getByRole('button', { name: 'Back up now' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Begins a restore of the one backup, without another one before it. */
export async function beginRestore(page: Page, { deletesFiles = false } = {}): Promise<void> {
  await chooseBackup(page, 'Nightly', 'Restore…')
  const dialog = page.getByRole('dialog', { name: /^Restore Survival from/ })
  await dialog.getByRole('checkbox', { name: 'Back up first' }).uncheck()
  if (deletesFiles) {
    await dialog.getByRole('checkbox', { name: 'Delete all files first' }).check()
    await dialog.getByLabel('Type Survival to confirm').fill('Survival')
  }
  await dialog.getByRole('button', { name: 'Stop and restore' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Lets the time go by that a restore gives a server which it has stopped. */
export async function pastSaving(app: Pick<App, 'hurry'>, page: Page): Promise<void> {
  await expect(backupsView(page).getByText('Giving the server half a minute to finish saving…')).toBeVisible()
  await app.hurry(lingerMs)
}

/** Hurries one look of the app at a restore after the other, until this is in sight. */
export async function comesByLooks(app: Pick<App, 'hurry'>, told: Locator): Promise<void> {
  const looksOnce = async () => {
    await app.hurry(lookEveryMs)
    return told.isVisible()
  }
  await expect.poll(looksOnce, { intervals: [1_000] }).toBe(true)
}

export const restoresAsked = (panel: TestPanel): readonly AnsweredRequest[] =>
  panel.requests().filter(({ path }) => path.endsWith('/restore'))
