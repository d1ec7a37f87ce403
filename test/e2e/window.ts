import type { Page } from 'playwright-core'

/** The main window by what a person sees in it. */

/** The row of the server with exactly this name. */
export const serverRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Waits until the server's row says `state`; long enough for a restart. */
export async function reaches(page: Page, name: string, state: RegExp): Promise<void> {
  await serverRow(page, name).getByRole('gridcell').filter({ hasText: state }).waitFor({ timeout: 40_000 })
}

export async function goToKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'API keys' }).click()
}

export async function goToServers(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^All servers/ }).click()
}

/** Fills the form for a new key and sends it off. */
export async function addKey(page: Page, key: { address: string; token: string; label: string }): Promise<void> {
  await page.getByLabel('Panel address').fill(key.address)
  await page.getByLabel('Token', { exact: true }).fill(key.token)
  await page.getByLabel('Name for this key').fill(key.label)
  await page.getByRole('button', { name: 'Add key' }).click()
}
