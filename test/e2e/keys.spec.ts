import type { Page } from 'playwright-core'
import { permissions, readOnlyPermissions } from '../../shared/keys/permission.ts'
import { demoServers, must, type StartedDemo } from '../fixtures/demo.ts'
import type { MenuItemView } from './app.ts'
import { cachedForMs } from './demo-server.ts'
import { until } from './driver.ts'
import { expect, test } from './fixture.ts'
import { trayServer } from './tray.ts'
import { addKey, goToKeys, goToServers, reaches, serverRow } from './window.ts'

const withoutPower = permissions.filter((permission) => permission !== 'power')
const statuses = ({ panel }: StartedDemo) =>
  panel
    .requests()
    .filter(({ method }) => method === 'POST')
    .map(({ status }) => status)

const button = (page: Page, signal: string) =>
  serverRow(page, 'Survival').getByRole('button', { name: `${signal} Survival` })
const card = (page: Page, label: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: label, exact: true }) })

async function chooseOf(page: Page, label: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${label}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

async function addSecondKey(page: Page, key: Parameters<typeof addKey>[1]): Promise<void> {
  await goToKeys(page)
  await page.getByRole('button', { name: 'Add a key' }).click()
  await addKey(page, key)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** The id of the panel's key with this description. */
function keyOf({ panel }: StartedDemo, description: string): string {
  const key = panel.listKeys().find((one) => one.description === description)
  if (key === undefined) throw new Error(`no key ${description}`)
  return key.id
}

test('a Read only key: power and console are disabled with the reason, and nothing is sent', async ({
  panel,
  start,
}) => {
  const { app, page } = await start()
  const token = panel.token({ permissions: readOnlyPermissions })
  await addKey(page, { address: panel.baseUrl, token, label: 'Reader' })
  await reaches(page, 'Survival', /^Running/)
  await goToKeys(page)
  await chooseOf(page, 'Reader', 'What this key may do…')
  await page.getByRole('button', { name: 'Read only' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Reader')).toContainText('Read only')
  await goToServers(page)
  await expect(button(page, 'Restart')).toHaveAttribute('aria-disabled', 'true')
  await expect(button(page, 'Restart')).toHaveAttribute('title', /^Key lacks Power\./)
  await button(page, 'Restart').click({ force: true })
  await serverRow(page, 'Survival').click()
  await expect(page.getByText('Key lacks Console')).toBeVisible()
  const restart = ({ submenu }: MenuItemView) => submenu.find(({ label }) => label === 'Restart (key lacks Power)')
  const inTray = await trayServer(app, 'Survival', (item) => restart(item) !== undefined)
  expect(restart(inTray)?.enabled).toBe(false)
  expect(statuses(panel)).toEqual([])
})

test('permissions edited on the panel are learned without a restart', async ({ panel, start }) => {
  const { page } = await start()
  const token = panel.token({ description: 'Edited', permissions: withoutPower })
  await addKey(page, { address: panel.baseUrl, token, label: 'Edited' })
  await reaches(page, 'Survival', /^Running/)
  await button(page, 'Restart').click()
  await reaches(page, 'Survival', /Restart refused$/)
  await expect(button(page, 'Restart')).toBeEnabled()
  await goToKeys(page)
  await expect(card(page, 'Edited')).toContainText('Power refused')
  must(panel.panel.updateKey(keyOf(panel, 'Edited'), { permissions }))
  await card(page, 'Edited').getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Edited')).not.toContainText('Power refused')
  await goToServers(page)
  await button(page, 'Restart').click()
  await reaches(page, 'Survival', /^Restarting/)
  await goToKeys(page)
  await expect(card(page, 'Edited')).toContainText('Power worked')
  expect(statuses(panel)).toEqual([403, 204])
})

test('two keys for one server: it is listed once, a refusal offers the other key, and that one is used from then on', {
  tag: '@long',
}, async ({ panel, start }) => {
  const { page } = await start()
  await addKey(page, { address: panel.baseUrl, token: panel.token({ permissions: withoutPower }), label: 'Console' })
  await reaches(page, 'Survival', /^Running/)
  await addSecondKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Owner' })
  await expect(page.getByRole('rowheader')).toHaveCount(8)
  await button(page, 'Restart').click()
  await reaches(page, 'Survival', /Restart refused$/)
  expect(statuses(panel)).toEqual([403])
  await serverRow(page, 'Survival').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Try with Owner' }).click()
  await reaches(page, 'Survival', /^Restarting/)
  await reaches(page, 'Survival', /^Running/)
  await button(page, 'Stop').click()
  await reaches(page, 'Survival', /^Offline/)
  expect(statuses(panel)).toEqual([403, 204, 204])
})

test('two keys for one server: the one said to have Power is used at once', { tag: '@long' }, async ({
  panel,
  start,
}) => {
  const { page } = await start()
  await addKey(page, { address: panel.baseUrl, token: panel.token({ permissions: withoutPower }), label: 'Console' })
  await reaches(page, 'Survival', /^Running/)
  await addSecondKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Owner' })
  await goToKeys(page)
  await chooseOf(page, 'Owner', 'What this key may do…')
  await page.getByRole('button', { name: 'All' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Owner')).toContainText('Everything')
  await goToServers(page)
  await button(page, 'Restart').click()
  await reaches(page, 'Survival', /^Restarting/)
  await expect.poll(() => statuses(panel)).toEqual([204])
})

test('a key deleted on the panel: its health says so, its background calls stop, a new token heals it', async ({
  panel,
  start,
}) => {
  const { app, page } = await start()
  const token = panel.token({ description: 'Doomed', servers: [demoServers.survival, demoServers.offline] })
  await addKey(page, { address: panel.baseUrl, token, label: 'Doomed' })
  await reaches(page, 'Survival', /^Running/)
  await addSecondKey(page, {
    address: panel.baseUrl,
    token: panel.token({ servers: [demoServers.creative] }),
    label: 'Witness',
  })
  await reaches(page, 'Creative & Plots', /^Running/)

  const refused = () => panel.panel.requests().filter(({ status }) => status === 401).length
  const looks = () => panel.panel.requests().filter(({ path }) => path.includes(demoServers.creative)).length
  must(panel.panel.deleteKey(keyOf(panel, 'Doomed')))
  // The rows are in view, so each is read as often as the panel's cache allows.
  await app.passTime(cachedForMs)
  await until('the next poll', () => refused() > 0)
  await goToKeys(page)
  await expect(card(page, 'Doomed')).toContainText('Refused: deleted or wrong (401)')
  await expect(card(page, 'Witness')).toContainText('Works')

  // The other key goes on asking; in the time of two more of its looks the refused one asks nothing.
  await goToServers(page)
  const refusedBefore = refused()
  for (let look = 0; look < 2; look += 1) {
    const before = looks()
    await app.passTime(cachedForMs)
    await until('another look with the other key', () => looks() > before)
  }
  expect(refused()).toBe(refusedBefore)
  // The two rows in view, and the list.
  expect(refusedBefore).toBeLessThanOrEqual(3)

  await goToKeys(page)
  await card(page, 'Doomed').getByRole('button', { name: 'Replace token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Token', { exact: true }).fill(panel.token({ servers: [demoServers.survival] }))
  await dialog.getByRole('button', { name: 'Replace token' }).click()
  await expect(card(page, 'Doomed')).toContainText('Works')
  await goToServers(page)
  await reaches(page, 'Survival', /^Running/)
  expect(refused()).toBe(refusedBefore)
})

test('a key limited to other addresses is told in words, with the address the panel saw', { tag: '@long' }, async ({
  panel,
  start,
}) => {
  const { page } = await start()
  const allowedIps = '10.0.0.0/8'
  await addKey(page, { address: panel.baseUrl, token: panel.token({ allowedIps }), label: 'Office' })
  await expect(page.getByText('This key can’t be used from your address, 127.0.0.1.')).toBeVisible()
  await expect(page.getByText(/Add 127\.0\.0\.1 to the key’s Allowed IPs/)).toBeVisible()
  await addKey(page, { address: panel.baseUrl, token: panel.token({ description: 'Moved' }), label: 'Moved' })
  await reaches(page, 'Survival', /^Running/)
  must(panel.panel.updateKey(keyOf(panel, 'Moved'), { allowedIps }))
  await goToKeys(page)
  // A look at a server may have told of it before.
  await page
    .getByRole('button', { name: /^(Check now|Try again)$/ })
    .first()
    .click()
  await expect(card(page, 'Moved')).toContainText('Not allowed from this address, 127.0.0.1 (403)')
})

test('keys stay in the order they were moved to, after a restart too', { tag: '@long' }, async ({ panel, start }) => {
  const { app, page } = await start()
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'First' })
  await reaches(page, 'Survival', /^Running/)
  await addSecondKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Second' })
  await goToKeys(page)
  await chooseOf(page, 'Second', 'Move up')
  const order = (on: Page) => on.getByRole('listitem').getByRole('heading')
  await expect(order(page)).toHaveText(['Second', 'First'])
  await app.quit()
  const again = await start({ profile: app.profile })
  await goToKeys(again.page)
  await expect(order(again.page)).toHaveText(['Second', 'First'])
})
