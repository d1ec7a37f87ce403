import { expect } from '@playwright/test'
import type { Page } from 'playwright-core'
import { goToArea, reaches } from './window.ts'

/** The schedules that the panel keeps of Survival, in the window. */

export const schedulesView = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
export const scheduleRow = (page: Page, name: string) =>
  schedulesView(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(name) }) })

/** Picks an item of the menu of a schedule, or of what else has one. */
export async function chooseSchedule(page: Page, of: string, item: string): Promise<void> {
  await schedulesView(page)
    .getByRole('button', { name: `More for ${of}`, exact: true })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The schedules of Survival on its panel, as the palette finds them. */
export async function openSchedules(page: Page): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'schedules')
  await expect(page.getByRole('grid')).toHaveCount(0)
}
