import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { demoServers, startDemo } from '../fixtures/demo.ts'
import { createFakeClock, type FakeClock } from '../fixtures/fake-clock.ts'
import type { App } from './app.ts'
import { bridgeOf, stateOf } from './bridge.ts'
import { cachedForMs } from './demo-server.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { addKey, goToSettings, reaches } from './window.ts'

/** How long news of a server is kept back. */
const heldForMs = 6_000

/** What was told of a server so far. */
const toldOf = async (app: App, name: string) =>
  (await app.notifications()).filter(({ title, body }) => title.includes(name) || body.includes(name))

/** Lets the time of the panel alone go by, by the second, until `condition` holds. */
async function passTime(clock: FakeClock, condition: () => boolean): Promise<void> {
  const end = clock.now() + 15 * 60_000
  while (!condition()) {
    if (clock.now() > end) throw new Error('the condition did not come to hold in a quarter of an hour')
    await clock.advance(1_000)
  }
}

test('the crashing server of the demo panel is reported once; Restart brings it back, and the list has it all', async ({
  start,
}) => {
  const clock = createFakeClock(Date.now())
  // So slow a start that the app sees the server down before the panel has it up again.
  const demo = await startDemo({ clock, timings: { startMs: 60 * 60_000 } })
  // Linux shows no buttons.
  const { app, page } = await start({ system: 'darwin' })
  const token = demo.token()
  await addKey(page, { address: demo.baseUrl, token, label: 'Home' })
  await reaches(page, 'Skyblock', /^Running/)
  expect(await app.notifications()).toEqual([])

  const isDown = () => demo.panel.consoleLines(demoServers.crashes).some((line) => line.includes('crashed state'))
  await passTime(clock, isDown)
  await app.passTime(cachedForMs)
  await reaches(page, 'Skyblock', /^Crashed \d\d:\d\d/)
  await app.hurry(heldForMs)
  await until('the notification', async () => (await toldOf(app, 'Skyblock')).length > 0)
  expect(await toldOf(app, 'Skyblock')).toMatchObject([{ title: 'Skyblock crashed', buttons: ['Restart', 'Mute 1 h'] }])

  await app.pressNotification('Skyblock crashed', 'Restart')
  const power = `/api/client/servers/${demoServers.crashes}/power`
  await until('the signal at the panel', () => demo.panel.requests().some(({ path }) => path === power))
  expect(demo.panel.requests().filter(({ method }) => method === 'POST')).toMatchObject([{ path: power, status: 204 }])
  const isUp = () => demo.panel.consoleLines(demoServers.crashes).some((line) => line.includes('Done ('))
  for (let minute = 0; minute < 61; minute += 1) await clock.advance(60_000)
  expect(isUp()).toBe(true)
  await app.passTime(cachedForMs)
  await reaches(page, 'Skyblock', /^Running/)
  expect(await toldOf(app, 'Skyblock')).toHaveLength(1)

  const file = join(app.profile, 'activity.jsonl')
  await until('the end of the action in the list', () => readFileSync(file, 'utf8').includes('"confirmed"'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /Skyblock.*Started.*from a notification$/,
    /Skyblock.*Crashed$/,
  ])
  await demo.panel.dispose()
})

/** Waits until the server was read once more. */
async function readAnew(page: Page, name: string): Promise<void> {
  const readAt = async () =>
    Object.values((await stateOf(page)).servers).find((one) => one.name === name)?.observedAt ?? 0
  const before = await readAt()
  await until('a new reading', async () => (await readAt()) > before)
}

test('a notification mutes the others for an hour, leads to its server, and gives way to one for many', {
  tag: '@long',
}, async ({ start, panel }) => {
  const { app, page } = await start({ system: 'darwin' })
  const token = panel.token()
  await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
  const crash = async (...servers: (readonly [name: string, identifier: string])[]) => {
    // Only what ran a moment ago is known to have crashed, and the clock was moved since the last reading.
    for (const [name] of servers) await readAnew(page, name)
    for (const [name] of servers) await reaches(page, name, /^Running/)
    for (const [, identifier] of servers) panel.panel.crash(identifier)
    await app.passTime(cachedForMs)
    for (const [name] of servers) await reaches(page, name, /^Crashed/)
    await app.hurry(heldForMs)
  }
  await crash(['Survival', demoServers.survival])
  await until('the notification', async () => (await toldOf(app, 'Survival crashed')).length > 0)
  await app.pressNotification('Survival crashed', 'Mute 1 h')
  await crash(['Creative & Plots', demoServers.creative])

  await (await bridgeOf(page)).evaluate(({ call }) => call('preferences:mute', { choice: null }))
  await crash(['Modded 1.20', demoServers.hangsOnStop])
  await until('the notification', async () => (await toldOf(app, 'Modded 1.20 crashed')).length > 0)
  expect((await app.notifications()).map(({ title }) => title)).toEqual(['Survival crashed', 'Modded 1.20 crashed'])
  await app.clickNotification('Modded 1.20 crashed')
  await expect(page.getByLabel('Command for Modded 1.20')).toBeVisible()

  await crash(['Rust', demoServers.rust], ['Factorio', demoServers.factorio])
  const open = await until('one notification for all', async () => {
    const shown = (await app.notifications()).filter(({ isOpen }) => isOpen)
    return shown.some(({ body }) => body.includes('Rust') && body.includes('Factorio')) ? shown : undefined
  })
  expect(open.map(({ title }) => title.replace(/^\d/, 'n'))).toEqual(['n servers went down unexpectedly'])
})

const systemOf = (system: NodeJS.Platform) => ({ SERVERTRAY_STANDIN_SYSTEM: system })
const onlyStandIn = 'only the stand-in runs as another system'

test('macOS asks for permission when the first key is added, and what it does not show is said in the window', {
  tag: '@long',
}, async ({ start, panel }) => {
  const { app, page } = await start({ env: systemOf('darwin'), choices: { notifications: 'asks' } })
  test.skip(app.runtime === 'electron', onlyStandIn)
  await page.getByRole('heading', { name: 'Your servers, one click away' }).waitFor()
  expect(await app.askedForNotifications()).toBe(false)
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
  await until('the question', () => app.askedForNotifications())

  await app.choose({ notifications: 'denied' })
  await goToSettings(page, 'Notifications')
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  const notice = page.getByText('The system didn’t show a notification from Servertray.')
  await notice.waitFor()
  await expect(page.getByText('Allow them under System Settings, Notifications.')).toBeVisible()

  await app.choose({ notifications: 'shown' })
  await page.getByRole('button', { name: 'Send a test notification' }).click()
  await until('the notification', async () =>
    (await app.notifications()).some(({ title }) => title === 'Notifications work'),
  )
  await expect(notice).toHaveCount(0)
})

test('from source on Windows, where a notification would register a bare Electron, the window tells', {
  tag: '@long',
}, async ({ start }) => {
  const { app, page } = await start({ system: 'win32', choices: { isDefaultApp: true } })
  await app.secondInstance(['servertray', 'servertray://open/zzzzzzzz'])
  await expect(page.getByText('That link leads nowhere here')).toBeVisible()
  expect(await app.notifications()).toEqual([])
})

test('on Windows a notification that an earlier run left leads to its server', { tag: '@long' }, async ({
  start,
  panel,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'servertray-toast-'))
  const settings = {
    profile,
    // The token must be there for both runs.
    choices: { safeStorage: 'works' as const, isPackaged: true },
    env: { ...systemOf('win32'), SERVERTRAY_VAULT: '', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
  }
  const first = await start(settings)
  test.skip(first.app.runtime === 'electron', onlyStandIn)
  const token = panel.token()
  await addKey(first.page, { address: panel.baseUrl, token, label: 'Home' })
  await first.page.getByRole('button', { name: 'Show my servers' }).click()
  await reaches(first.page, 'Survival', /^Running/)
  panel.panel.crash(demoServers.survival)
  await first.app.passTime(cachedForMs)
  await reaches(first.page, 'Survival', /^Crashed/)
  await first.app.hurry(heldForMs)
  const [crashed] = await until('the notification', async () => {
    const told = await toldOf(first.app, 'Survival crashed')
    return told.length > 0 ? told : undefined
  })
  await first.app.quit()

  const { app, page } = await start(settings)
  await reaches(page, 'Survival', /^(?:Offline|Crashed|Stopped)/)
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await app.activateToast({ type: 'click', arguments: crashed?.activation ?? '' })
  await expect(page.getByLabel('Command for Survival')).toBeVisible()
  await app.quit()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})
