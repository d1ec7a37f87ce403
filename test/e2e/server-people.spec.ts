import type { Page } from 'playwright-core'
import { call, demoServers } from '../fixtures/demo.ts'
import { toldBy } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers

const view = (page: Page) => page.getByRole('region', { name: /^Survival/ })
const row = (page: Page, email: string) =>
  view(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: email }) })
const choose = async (page: Page, email: string, item: string) => {
  await view(page)
    .getByRole('button', { name: `More for ${email}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** An area of Survival, as the palette finds it. */
async function openArea(page: Page, area: string): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', area)
  await expect(page.getByRole('grid')).toHaveCount(0)
}

test('somebody is let in, given more, changed by somebody else meanwhile, and removed', async ({
  panel: { baseUrl, token },
  ready: { page },
}) => {
  await openArea(page, 'users')
  await expect(view(page).getByText('Nobody else was let in')).toBeVisible()
  await view(page).getByRole('button', { name: 'Invite…' }).click()
  await page.getByLabel('E-mail').fill('mira@example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await expect(row(page, 'mira@example.com')).toContainText('Moderator')

  await choose(page, 'mira@example.com', 'Change what they may do…')
  const editor = page.getByRole('dialog')
  await editor.getByText('Files', { exact: true }).first().click()
  const users = `${baseUrl}/servers/${survival}/users`
  const anyToken = token()
  const [entry] = (await (await call(users, anyToken)).json()).data
  await call(`${users}/${entry.attributes.uuid}`, anyToken, 'POST', { permissions: ['control.start'] })
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByText(/Somebody changed this user meanwhile/)).toBeVisible()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(row(page, 'mira@example.com')).toContainText('Files')

  await choose(page, 'mira@example.com', 'Remove…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(view(page).getByText('Nobody else was let in')).toBeVisible()
})

test('a server is renamed, and reinstalled to the end that is seen and told, after a backup', { tag: '@long' }, async ({
  panel: { panel },
  ready: { app, page },
}) => {
  panel.reinstalls.setTrap(survival, 'fails')
  await openArea(page, 'settings')
  await view(page).getByRole('button', { name: 'Rename…' }).click()
  await page.getByLabel('Description', { exact: true }).fill('A world for everybody')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(view(page).getByText('A world for everybody')).toBeVisible()

  const posts = () => panel.requests().filter(({ method, path }) => method === 'POST' && !path.endsWith('/rename'))
  await view(page).getByRole('button', { name: 'Reinstall…' }).click()
  await page.getByRole('checkbox', { name: 'Back up first' }).uncheck()
  await page.getByLabel('Type Survival to confirm').fill('Survival')
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstall' }).click()
  await expect(view(page).getByText('Survival is being installed.')).toBeVisible()
  await expect(view(page).getByText('The last reinstall of Survival failed.')).toBeVisible()
  panel.reinstalls.setTrap(survival, null)

  await view(page).getByRole('button', { name: 'Reinstall…' }).click()
  await page.getByLabel('Type Survival to confirm').fill('Survival')
  await page.getByRole('dialog').getByRole('button', { name: 'Back up and reinstall' }).click()
  await expect(view(page).getByText('Survival is backed up first.')).toBeVisible()
  expect(posts().filter(({ path }) => path.endsWith('/reinstall'))).toHaveLength(1)
  await expect(view(page).getByText('Survival was reinstalled.')).toBeVisible()
  expect(posts().map(({ path }) => path.split('/').at(-1))).toEqual(['reinstall', 'backups', 'reinstall'])
  await expect
    .poll(async () => (await toldBy(app, page)).map(({ title }) => title))
    .toEqual(['The reinstall of Survival failed', 'Survival was reinstalled'])
})

test('what the panel does not let an account do is not offered', { tag: '@long' }, async ({
  panel: { panel },
  ready: { page },
}) => {
  panel.users.add(survival, { email: 'mira@example.com', permissions: ['control.start'] })
  panel.users.setGuest(survival, true)
  panel.deny(['user.create', 'user.delete', 'file.delete', 'settings.reinstall'])
  await openArea(page, 'users')
  await expect(view(page).getByRole('button', { name: 'Invite…' })).toHaveAttribute('aria-disabled', 'true')
  await expect(row(page, 'demo@example.com')).toContainText('this is you')
  await view(page).getByRole('button', { name: 'More for mira@example.com' }).click()
  await expect(page.getByRole('menuitem', { name: /^Remove…/ })).toHaveAccessibleName(/your account may not do it/)
  await page.getByRole('menuitem', { name: 'Change what they may do…' }).click()
  await expect(page.getByRole('checkbox', { name: 'Delete you lack it' })).toBeDisabled()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await goToArea(page, 'Survival', 'settings')
  await expect(view(page).getByRole('button', { name: 'Reinstall…' })).toHaveAttribute('aria-disabled', 'true')
})
