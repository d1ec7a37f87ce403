import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgeOf } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { goToSettings } from './window.ts'

test('settings go through a file from one computer to another, without tokens', { tag: '@long' }, async ({
  panel,
  ready,
  start,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'servertray-export-'))
  const env = { HOME: folder, USERPROFILE: folder }
  const { app: first } = ready
  await first.quit()
  const from = await start({ profile: first.profile, env })
  await goToSettings(from.page, 'Data')
  const exports = from.page.getByRole('button', { name: 'Export settings…' })

  await exports.click()
  await from.app.answerDialog('Cancel')
  await expect(exports).toBeEnabled()
  await expect(from.page.getByText(/Saved as/)).toHaveCount(0)

  await exports.click()
  await from.app.answerDialog('Save')
  await expect(from.page.getByText(/^Saved as /)).toBeVisible()
  const [, name = ''] = /Saved as (.+)\.$/.exec(await from.page.getByText(/^Saved as /).innerText()) ?? []
  const text = readFileSync(join(folder, name), 'utf8')
  expect(text).toContain(panel.baseUrl)
  expect(text).not.toContain(ready.token)

  // On first run there is nothing but this and a key of one's own.
  const to = await start({ env })
  const imports = to.page.getByRole('button', { name: 'Import settings…' })
  await imports.click()
  await to.app.answerDialog(name)
  await expect(to.page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(to.page.getByText('Paste its token with Replace token.').first()).toBeVisible()
  await goToSettings(to.page, 'Data')
  await imports.click()
  await to.app.answerDialog(name)
  await expect(to.page.getByText(/^1 key was already here/)).toBeVisible()
  rmSync(folder, { recursive: true, force: true })
})

const isDark = () => matchMedia('(prefers-color-scheme: dark)').matches

test('chosen colours hold for every window, from its first paint, and leave the tray icon alone', {
  tag: '@long',
}, async ({ ready, start }) => {
  const { app, page } = ready
  await goToSettings(page, 'General')
  const { image: light } = await app.tray.view()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(() => page.evaluate(isDark)).toBe(true)
  expect((await app.tray.view()).image.path).toBe(light.path)
  await (await bridgeOf(page)).evaluate(async ({ call }) => {
    const snapshot = await call('state:snapshot')
    const [server] = snapshot.ok ? Object.values(snapshot.value.state.servers) : []
    if (server !== undefined) await call('console:openWindow', { ref: server.ref })
  })
  expect(await (await app.windowAt('#console')).evaluate(isDark)).toBe(true)
  await app.quit()

  const next = await start({ profile: app.profile })
  expect(await next.page.evaluate(isDark)).toBe(true)
  await goToSettings(next.page, 'General')
  await next.page.getByText('System', { exact: true }).click()
  await expect.poll(() => next.page.evaluate(isDark)).toBe(false)
  await next.app.setTheme('dark')
  await expect.poll(() => next.page.evaluate(isDark)).toBe(true)
})

test('the folder with the settings is named, and opened', { tag: '@long' }, async ({ ready: { app, page } }) => {
  await goToSettings(page, 'Data')
  await expect(page.getByText(app.profile, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open folder of Profile' }).click()
  await until('the folder', async () => (await app.openedLinks()).includes(app.profile))
})

test('the first close says once that the app goes on, and how to end it', async ({ start }) => {
  const { app } = await start()
  test.skip(process.platform === 'win32', 'Windows shows notifications of an installed app alone')
  const told = async (of: typeof app) =>
    (await of.notifications()).filter(({ title }) => title === 'Servertray is still running')
  await app.closeWindow()
  const [first] = await until('the notification', async () => {
    const all = await told(app)
    return all.length > 0 ? all : undefined
  })
  expect(first?.body).toContain('choose Quit')
  await app.tray.press()
  await app.closeWindow()
  await until('the window to go', async () => (await app.windows()).every(({ isVisible }) => !isVisible))
  expect(await told(app)).toHaveLength(1)
  await app.quit()
  const next = await start({ profile: app.profile })
  await next.app.closeWindow()
  await until('the window to go', async () => (await next.app.windows()).every(({ isVisible }) => !isVisible))
  expect(await told(next.app)).toEqual([])
})
