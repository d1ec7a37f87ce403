import { expect, type Locator, type Page, test } from '@playwright/test'
import { callsOf, putBridge } from './page-bridge.ts'
import { answers, live } from './scenes/console.ts'
import { scenes } from './scenes/scenes.ts'
import { manyServers, type Scene } from './scenes/world.ts'
import { serveWindow } from './window-server.ts'

let server: Awaited<ReturnType<typeof serveWindow>>
test.beforeAll(async () => {
  server = await serveWindow()
})
test.afterAll(() => server.close())

async function open(page: Page, name: string, answers?: Scene['answers']) {
  const scene = scenes.find((candidate) => candidate.name === name)
  if (scene === undefined) throw new Error(`no scene ${name}`)
  await putBridge(page, { state: scene.state, ...(answers && { answers }) })
  await page.goto(server.url)
  await page.locator('[data-window]').waitFor()
}

test('no script makes markup of text, nor a policy that would let it', async ({ page }) => {
  await open(page, 'servers')
  const thrown = await page.evaluate(() => {
    const tryOut = (run: () => void) => {
      try {
        run()
        return 'nothing'
      } catch (error) {
        return (error as Error).name
      }
    }
    const { trustedTypes } = globalThis as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): void }
    }
    return [
      tryOut(() => document.createElement('div').insertAdjacentHTML('beforeend', '<b>a</b>')),
      tryOut(() => trustedTypes.createPolicy('any', { createHTML: String })),
      tryOut(() => trustedTypes.createPolicy('default', { createHTML: String })),
    ]
  })
  expect(thrown).toEqual(['TypeError', 'TypeError', 'TypeError'])
})

/** Lists only the servers that match and goes to the first of them, with the keyboard alone. */
async function goToMatching(page: Page, query: string): Promise<void> {
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Search servers' })
  await field.waitFor()
  await page.keyboard.type(query)
  await expect(field).toHaveValue(query)
  const wanted = page.getByRole('option', { name: `List the servers matching “${query}”` })
  await wanted.waitFor()
  // Behind those that act.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    expect(await wanted.getAttribute('aria-selected')).toBe('true')
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').nth(1)).toBeFocused()
}

test('a server is restarted and killed with the keyboard alone, and the focus comes back each time', async ({
  page,
}) => {
  await open(page, 'servers')
  await goToMatching(page, 'survival')
  await expect(page.getByRole('row', { name: /Survival/ })).toBeFocused()
  // Past Start, which is shut while it runs.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Restart Survival', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await callsOf(page, 'servers:power')).toMatchObject([{ signal: 'restart', confirmed: false }])

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const more = page.getByRole('button', { name: 'More for Survival' })
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.type('ki')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog', { name: 'Kill Survival?' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(more).toBeFocused()
  expect(await callsOf(page, 'servers:power')).toHaveLength(1)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.type('ki')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => callsOf(page, 'servers:power')).toHaveLength(2)
  expect((await callsOf(page, 'servers:power'))[1]).toMatchObject({ signal: 'kill', confirmed: true })
})

test('a dialog that was opened from a menu gives the focus back to the menu’s button', async ({ page }) => {
  await open(page, 'servers')
  const more = page.getByRole('button', { name: 'More for Survival' })
  await more.click()
  await page.getByRole('menuitem', { name: /^Restart with warning/ }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(more).toBeFocused()
})

test('the dialogs of a key give the focus back', async ({ page }) => {
  await open(page, 'keys')
  await page.getByRole('button', { name: 'API keys', exact: true }).click()
  const add = page.getByRole('button', { name: 'Add a key' })
  await add.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Panel address')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(add).toBeFocused()
  const more = page.getByRole('button', { name: 'More for Home' })
  await more.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('ren')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name for this key')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
})

test('a token is not in the page after it was handed over', async ({ page }) => {
  const found = {
    ok: true as const,
    value: { baseUrl: 'https://a.example', servers: [{ name: 'A' }], leftOut: { unusable: 0, beyondBound: 0 } },
  }
  await open(page, 'first-run', { 'keys:check': found, 'keys:add': found })
  const token = page.getByLabel('Token')
  await page.getByLabel('Panel address').fill('a.example')
  await token.fill(`ptlc_verysecret${'x'.repeat(33)}`)
  await expect(token).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Add key' }).click()
  await expect(token).toHaveValue('')
  expect(await page.content()).not.toContain('verysecret')
})

test('the row stays in sight when its pane comes late and takes room from the list', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 420 })
  const loaded = Promise.withResolvers<void>()
  await page.route(/ServerFrame/, async (route) => {
    await loaded.promise
    await route.continue()
  })
  await putBridge(page, { state: manyServers })
  await page.goto(server.url)
  const selected = page.getByRole('row', { selected: true })
  await expect(selected).toBeInViewport({ ratio: 0.99 })
  // Whatever scrolled has come to rest.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
  })
  loaded.resolve()
  await page.locator('[data-pane]').waitFor()
  await expect(selected).toBeInViewport({ ratio: 0.99 })
})

test('the row of the server that the pane shows is in sight, however long the list', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 420 })
  await putBridge(page, { state: manyServers })
  await page.goto(server.url)
  const selected = page.getByRole('row', { selected: true })
  await expect(selected).toBeInViewport({ ratio: 0.99 })
  await expect(selected).toContainText('Server 900')

  await expect(page.getByLabel('Command for Server 900')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)
  await goToMatching(page, 'server 7')
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '272')
  // Only what is in sight, and a little around it, is in the page.
  expect(await page.getByRole('rowheader').count()).toBeLessThan(30)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(selected).toContainText('Server 997')
  await expect(selected).toBeInViewport({ ratio: 0.99 })
})

test('a low window keeps a row whole and every control in reach, whatever is told between list and pane', async ({
  page,
}) => {
  await page.setViewportSize({ width: 800, height: 420 })
  await open(page, 'servers-partial-pane-many')
  const row = page.getByRole('row', { name: /Survival/ })
  const list = page.getByRole('grid').locator('..')
  const heightOf = async (part: Locator) => (await part.boundingBox())?.height ?? 0
  await expect(page.getByRole('button', { name: '2 more' })).toBeVisible()
  await expect(page.getByLabel('Command for Survival')).toBeInViewport({ ratio: 1 })
  await expect(row).toBeInViewport({ ratio: 1 })
  expect(await heightOf(list)).toBeGreaterThanOrEqual(76)

  // More than even the smallest pane leaves room for: what is told is scrolled, and nothing is cut off.
  await row.getByRole('checkbox').check()
  for (const name of ['Clear the selection', '2 more', 'Replace token']) {
    await page.getByRole('button', { name }).scrollIntoViewIfNeeded()
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  await expect(page.getByLabel('Command for Survival')).toBeInViewport({ ratio: 1 })
})

test('by the keyboard alone: from the list to one server, its areas, a restart with warning, and back', async ({
  page,
}) => {
  const scene = { state: { ...live, app: { ...live.app, focus: null } }, answers }
  await putBridge(page, scene)
  await page.goto(server.url)
  const row = page.getByRole('row', { name: /Survival/ })
  const view = page.getByRole('region', { name: 'Survival', exact: true })
  const area = (name: string) => view.getByRole('button', { name, exact: true })
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Command for Survival')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Open full' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible()
  await expect(page.getByRole('grid')).toHaveCount(0)
  await expect(page.getByLabel('Command for Survival')).toBeFocused()

  const names = ['Live', 'Backups', 'Schedules', 'Files', 'Databases', 'Startup', 'Network', 'Users', 'Console']
  for (const [i, name] of names.entries()) {
    await page.keyboard.press(`Control+${((i + 1) % names.length) + 1}`)
    await expect(area(name)).toHaveAttribute('aria-current', 'page')
    await expect(page.locator('[data-pane]:focus, [data-pane] :focus')).toHaveCount(1)
  }
  expect((await callsOf(page, 'preferences:setArea')).map((call) => (call as { area: string }).area)).toEqual(
    names.map((name) => name.toLowerCase()),
  )

  await expect(page.getByLabel('Command for Survival')).toBeFocused()
  const warned = page.getByRole('button', { name: 'Restart with warning…' })
  for (let presses = 0; presses < 20 && !(await warned.evaluate((it) => it === document.activeElement)); presses += 1)
    await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Restart Survival with warning' })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  const plan = dialog.getByRole('button', { name: /^(Plan restart|Start countdown)$/ })
  for (let presses = 0; presses < 30 && !(await plan.evaluate((it) => it === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  expect(await callsOf(page, 'restart:plan')).toHaveLength(1)
  await expect(warned).toBeFocused()

  await page.keyboard.press('Alt+ArrowLeft')
  await expect(row).toBeFocused()
  await expect(page.getByRole('button', { name: 'Open full' })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})

test('the list comes back scrolled and ticked as it was, in either width', async ({ page }) => {
  await page.setViewportSize({ width: 980, height: 640 })
  await putBridge(page, { state: { ...manyServers, app: { ...manyServers.app, focus: null } } })
  await page.goto(server.url)
  const list = page.getByRole('grid').locator('..')
  const at = () => list.evaluate(({ scrollTop }) => scrollTop)
  for (const width of [980, 640]) {
    await page.setViewportSize({ width, height: 640 })
    await page
      .getByRole('row', { name: /Server 0/ })
      .first()
      .focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('row', { name: /Server 999/ })).toBeFocused()
    await page.keyboard.press('ArrowUp')
    const before = await at()
    await page.keyboard.press('Enter')
    if (width > 760) await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(page.getByRole('row', { name: /Server 998/ })).toBeFocused()
    if (width > 760) await page.getByRole('button', { name: 'Close the pane' }).click()
    else expect(await at()).toBe(before)
    await expect(page.getByRole('row', { name: /Server 998/ })).toBeInViewport({ ratio: 0.99 })
    await page.keyboard.press('Home')
  }
})
