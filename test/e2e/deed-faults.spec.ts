import type { Page } from 'playwright-core'
import { call, demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { addKey, goToArea, goToKeys, reaches, serverRow, terminalShows } from './window.ts'

const { survival } = demoServers
const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const line = (page: Page, text: string | RegExp) => view(page).getByRole('listitem').filter({ hasText: text })

test('activity that the account may not see, that nobody here knows, and that a machine tells late', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { page } }) => {
  panel.activity.setBatches(3_600_000)
  panel.activity.add(survival, {
    event: 'extension:players.ban',
    username: 'robin',
    agoMs: 5_000,
    properties: { player: '<b>Steve</b>', address: '203.0.113.9' },
  })
  panel.deny(['activity.read'])
  await reaches(page, 'Survival', /^Running/)
  await serverRow(page, 'Survival').click()
  // Over the panel it would be told at once.
  await terminalShows(page, 'Done')
  const input = page.getByLabel('Command for Survival')
  await input.fill('say of the app')
  await input.press('Enter')
  await goToArea(page, 'Survival', 'activity')
  await expect(view(page).getByText(/^The panel’s part could not be read/)).toBeVisible()
  // What the app did itself needs no panel.
  const command = line(page, /ommand/)
  await expect(command).toHaveCount(1)
  await expect(command).toContainText('This app')

  panel.deny([])
  await view(page).getByRole('button', { name: 'Try again' }).click()
  const strange = line(page, 'Players: ban')
  await expect(strange).toContainText('robin')
  await expect(page.getByText('203.0.113.9')).toHaveCount(0)
  await strange.getByRole('button', { name: /^Show details/ }).click()
  await expect(strange).toContainText('203.0.113.9')
  await expect(strange).toContainText('<b>Steve</b>')

  // What the machine tells of the command belongs to the same line.
  const details = command.getByRole('button', { name: /^Show details/ })
  await expect(details).toHaveCount(0)
  panel.activity.setBatches(0)
  await view(page).getByLabel('What to show').selectOption('console')
  await expect(details).toBeVisible()
  await expect(command).toHaveCount(1)
  await expect(page.getByText('say of the app')).toHaveCount(0)
  await details.click()
  await expect(command).toContainText('say of the app')
})

test('who restarted a server is asked beside how long it has run, and answered as soon as the account may see it', {
  tag: '@long',
}, async ({ panel: { panel, baseUrl, token }, ready: { page } }) => {
  const resources = await (await call(`${baseUrl}/servers/${survival}/resources`, token())).json()
  const { uptime } = resources.attributes.resources
  panel.activity.add(survival, { event: 'server:power.restart', username: 'robin', agoMs: uptime + 1_000 })
  panel.deny(['activity.read'])
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'live')
  const ask = view(page).getByRole('button', { name: /^Running \d/ })
  const answer = page.getByRole('dialog', { name: 'Who started Survival' })
  await ask.click()
  await expect(answer).toContainText('It isn’t known who started it')
  panel.deny([])
  await page.keyboard.press('Escape')
  await ask.click()
  await expect(answer).toContainText('Restarted by robin')
  await answer.getByRole('button', { name: 'All activity' }).click()
  await expect(line(page, 'Restarted the server')).toContainText('robin')
})

const account = (page: Page) => page.getByRole('dialog', { name: 'The account of Home' })
const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More for Home' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a rotation whose old key cannot be deleted is told until it is; keys that went meanwhile, an account without pages', {
  tag: '@long',
}, async ({ panel: demo, start }) => {
  test.skip(process.platform !== 'linux', 'only Linux lets a test take the keyring away, by the address of its bus')
  // A token that would be gone with the app is not rotated.
  const { app, page } = await start({
    choices: { safeStorage: 'works' },
    env: { SERVERTRAY_VAULT: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
  })
  test.skip(app.runtime === 'electron', 'only the stand-in has a keyring that a test chooses')
  const { panel } = demo
  const token = demo.token({ description: 'Own' })
  demo.token({ description: 'Bot' })
  await addKey(page, { address: demo.baseUrl, token, label: 'Home' })
  await reaches(page, 'Survival', /^Running/)
  const names = () => panel.listKeys().map(({ description }) => description)

  panel.account.trap('delete-fails')
  await goToKeys(page)
  await choose(page, 'Rotate token…')
  const rotate = page.getByRole('dialog', { name: 'Rotate the token of Home' })
  await rotate.getByRole('button', { name: 'Rotate', exact: true }).click()
  await expect(rotate).toContainText('The rotation is not finished: the panel may have one key too many.')
  await rotate.getByRole('button', { name: 'Close' }).last().click()
  expect(names()).toEqual(['Own', 'Bot', expect.stringMatching(/^Servertray: /)])
  await expect(page.getByText('The rotation of Home is not finished')).toBeVisible()
  panel.account.trap(null)
  await app.hurry(180_000)
  await expect(page.getByText('The rotation of Home is not finished')).toHaveCount(0)
  expect(names()).toEqual(['Bot', expect.stringMatching(/^Servertray: /)])
  const made = panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/account/api-keys'))
  expect(made).toHaveLength(1)

  await choose(page, 'Keys of this account…')
  const bot = account(page).getByRole('listitem').filter({ hasText: 'Bot' })
  await expect(bot).toBeVisible()
  const [other] = panel.listKeys()
  panel.deleteKey(other?.id ?? '')
  await bot.getByRole('button', { name: 'Delete Bot…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click()
  await expect(account(page).getByRole('alert')).toContainText('Deleting the key')
  await expect(bot).toHaveCount(0)
  expect(names()).toEqual([expect.stringMatching(/^Servertray: /)])

  // What was read before stays, and is said to be old.
  panel.account.trap('no-pages')
  await account(page)
    .getByRole('button', { name: /^Delete Servertray: / })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete key' }).click()
  await expect(account(page).getByText(/^This could not be read again\./)).toBeVisible()
  await expect(account(page).getByRole('listitem')).toHaveCount(1)
  await account(page).getByText('SSH keys', { exact: true }).click()
  await expect(account(page).getByText('This panel doesn’t offer that to other programs.')).toBeVisible()
})
