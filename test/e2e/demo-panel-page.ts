import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import type { Permission } from '../../shared/keys/permission.ts'
import { headlessChromium } from '../fixtures/chromium.ts'

/** The demo panel's own pages of keys in a browser of their own, as a person sees them. */
export type DemoPanelPage = {
  readonly page: Page
  /** Makes a key with the given permission boxes ticked and returns its token. */
  createKey(description: string, permissions: readonly Permission[]): Promise<string>
  /** Changes what the key with this description may do; its token stays the same. */
  setPermissions(description: string, permissions: readonly Permission[]): Promise<void>
  close(): Promise<void>
}

/** @param link the one-time link that the app gave to the browser */
export async function openDemoPanel(link: string): Promise<DemoPanelPage> {
  const profile = mkdtempSync(join(tmpdir(), 'servertray-browser-'))
  const context = await chromium.launchPersistentContext(profile, headlessChromium())
  const page = await context.newPage()
  await page.goto(link)
  const { origin } = new URL(page.url())
  return {
    page,
    async createKey(description, permissions) {
      await page.goto(`${origin}/keys/new`)
      await page.getByLabel('Description').fill(description)
      for (const name of permissions) await page.locator(`input[name=permission][value="${name}"]`).check()
      await page.getByRole('button', { name: 'Create key' }).click()
      return (await page.locator('.token').textContent()) ?? ''
    },
    async setPermissions(description, permissions) {
      await page.goto(`${origin}/`)
      await page.getByRole('listitem').filter({ hasText: description }).getByRole('link', { name: 'Edit' }).click()
      for (const box of await page.locator('input[name=permission]').all()) {
        await box.setChecked(permissions.includes((await box.getAttribute('value')) as Permission))
      }
      await page.getByRole('button', { name: 'Save changes' }).click()
      await page.waitForURL(`${origin}/`)
    },
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}
