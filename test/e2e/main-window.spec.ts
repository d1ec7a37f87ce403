import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'

test('the window comes back maximised', { tag: '@long' }, async ({ start }) => {
  const { app } = await start()
  await app.sizeWindow('maximized')
  await app.closeWindow()
  await app.quit()
  const next = await start({ profile: app.profile })
  await until('the window to be maximised', async () => (await next.app.windows())[0]?.isMaximized)
})

test('the window comes back where it was, but not on a screen that is gone', { tag: '@long' }, async ({ start }) => {
  const laptop = { x: 0, y: 0, width: 1_440, height: 900 }
  const second = { x: 1_440, y: 0, width: 1_920, height: 1_080 }
  const { app } = await start()
  await app.closeWindow()
  await app.quit()
  const { profile } = app
  const file = join(profile, 'settings.json')
  const settings = { ...JSON.parse(readFileSync(file, 'utf8')) }
  writeFileSync(file, JSON.stringify({ ...settings, windowBounds: { x: 2_000, y: 100, width: 980, height: 640 } }))
  for (const [displays, isThere] of [
    [[laptop, second], true],
    [[laptop], false],
  ] as const) {
    const next = await start({ profile, choices: { displays: [...displays] } })
    expect((await next.app.windows())[0]?.bounds.x === 2_000).toBe(isThere)
    // Killed, so that what stands on disk stays.
    await next.app.kill()
  }
})

for (const { system, leavesFirst } of [
  { system: 'darwin', leavesFirst: true },
  { system: 'win32', leavesFirst: false },
  { system: 'linux', leavesFirst: false },
] as const)
  test(`a full-screen window goes when it is closed, and comes back: ${system}`, {
    tag: leavesFirst ? [] : '@long',
  }, async ({ start }) => {
    const { app } = await start({ system })
    await until('the window', async () => (await app.windows())[0]?.isVisible)
    await app.sizeWindow('full-screen')
    await until('full screen', async () => (await app.windows())[0]?.isFullScreen)
    await app.closeWindow()
    await until('the window to go', async () => (await app.windows())[0]?.isVisible === false)
    expect((await app.windows())[0]?.isFullScreen).toBe(!leavesFirst)
    await app.secondInstance(['servertray'])
    await until('the window', async () => (await app.windows())[0]?.isVisible)
  })

test('a second start that is hidden opens nothing', async ({ start }) => {
  const { app } = await start()
  await until('the window', async () => (await app.windows())[0]?.isVisible)
  await app.closeWindow()
  await until('the window to go', async () => (await app.windows())[0]?.isVisible === false)
  await app.secondInstance(['servertray', '--hidden'])
  await app.secondInstance(['servertray', '--hidden', '--demo'])
  expect((await app.windows())[0]?.isVisible).toBe(false)
  await app.secondInstance(['servertray'])
  await until('the window', async () => (await app.windows())[0]?.isVisible)
})

test('a right click offers what can be done with a text, and nothing copies a token', { tag: '@long' }, async ({
  start,
}) => {
  const { app, page } = await start({ runtime: 'standin' })
  const menuAt = async (field: Locator, ...labels: readonly string[]) => {
    await field.click({ button: 'right' })
    await until(`the menu ${labels}`, async () => {
      const items = (await app.popup()).filter(({ type }) => type !== 'separator')
      const shown = items.map(({ label, enabled }) => (enabled ? label : `(${label})`))
      if (shown.join() === labels.join()) return true
      throw new Error(`it is ${shown}`)
    })
  }
  const address = page.getByLabel('Panel address')
  await address.fill('https://panel.example.com')
  await address.selectText()
  await menuAt(address, 'Cut', 'Copy', 'Paste', 'Select All')
  const token = page.getByLabel('Token', { exact: true })
  await token.fill('ptlc_something')
  await token.selectText()
  await menuAt(token, '(Cut)', '(Copy)', 'Paste', 'Select All')
})

test('a part with a menu of its own gets no second one', { tag: '@long' }, async ({ ready }) => {
  const { app, page } = ready
  test.skip(app.runtime === 'electron', 'Electron does not tell of menus that pop up')
  // What is selected could be copied, were it not for that menu.
  await page.evaluate(() => document.getSelection()?.selectAllChildren(document.body))
  await page.getByRole('row').filter({ hasText: 'Survival' }).click({ button: 'right' })
  await page.getByRole('menu').waitFor()
  expect(await app.popup()).toEqual([])
})
