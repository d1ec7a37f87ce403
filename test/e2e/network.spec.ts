import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers

const view = (page: Page) => page.getByRole('region', { name: /^Survival/ })
const rows = (page: Page) => view(page).getByRole('table', { name: 'Network' }).getByRole('rowheader')
const row = (page: Page, port: number) =>
  view(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`:${port}`) }) })
const choose = async (page: Page, port: number, item: string) => {
  await row(page, port)
    .getByRole('button', { name: /^More for/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('addresses are noted, added though the answer is lost, made primary and removed', { tag: '@long' }, async ({
  panel: { panel },
  ready: { page },
}) => {
  const first = panel.games.port(survival) ?? 0
  panel.allocations.setLimit(survival, 3)
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'network')
  await expect(rows(page)).toHaveCount(1)
  await expect(view(page).getByText('1 of 3 addresses')).toBeVisible()

  const note = view(page).getByRole('textbox', { name: `Note of 127.0.0.1:${first}` })
  await note.fill('Where players join')
  await note.press('Enter')
  const noted = () =>
    panel.requests().filter(({ method, path }) => method === 'POST' && /\/allocations\/\d+$/.test(path))
  await expect.poll(() => noted().map(({ status }) => status)).toEqual([200])
  await expect(view(page).getByText('reached only by programs on its machine')).toBeVisible()

  panel.allocations.setTrap('used-up')
  await view(page).getByRole('button', { name: 'Add address' }).click()
  await expect(view(page).getByText(/no free address left/)).toBeVisible()
  panel.allocations.setTrap('cut')
  await view(page).getByRole('button', { name: 'Add address' }).click()
  await expect(view(page).getByText(/It is not known whether adding an address worked/)).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  const added = panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/allocations'))
  expect(added.map(({ status }) => status)).toEqual([400, 504])
  await view(page).getByRole('button', { name: 'Dismiss' }).click()
  const second = Number(/:(\d+)/.exec((await rows(page).last().textContent()) ?? '')?.[1])

  await choose(page, second, 'Make it primary…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make it primary' }).click()
  await expect(row(page, second)).toContainText('Primary')
  await expect(view(page).getByText('Used at the next start.')).toBeVisible()
  await row(page, second)
    .getByRole('button', { name: /^More for/ })
    .click()
  await expect(page.getByRole('menuitem', { name: /^Remove…/ })).toHaveAccessibleName(/always stays/)
  await page.keyboard.press('Escape')
  await choose(page, first, 'Remove…')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(rows(page)).toHaveCount(1)

  await page.keyboard.press('Control+1')
  await page.keyboard.press('Control+8')
  await expect(view(page).getByText('Used at the next start.')).toBeVisible()
})
