import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { findChromium } from '../standin/find-chromium.ts'

/** The demo panel's own pages in a browser of their own, as a person sees them. */
export type DemoPanelPage = {
  readonly page: Page
  /** The last console lines of a server, as the panel's page shows them. */
  consoleLines(identifier: string): Promise<string[]>
  /** Makes a key with the given permission boxes ticked and returns its token. */
  createKey(description: string, permissions: readonly string[]): Promise<string>
  close(): Promise<void>
}

/** @param link the one-time link that the app gave to the browser */
export async function openDemoPanel(link: string): Promise<DemoPanelPage> {
  const profile = mkdtempSync(join(tmpdir(), 'servertray-browser-'))
  const { executable, args, env } = await findChromium({ headless: true })
  const context = await chromium.launchPersistentContext(profile, { executablePath: executable, args, env })
  const page = await context.newPage()
  await page.goto(link)
  const { origin } = new URL(page.url())
  return {
    page,
    async consoleLines(identifier) {
      await page.goto(`${origin}/server/${identifier}`)
      return (await page.locator('pre, .console').innerText()).split('\n')
    },
    async createKey(description, permissions) {
      await page.goto(`${origin}/keys/new`)
      await page.getByLabel('Description').fill(description)
      for (const name of permissions) await page.getByRole('checkbox', { name, exact: true }).check()
      await page.getByRole('button', { name: 'Create key' }).click()
      return page.getByTestId('token').innerText()
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
