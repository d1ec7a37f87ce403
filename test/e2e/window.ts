import type { Page } from 'playwright-core'
import { until } from './until.ts'

/** The main window by what a person sees in it. */

/** The row of the server with exactly this name. */
export const serverRow = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })

/** Waits until the server's row says `state`. */
export async function reaches(page: Page, name: string, state: RegExp): Promise<void> {
  await serverRow(page, name).getByRole('gridcell').filter({ hasText: state }).waitFor()
}

export async function goToKeys(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'API keys' }).click()
}

/** Opens a section of the settings. */
export async function goToSettings(page: Page, section: 'General' | 'Restarts' | 'Players' | 'Notifications' | 'Data') {
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: section }).click()
}

export async function goToServers(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^All servers/ }).click()
}

/** Opens an area of a server's view, as the palette finds it; its name as it stands there, in small letters. */
export async function goToArea(page: Page, server: string, area: string): Promise<void> {
  const words = `${server}: ${area}`
  // A page that was just loaded hears no keys before it is drawn.
  await page.getByRole('button', { name: /^Search servers or type a command/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search servers or type a command' }).fill(words)
  await page.getByRole('option', { name: words }).click()
}

/** Fills the form for a new key and sends it off. */
export async function addKey(page: Page, key: { address: string; token: string; label: string }): Promise<void> {
  await page.getByLabel('Panel address').fill(key.address)
  await page.getByLabel('Token', { exact: true }).fill(key.token)
  await page.getByLabel('Name for this key').fill(key.label)
  await page.getByRole('button', { name: 'Add key' }).click()
}

/** The rows of the terminal that are in sight, one a line. */
export async function terminalText(page: Page): Promise<string> {
  return (await page.locator('.xterm-rows').innerText()).replaceAll('\u00a0', ' ')
}

/** Waits until the terminal shows a text. */
export async function terminalShows(page: Page, text: string | RegExp): Promise<void> {
  await until(`the terminal to show ${text}`, async () => {
    const shown = await terminalText(page)
    return typeof text === 'string' ? shown.includes(text) : text.test(shown)
  })
}

/** The words behind the commands in the terminal: what became of each. */
export const commandResults = (page: Page) => page.locator('.xterm-decoration').allInnerTexts()
