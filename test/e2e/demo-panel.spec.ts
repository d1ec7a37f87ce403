import type { Page } from 'playwright-core'
import { must } from '../fixtures/demo.ts'
import { type DemoPanelPage, openDemoPanel } from './demo-panel-page.ts'
import { test as base, expect } from './fixture.ts'

/** The demo panel's own pages in a real browser, with what stands in the page's console as errors. */
const test = base.extend<{ pages: DemoPanelPage & { readonly errors: readonly string[] } }>({
  pages: async ({ panel }, use) => {
    const opened = await openDemoPanel(must(panel.panel.oneTimeLink()))
    const errors: string[] = []
    opened.page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())))
    opened.page.on('pageerror', ({ message }) => void errors.push(message))
    await use({ ...opened, errors })
    await opened.close()
  },
})

const box = (page: Page, permission: string) => page.locator(`input[name=permission][value="${permission}"]`)
const origin = (page: Page) => new URL(page.url()).origin
const newKey = (page: Page) => page.goto(`${origin(page)}/keys/new`)

async function create(page: Page, description: string): Promise<void> {
  // A key that may do nothing is refused.
  if ((await page.locator('input[name=permission]:checked').count()) === 0) await box(page, 'power').check()
  await page.getByLabel('Description').fill(description)
  await page.getByRole('button', { name: 'Create key' }).click()
}
const tokenOn = async (page: Page) => (await page.locator('.token').textContent()) ?? ''

test('the Copy button puts the token into the clipboard, and says so', async ({ pages: { page, errors } }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: origin(page) })
  await newKey(page)
  await create(page, 'Copied')
  const token = await tokenOn(page)
  expect(token).toMatch(/^ptlc_/)
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  expect(errors).toEqual([])
})

test('where the clipboard cannot be had, it selects the token and says what is left to do', async ({ pages }) => {
  const { page } = pages
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await newKey(page)
  await create(page, 'Selected')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Selected: copy it with the keyboard' })).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe(await tokenOn(page))
})

test('two tabs each show their own new token, once', async ({ pages: { page } }) => {
  const other = await page.context().newPage()
  await other.goto(`${origin(page)}/`)
  await newKey(page)
  await newKey(other)
  await create(page, 'First')
  await create(other, 'Second')
  await expect(page.getByText('This is the token of First.')).toBeVisible()
  await expect(other.getByText('This is the token of Second.')).toBeVisible()
  const tokens = [await tokenOn(page), await tokenOn(other)]
  expect(new Set(tokens).size).toBe(2)
  for (const tab of [page, other]) {
    await tab.reload()
    await expect(tab.locator('.token')).toHaveCount(0)
    expect(await tab.content()).not.toMatch(/ptlc_/)
  }
})

test('the wider of two permissions ticks the narrower, and goes with it', async ({
  panel,
  pages: { page, errors },
}) => {
  await newKey(page)
  const pairs = await page
    .locator('[data-brings]')
    .evaluateAll((boxes) =>
      boxes.map((one) => [one.getAttribute('value') ?? '', one.getAttribute('data-brings') ?? '']),
    )
  expect(pairs.length).toBeGreaterThan(0)
  for (const [wider = '', narrower = ''] of pairs) {
    await box(page, wider).check()
    await expect(box(page, narrower)).toBeChecked()
    await box(page, narrower).uncheck()
    await expect(box(page, wider)).not.toBeChecked()
    // The narrower one alone brings nothing, and stays where the wider is taken away.
    await box(page, narrower).check()
    await expect(box(page, wider)).not.toBeChecked()
    await box(page, wider).check()
    await box(page, wider).uncheck()
    await expect(box(page, narrower)).toBeChecked()
    await box(page, narrower).uncheck()
  }
  const [[wider = '', narrower = ''] = []] = pairs
  await box(page, wider).check()
  await create(page, 'Pair')
  expect(
    panel.panel
      .listKeys()
      .find(({ description }) => description === 'Pair')
      ?.permissions.toSorted(),
  ).toEqual([wider, narrower].toSorted())
  expect(errors).toEqual([])
})

test('All and Read only fill the boxes, and keep what was typed', async ({ pages: { page } }) => {
  await newKey(page)
  await page.getByLabel('Description').fill('Kept')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  const boxes = page.locator('input[name=permission]')
  expect(await boxes.count()).toBeGreaterThan(5)
  await expect(page.locator('input[name=permission]:not(:checked)')).toHaveCount(0)
  await page.getByRole('button', { name: 'Read only' }).click()
  await expect(box(page, 'power')).not.toBeChecked()
  await expect(page.getByLabel('Description')).toHaveValue('Kept')
})

test('before the first key, What a key can do tells of every permission, All and Read only, and closes by Escape', async ({
  start,
}) => {
  const { page } = await start()
  await page.getByRole('button', { name: 'What a key can do' }).click()
  const dialog = page.getByRole('dialog', { name: 'What a key can do' })
  await expect(dialog.getByRole('rowheader', { name: 'Read only' })).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'extensions' })).toContainText('All')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'What a key can do' })).toBeFocused()
})
