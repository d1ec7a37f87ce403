import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bridgeOf } from './bridge.ts'
import { launchApp } from './driver.ts'
import { expect, test } from './fixture.ts'
import { answerQuestion, questionOf } from './question.ts'
import { addKey } from './window.ts'

let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'servertray-login-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

const installed = (system: string, more: object = {}) => ({
  env: {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    SERVERTRAY_STANDIN_SYSTEM: system,
    SERVERTRAY_STANDIN_CHOICES: JSON.stringify({ isPackaged: true, ...more }),
  },
})

test('on Linux: asked at the end of the first run, changed in Settings, and as the desktop has it', async ({
  panel,
  start,
}) => {
  const { page } = await start(installed('linux'))
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
  const entry = join(folder, 'config', 'autostart', 'app.servertray.desktop')
  expect(existsSync(entry)).toBe(false)
  await page.getByRole('checkbox', { name: 'Start at login' }).check()
  await page.getByRole('button', { name: 'Show my servers' }).click()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  const toggle = page.getByRole('switch', { name: 'Start at login' })
  await expect(toggle).toHaveAttribute('aria-checked', 'true')
  expect(readFileSync(entry, 'utf8')).toContain('--hidden')
  // The desktop's own tool turns it off; the page is looked at again.
  writeFileSync(entry, `${readFileSync(entry, 'utf8')}Hidden=true\n`)
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-checked', 'true')
  expect(readFileSync(entry, 'utf8')).not.toContain('Hidden=true')
  await toggle.click()
  await expect(toggle).toHaveAttribute('aria-checked', 'false')
  expect(existsSync(entry)).toBe(false)
})

for (const { system, loginItem, shown } of [
  { system: 'win32', loginItem: 'works', shown: 'true' },
  { system: 'win32', loginItem: 'refused', shown: 'false' },
  { system: 'darwin', loginItem: 'works', shown: 'true' },
  { system: 'darwin', loginItem: 'needs-approval', shown: 'true' },
])
  test(`on ${system} a login item that ${loginItem}`, async ({ panel, start }) => {
    const { page } = await start(installed(system, { loginItem }))
    await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
    await page.getByRole('button', { name: 'Show my servers' }).click()
    await page.getByRole('button', { name: 'Settings', exact: true }).click()
    const toggle = page.getByRole('switch', { name: 'Start at login' })
    await expect(toggle).toHaveAttribute('aria-checked', 'false')
    await toggle.click()
    await expect(toggle).toHaveAttribute('aria-checked', shown)
    await expect(page.getByText('The system didn’t accept the change.')).toHaveCount(loginItem === 'refused' ? 1 : 0)
    await expect(page.getByText(/^Allow it in macOS first/)).toHaveCount(loginItem === 'needs-approval' ? 1 : 0)
  })

test('macOS, which gives no arguments at login, starts it in the tray all the same', async () => {
  for (const openedAtLogin of [true, false]) {
    const app = await launchApp(installed('darwin', { openedAtLogin }))
    await app.tray.view()
    expect((await app.windows()).length).toBe(openedAtLogin ? 0 : 1)
    await app.dispose()
  }
})

test('an AppImage on Wayland is added to the applications menu with a yes, once, and links lead to it', async ({
  start,
}) => {
  const { app, page } = await start({
    ...installed('linux'),
    choices: { isPackaged: true },
    env: { ...installed('linux').env, XDG_SESSION_TYPE: 'wayland', APPDIR: '/', APPIMAGE: '/apps/Servertray.AppImage' },
  })
  const entry = join(folder, '.local', 'share', 'applications', 'app.servertray.desktop')
  const choose = async (accelerator: string) =>
    (await bridgeOf(page)).evaluate(
      ({ call }, keys) => call('preferences:setShortcut', { accelerator: keys }),
      accelerator,
    )
  const chosen = choose('Control+Alt+Space')
  await expect(await questionOf(app)).toContainText('Add Servertray to your applications menu?')
  await expect(await questionOf(app)).toContainText(entry)
  await answerQuestion(app, 'Add')
  expect(await chosen).toMatchObject({ ok: true })
  expect(readFileSync(entry, 'utf8')).toContain('Exec="/apps/Servertray.AppImage" %u\n')
  expect(await choose('Control+Alt+K')).toMatchObject({ ok: true })
})
