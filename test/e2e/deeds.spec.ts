import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { addKey, goToArea, reaches } from './window.ts'

const { survival } = demoServers
const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })

test('what somebody did to a server on its panel is told, and what may be secret only when asked for', async ({
  panel: { panel },
  ready: { page },
}) => {
  const properties = { command: 'whitelist add Steve' }
  panel.activity.add(survival, { event: 'server:console.command', username: 'robin', agoMs: 60_000, properties })
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'activity')
  const line = view(page).getByRole('listitem').filter({ hasText: 'Sent a console command' })
  await expect(line).toContainText('robin')
  await expect(page.getByText('whitelist add Steve')).toHaveCount(0)
  await line.getByRole('button', { name: /^Show details/ }).click()
  await expect(line).toContainText('whitelist add Steve')
})

test('a key is rotated, and works on', { tag: '@long' }, async ({ panel: demo, start }) => {
  test.skip(process.platform !== 'linux', 'only Linux lets a test take the keyring away, by the address of its bus')
  // A token that would be gone with the app is not rotated.
  const { app, page } = await start({
    choices: { safeStorage: 'works' },
    env: { SERVERTRAY_VAULT: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
  })
  test.skip(app.runtime === 'electron', 'only the stand-in has a keyring that a test chooses')
  await addKey(page, { address: demo.baseUrl, token: demo.token(), label: 'Home' })
  await reaches(page, 'Survival', /^Running/)
  const { panel } = demo
  const before = panel.listKeys().map(({ identifier }) => identifier)
  await page.getByRole('button', { name: 'API keys', exact: true }).click()
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Rotate token…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate', exact: true }).click()
  await expect(page.getByText(/^The key has a new token/)).toBeVisible()
  const after = panel.listKeys()
  expect(after).toHaveLength(before.length)
  expect(after.map(({ identifier }) => identifier)).not.toEqual(before)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Keys of this account…' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'used here as' })).toContainText('Servertray: ')
})
