import { stateOf } from './bridge.ts'
import { editPlayers, filesView, fileText, openFiles } from './files-page.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { goToArea, reaches } from './window.ts'

test('a hidden window keeps a text that is not saved, for hours', { tag: '@long' }, async ({
  ready: { app, page },
}) => {
  await openFiles(page)
  await editPlayers(page)
  await app.closeWindow()
  await until('the window to go', async () => (await app.windows())[0]?.isVisible === false)
  for (let hour = 0; hour < 3; hour += 1) await app.hurry(3_600_000)
  await app.tray.click('Open Servertray')
  await expect(fileText(page)).toContainText('max-players=200')
  await expect(filesView(page).getByText('edited')).toBeVisible()
})

test('a hidden window keeps an edited startup, for hours', {
  tag: '@long',
}, async ({ ready: { app, page } }) => {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'startup')
  const jar = filesView(page).getByRole('textbox', { name: /^Server Jar File/ })
  await jar.fill('paper.jar')
  await until('the app to know', async () => (await stateOf(page)).app.unsaved.length > 0)
  await app.closeWindow()
  await until('the window to go', async () => (await app.windows())[0]?.isVisible === false)
  for (let hour = 0; hour < 3; hour += 1) await app.hurry(3_600_000)
  await app.tray.click('Open Servertray')
  await expect(jar).toHaveValue('paper.jar')
})

test('a page that dies with a text is told in the next window', { tag: '@long' }, async ({ ready: { app, page } }) => {
  await openFiles(page)
  await editPlayers(page)
  await app.crashWindow()
  await until('the window to go', async () => (await app.windows()).length === 0)
  await app.tray.click('Open Servertray')
  const next = await app.window()
  await expect(
    next.getByText(/What you changed in \/server\.properties of Survival was not saved, and is lost/),
  ).toBeVisible()
})

test('the end of a session asks nothing, also with a text that is not saved', { tag: '@long' }, async ({
  ready: { app, page },
}) => {
  await openFiles(page)
  await editPlayers(page)
  await app.kill('SIGTERM')
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
})
