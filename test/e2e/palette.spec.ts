import type { Page } from 'playwright-core'
import { must, type StartedDemo } from '../fixtures/demo.ts'
import type { App } from './app.ts'
import { bridgeOf, setConfirm, stateOf } from './bridge.ts'
import { until } from './driver.ts'
import { expect, test } from './fixture.ts'
import { sendAway } from './send-away.ts'
import { reaches } from './window.ts'

const keys = 'Control+Alt+Space'

const setShortcut = async (page: Page, accelerator: string | null) =>
  (await bridgeOf(page)).evaluate(
    ({ call }, wanted) => call('preferences:setShortcut', { accelerator: wanted }),
    accelerator,
  )

const restarts = (panel: StartedDemo) =>
  panel.panel
    .requests()
    .filter(({ method, path }) => method === 'POST' && path.endsWith('/power'))
    .map(({ path }) => path)

const paletteOf = async (app: App) => (await app.windows()).find(({ url }) => url.endsWith('#palette'))
const paletteGone = (app: App) => until('the palette to go', async () => (await paletteOf(app)) === undefined)

/** Presses the global shortcut and waits for the palette's window. */
async function openPalette(app: App): Promise<Page> {
  await app.pressShortcut(keys)
  const page = await app.windowAt('#palette')
  await expect(page.getByRole('combobox')).toBeFocused()
  return page
}

test('the shortcut is off until it is chosen; another program’s is refused, and the one before stays', async ({
  ready: { app, page },
}) => {
  await expect(app.pressShortcut(keys)).rejects.toThrow('does not hold')
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const field = page.getByRole('button', { name: /^Shortcut: / })
  await field.click()
  await page.keyboard.press('Control+Alt+Space')
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible()
  const { globalShortcut: chosen } = (await stateOf(page)).preferences
  expect(chosen).toMatch(/\+Space$/)
  await app.takeShortcut((chosen ?? '').replace('Space', 'K'))
  await field.click()
  await page.keyboard.press('Control+Alt+K')
  await expect(page.getByRole('alert').filter({ hasText: /is taken by|did not give/ })).toBeVisible()
  expect((await stateOf(page)).preferences.globalShortcut).toBe(chosen)
  await app.closeWindow()
  await app.pressShortcut(chosen ?? '')
  await app.windowAt('#palette')
  await app.pressShortcut(chosen ?? '')
  await paletteGone(app)
})

test('with no window, the shortcut opens the palette over everything; Escape and a second press send it away', async ({
  ready: { app, page },
}) => {
  await reaches(page, 'Survival', /^Running/)
  must(await setShortcut(page, keys))
  await app.closeWindow()
  const palette = await openPalette(app)
  const stands = async () => {
    const { bounds, isFocused } = (await paletteOf(app)) ?? { bounds: null, isFocused: false }
    return { bounds, isFocused }
  }
  await expect.poll(stands).toEqual({ bounds: { x: 640, y: 330, width: 640, height: 420 }, isFocused: true })
  expect((await app.windows()).filter(({ isVisible }) => isVisible)).toHaveLength(1)
  await sendAway(app, palette, () => palette.keyboard.press('Escape'))
  await openPalette(app)
  await app.pressShortcut(keys)
  await paletteGone(app)
  expect((await app.windows()).filter(({ isVisible }) => isVisible)).toEqual([])
  expect((await app.tray.menu()).length).toBeGreaterThan(0)
})

test('the palette goes when the person turns to something else', { tag: '@long' }, async ({ ready: { app, page } }) => {
  must(await setShortcut(page, keys))
  await app.closeWindow()
  await openPalette(app)
  await app.tray.press()
  await paletteGone(app)
  const [window] = await app.windows()
  expect(window).toMatchObject({ isVisible: true, isFocused: true })
})

test('Enter acts from the shortcut’s palette, or asks first where that was chosen', { tag: '@long' }, async ({
  panel,
  ready: { app, page },
}) => {
  await reaches(page, 'Survival', /^Running/)
  await reaches(page, 'Creative & Plots', /^Running/)
  must(await setShortcut(page, keys))
  await setConfirm(page, { restart: 'ask' })
  await app.closeWindow()

  const asking = await openPalette(app)
  await asking.keyboard.type('restart survival')
  await asking.keyboard.press('Enter')
  const question = asking.getByRole('alertdialog').or(asking.getByRole('dialog'))
  await expect(question).toContainText('Survival')
  await sendAway(app, asking, () => question.getByRole('button', { name: 'Cancel' }).click())
  expect(restarts(panel)).toEqual([])

  const saying = await openPalette(app)
  await saying.keyboard.type('restart survival')
  await saying.keyboard.press('Enter')
  await sendAway(app, saying, () => saying.getByRole('button', { name: 'Restart', exact: true }).click())
  await until('one restart', () => restarts(panel).length === 1)

  await app.tray.press()
  await setConfirm(await app.window(), { restart: 'never' })
  await app.closeWindow()
  const acting = await openPalette(app)
  await acting.keyboard.type('restart creative')
  await sendAway(app, acting, () => acting.keyboard.press('Enter'))
  await until('another restart', () => restarts(panel).length === 2)
})

test('in the main window, Ctrl+K or the shortcut opens the palette there, and the keyboard restarts a server', async ({
  panel,
  ready: { app, page },
}) => {
  await reaches(page, 'Survival', /^Running/)
  must(await setShortcut(page, keys))
  await setConfirm(page, { restart: 'never' })
  await app.pressShortcut(keys)
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toBeFocused()
  expect(await paletteOf(app)).toBeUndefined()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('restart surv')
  await expect(page.getByRole('option', { selected: true })).toContainText('Restart Survival')
  await page.keyboard.press('Enter')
  await until('one restart', () => restarts(panel).length === 1)
  await reaches(page, 'Survival', /^Running/)
  await expect(page.getByRole('combobox', { name: 'Type a command' })).toHaveCount(0)
})

test('before the first key, the shortcut shows the way in', { tag: '@long' }, async ({ start }) => {
  const { app, page } = await start()
  must(await setShortcut(page, keys))
  await app.closeWindow()
  await app.pressShortcut(keys)
  await until('the window', async () => (await app.windows()).some(({ isVisible }) => isVisible))
  expect(await paletteOf(app)).toBeUndefined()
})
