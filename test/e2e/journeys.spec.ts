import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissions } from '../../shared/keys/permission.ts'
import type { StartedDemo } from '../fixtures/demo.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { type MenuItemView, systems, tagOf } from './app.ts'
import { stateOf } from './bridge.ts'
import { comesUp } from './demo-server.ts'
import { until } from './driver.ts'
import { expect, oneApp, test } from './fixture.ts'
import { answerQuestion } from './question.ts'
import { clickTraySignal, traySays, trayServer } from './tray.ts'
import { addKey, commandResults, goToKeys, goToServers, reaches, serverRow, terminalShows } from './window.ts'

const posts = ({ panel }: StartedDemo) => panel.requests().filter(({ method }) => method === 'POST')

const forms: [string, (origin: string) => string][] = [
  ['the panel alone', (origin) => origin],
  ['a page of the panel', (origin) => `${origin}/server/${demoServers.survival}`],
  ['the full base address', (origin) => `${origin}/api/client`],
  ['a base address with slashes and a query', (origin) => `${origin}/api/client//?page=2#top`],
]
test('keys are added from whatever a person pasted of one panel, and its servers are listed', async ({
  panel,
  start,
}) => {
  const { page } = await start()
  for (const [index, [name, form]] of forms.entries()) {
    const address = form(new URL(panel.baseUrl).origin)
    if (index > 0) {
      await goToKeys(page)
      await page.getByRole('button', { name: 'Add a key' }).click()
    }
    await test.step(name, () => addKey(page, { address, token: `  ${panel.token()}  `, label: name }))
    await expect.poll(async () => Object.keys((await stateOf(page)).keys)).toHaveLength(index + 1)
  }
  await goToServers(page)
  await expect(page.getByRole('rowheader')).toHaveCount(8)
  await reaches(page, 'Survival', /^Running/)
  await reaches(page, 'Event world', /^Suspended/)
  expect(Object.values((await stateOf(page)).panels)).toMatchObject([{ baseUrl: panel.baseUrl }])
})

test('a wrong token is said where it was typed, and nothing is kept', async ({ panel, start }) => {
  const { app, page } = await start()
  await addKey(page, { address: panel.baseUrl, token: `ptlc_${'x'.repeat(43)}`, label: 'Wrong' })
  await expect(page.getByText(/wrong, incomplete or expired, or its key was deleted/)).toBeVisible()
  await expect(page.getByLabel('Panel address')).toHaveValue(panel.baseUrl)
  expect((await stateOf(page)).keys).toEqual({})
  expect(readFileSync(join(app.profile, 'settings.json'), 'utf8')).not.toContain(panel.baseUrl)
})

for (const system of systems) {
  test(`a tray action that is refused is told, and offered again until it works: ${system}`, {
    tag: tagOf(system),
  }, async ({ panel, start }) => {
    const { app, page } = await start({ system })
    const description = 'No power'
    const token = panel.token({ description, permissions: permissions.filter((one) => one !== 'power') })
    await addKey(page, { address: panel.baseUrl, token, label: description })
    await reaches(page, 'Survival', /^Running/)
    await clickTraySignal(app, 'Survival', 'Restart')
    const [shown] = await until('a notification', async () => {
      const notifications = await app.notifications()
      return notifications.length > 0 ? notifications : undefined
    })
    expect(shown).toMatchObject({ title: 'Restart of Survival was refused' })
    expect(posts(panel)).toMatchObject([{ status: 403 }])
    await expect(serverRow(page, 'Survival')).toContainText('Restart refused')
    await app.clickNotification('Restart of Survival was refused')
    await expect(page.getByLabel('Command for Survival')).toBeVisible()
    await expect(page.locator('[data-pane]')).toContainText(/ lacks Power\./)

    const again = ({ label, enabled }: MenuItemView) => enabled && /^Restart \(was refused \d\d:\d\d\)$/.test(label)
    const { submenu } = await trayServer(app, 'Survival', (item) => item.submenu.some(again))
    const key = panel.panel.listKeys().find((one) => one.description === description)
    must(panel.panel.updateKey(key?.id ?? '', { permissions }))
    await clickTraySignal(app, 'Survival', submenu.find(again)?.label ?? '')
    await until('the second answer', () => posts(panel).length === 2)
    expect(posts(panel)).toMatchObject([{ status: 403 }, { status: 204 }])
  })
}

test('keys survive a restart of the app; a token kept in memory is asked for again', async ({ ready, start }) => {
  const { app } = ready
  await app.quit()
  const again = await start({ profile: app.profile })
  await goToKeys(again.page)
  await expect(again.page.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect(again.page.getByText('Token can’t be read')).toBeVisible()
  await expect(again.page.getByText(/Paste the token again/).first()).toBeVisible()
})

test.describe('with one key', () => {
  const shared = oneApp()

  test('a second start hands over to the first and ends', async () => {
    const { app } = shared()
    await app.closeWindow()
    await until('the window to be hidden', async () => (await app.windows()).every((window) => !window.isVisible))
    expect(await app.startSecond()).toMatchObject({ code: 0 })
    await until('the window to come back', async () => (await app.windows()).some((window) => window.isVisible))
  })

  test('a restart from the tray works with no window, is sent once, and is seen to come back', async () => {
    const { app, page, panel } = shared()
    const before = posts(panel).length
    await reaches(page, 'Survival', /^Running/)
    await app.closeWindow()
    await until('the window to be hidden', async () => (await app.windows()).every((window) => !window.isVisible))
    await comesUp({ app, panel, identifier: demoServers.survival }, async () => {
      await clickTraySignal(app, 'Survival', 'Restart')
      await traySays(app, 'Survival', /^Restarting/)
    })
    await traySays(app, 'Survival', /^Running$/)
    expect(posts(panel).slice(before)).toMatchObject([
      { path: `/api/client/servers/${demoServers.survival}/power`, status: 204 },
    ])
    await expect.poll(async () => (await app.tray.menu())[2]?.label).toBe('Restart Survival')
    await app.tray.click('Open Servertray')
    await until('the window to be back', async () => (await app.windows()).some((window) => window.isVisible))
  })

  test('kill from the tray asks first; Cancel sends nothing', async () => {
    const { app, page, panel } = shared()
    const before = posts(panel).length
    await reaches(page, 'Rust', /^Running/)
    await clickTraySignal(app, 'Rust', 'Kill…')
    await answerQuestion(app, 'Cancel')
    expect(posts(panel)).toHaveLength(before)
    await clickTraySignal(app, 'Rust', 'Kill…')
    await answerQuestion(app, 'Kill')
    await reaches(page, 'Rust', /^Offline/)
    expect(posts(panel)).toHaveLength(before + 1)
  })

  test('a console command is sent once, remembered, and refused in words when the server is down', async () => {
    const { page, panel } = shared()
    const before = posts(panel).length
    await reaches(page, 'Survival', /^Running/)
    await serverRow(page, 'Survival').click()
    await terminalShows(page, 'Done (')
    const input = page.getByLabel('Command for Survival')
    await input.fill('say hello there')
    await input.press('Enter')
    await terminalShows(page, '> say hello there')
    await until('the result behind it', async () => (await commandResults(page)).includes('sent'))
    await until('the line on the server', async () =>
      panel.panel.consoleLines(demoServers.survival).some((line) => line.includes('hello there')),
    )
    // It went through the panel, once, and the server printed it once.
    expect(posts(panel)).toHaveLength(before + 1)
    expect(
      panel.panel.consoleLines(demoServers.survival).filter((line) => line.includes('[Server] hello there')),
    ).toHaveLength(1)
    await input.press('ArrowUp')
    await expect(input).toHaveValue('say hello there')
    await serverRow(page, 'Survival').getByRole('button', { name: 'Stop Survival' }).click()
    await reaches(page, 'Survival', /^Offline/)
    await expect(page.getByText('Server is not running').first()).toBeVisible()
  })

  test('removing a key asks, then takes its servers and its token away', async () => {
    const { app, page } = shared()
    await goToKeys(page)
    await page.getByRole('button', { name: 'More for Home' }).click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /^Remove/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Your servers, one click away' })).toBeVisible()
    expect(JSON.parse(readFileSync(join(app.profile, 'settings.json'), 'utf8'))).toMatchObject({ keys: [], panels: [] })
  })
})
