import type { Page } from 'playwright-core'
import { passwordCopiedMs } from '../../shared/databases/databases.ts'
import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers
const name = `s${survival}_plots`

const view = (page: Page) => page.getByRole('region', { name: /^Survival/ })
const button = (page: Page, label: string) => view(page).getByRole('button', { name: label, exact: true })
async function openDatabases(page: Page): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'databases')
  await expect(page.getByRole('grid')).toHaveCount(0)
}
async function create(page: Page): Promise<void> {
  await button(page, 'New database…').click()
  await page.getByLabel('Name', { exact: true }).fill('plots')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a database is made, its password shown and copied for a while, and is nowhere after that', async ({
  panel: { panel },
  ready: { app, page },
}) => {
  await openDatabases(page)
  await create(page)
  await expect(view(page).getByRole('rowheader')).toContainText(name)
  const password = panel.databases.passwords(survival)[name] ?? ''
  await button(page, `Show password of ${name}`).click()
  await expect(view(page).getByText(password)).toBeVisible()
  await button(page, `Copy password of ${name}`).click()
  await until('the password in the clipboard', async () => (await app.clipboard()).text === password)
  await button(page, 'Live').click()
  await expect(page.getByText(password)).toHaveCount(0)
  expect(await app.heapContains(password)).toBe(false)
  await app.hurry(passwordCopiedMs)
  await until('the clipboard without it', async () => (await app.clipboard()).text === '')
  const carrying = (await app.ipcTraffic()).filter(({ text }) => text.includes(password))
  expect(carrying.map(({ channel, direction }) => [channel, direction])).toEqual([['call', 'to-page']])
  expect(app.output()).not.toContain(password)
})

test('faults: an answer that a proxy gave up, a limit that is reached, a password that is refused', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { app, page } }) => {
  panel.databases.setTrap('late')
  await openDatabases(page)
  await create(page)
  await expect(view(page).getByText(/^It is not known whether making “plots” worked\./)).toBeVisible()
  const posts = panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/databases'))
  expect(posts).toHaveLength(1)
  await expect(view(page).getByRole('rowheader')).toContainText(name)

  // The list that was just read is older than the limit: the click is refused, and the next list says it before.
  panel.databases.setTrap(null)
  panel.databases.setLimit(survival, 1)
  await button(page, 'New database…').click()
  await page.getByLabel('Name', { exact: true }).fill('warps')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('The server has as many databases as its panel allows.')).toBeVisible()
  await page.keyboard.press('Escape')

  panel.deny(['database.view_password'])
  await button(page, `Show password of ${name}`).click()
  await expect(view(page).getByText(/doesn’t let your account see the passwords/)).toBeVisible()
  panel.deny([])

  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: 'New password…' }).click()
  const former = panel.databases.passwords(survival)[name]
  await page.getByRole('alertdialog').getByRole('button', { name: 'New password' }).click()
  await expect(view(page).getByText(`${name} has a new password.`)).toBeVisible()
  expect(panel.databases.passwords(survival)[name]).not.toBe(former)

  await app.choose({ clipboard: 'refuses' })
  await button(page, `Copy password of ${name}`).click()
  await expect(view(page).getByText(/couldn’t be copied to the clipboard/)).toBeVisible()
  await app.choose({ clipboard: 'works' })
  await button(page, `Copy password of ${name}`).click()
  await until('the password in the clipboard', async () => (await app.clipboard()).text !== '')

  await button(page, `More for ${name}`).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByLabel(`Type ${name} to confirm`).fill(name)
  await page.getByRole('button', { name: 'Delete database' }).click()
  await expect(view(page).getByText('No databases yet')).toBeVisible()
})
