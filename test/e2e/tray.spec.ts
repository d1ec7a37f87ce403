import { demoServers } from '../fixtures/demo.ts'
import { startSessionBus, startWatcher, whyNoSessionBus } from '../fixtures/session-bus.ts'
import { type App, type System, systems, tagOf } from './app.ts'
import { setConfirm, stateOf } from './bridge.ts'
import { comesUp } from './demo-server.ts'
import { launchApp } from './driver.ts'
import { expect, oneApp, test } from './fixture.ts'
import { answerQuestion, questionOf } from './question.ts'
import { clickTraySignal, traySays } from './tray.ts'
import { until } from './until.ts'
import { addKey, goToServers, reaches } from './window.ts'

/** Waits until the tray shows this reading and says this of the servers. */
async function trayTells(app: App, reading: string, tooltip: string): Promise<void> {
  const file = new RegExp(`/${reading}(-|Template)`)
  await until(`the tray to tell ${reading}, ${tooltip}`, async () => {
    const view = await app.tray.view()
    expect(view.image.isEmpty).toBe(false)
    if (file.test(view.image.path ?? '') && view.tooltip === `Servertray: ${tooltip}`) return true
    throw new Error(`it tells ${view.image.path} ${view.tooltip}`)
  })
}

const guid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
/** What the system gets to know of the icon. */
const icons: Readonly<Record<System, Record<string, unknown>>> = {
  darwin: { guid, image: { isTemplate: true, pixels: [16, 32, 48] } },
  // This build is not signed.
  win32: { guid: null, image: { isTemplate: false, pixels: [16, 20, 24, 32, 48, 64] } },
  linux: { guid: null, image: { isTemplate: false, pixels: [22, 33, 44, 66] } },
}

for (const system of systems) {
  test(`icon, tooltip and menu follow the servers of a panel: ${system}`, { tag: tagOf(system) }, async ({
    panel,
    start,
  }) => {
    const { app, page } = await start({ system })
    await trayTells(app, 'unknown', 'no servers')
    expect(await app.tray.view()).toMatchObject(icons[system])
    const token = panel.token({ servers: [demoServers.survival, demoServers.hangsOnStop] })
    await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
    await trayTells(app, 'ok', '2 running')
    const labels = async () => (await app.tray.menu()).map(({ label }) => label)
    const servers = async () => (await labels()).filter((label) => label.includes(' · '))
    await expect.poll(servers).toEqual(['Modded 1.20  ·  Running', 'Survival  ·  Running'])

    await clickTraySignal(app, 'Survival', 'Stop')
    // Off on purpose, so nothing needs a person.
    await trayTells(app, 'ok', '1 running, 1 offline')
    await traySays(app, 'Survival', /^Offline$/)
    // The menu as it is now can be clicked, not the one that was set at first.
    await clickTraySignal(app, 'Survival', 'Start')
    await trayTells(app, 'ok', '2 running')

    await clickTraySignal(app, 'Modded 1.20', 'Stop')
    await trayTells(app, 'busy', '1 running, 1 busy')
    const { submenu } = await traySays(app, 'Modded 1.20', /^Stopping…$/)
    const enabled = submenu.filter((item) => item.enabled && item.type !== 'separator').map(({ label }) => label)
    expect(enabled).toEqual(['Kill…', 'Back up now', 'Open console'])
  })
}

test('macOS: the app stands in the Dock only while a window is open', { tag: '@long' }, async ({ start }) => {
  const { app } = await start({ system: 'darwin' })
  const isInDock = async () => (await app.places()).isDockIconVisible
  expect(await isInDock()).toBe(true)
  // A window that was just made shows a moment later.
  await until('the window', async () => (await app.windows())[0]?.isVisible)
  await app.closeWindow()
  await expect.poll(isInDock).toBe(false)
  await app.tray.click('Open Servertray')
  await expect.poll(isInDock).toBe(true)
})

test('Windows: the jump list offers a restart of what was last used, which asks first', { tag: '@long' }, async ({
  panel,
  start,
}) => {
  const { app, page } = await start({ system: 'win32' })
  expect((await app.places()).tasks).toMatchObject([{ title: 'Open Servertray' }])
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
  await clickTraySignal(app, 'Survival', 'Restart')
  const [, restart] = await until('the task', async () => {
    const { tasks } = await app.places()
    return tasks?.length === 2 ? tasks : undefined
  })
  expect(restart?.title).toBe('Restart Survival…')
  const signals = () => panel.panel.requests().filter(({ path }) => path.endsWith('/power')).length
  await until('the signal', () => signals() === 1)
  await app.secondInstance(['servertray', ...(restart?.arguments.split(' ') ?? [])])
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Restart Survival?')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(signals()).toBe(1)
})

test.describe('with one key', () => {
  const shared = oneApp()

  test('notifications are muted from the tray, and turned on again', async () => {
    const { app } = shared()
    await app.tray.click('Mute notifications', 'For 4 h')
    const muted = await until('the tray to say until when', async () =>
      (await app.tray.menu()).find(({ label }) => /^Muted until \d\d:\d\d$/.test(label)),
    )
    await app.tray.click(muted.label, 'Unmute')
    await until('the tray to offer mute again', async () =>
      (await app.tray.menu()).some(({ label }) => label === 'Mute notifications'),
    )
  })

  test('Settings… opens the window on the settings', async () => {
    const { app } = shared()
    await app.closeWindow()
    await app.tray.click('Settings…')
    await until('the window to be back', async () => (await app.windows()).some((window) => window.isVisible))
    await (await app.window()).getByRole('heading', { name: 'Settings', exact: true }).waitFor()
  })

  test('the first Restart asks whether to ask from now on, once; the tray keeps to the answer', async () => {
    const { app, page, panel } = shared()
    const signals = () => panel.panel.requests().filter(({ path }) => path.endsWith('/power')).length
    await setConfirm(page, { asked: false })
    // The window decides by its copy of the preferences, which comes a moment later: a new page begins with them.
    await page.reload()
    await goToServers(page)
    await reaches(page, 'Survival', /^Running/)
    await page.getByRole('button', { name: 'Restart Survival' }).click()
    await expect(page.getByLabel('Ask every time')).toBeChecked()
    await comesUp({ app, panel, identifier: demoServers.survival }, async () => {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Restart' }).click()
      await until('the signal', async () => signals() === 1)
      await reaches(page, 'Survival', /^Restarting/)
    })
    expect((await stateOf(page)).preferences.confirm).toEqual({
      start: 'never',
      stop: 'ask',
      restart: 'ask',
      asked: true,
    })
    await app.closeWindow()
    await traySays(app, 'Survival', /Running$/)
    await clickTraySignal(app, 'Survival', 'Stop…')
    await expect(await questionOf(app)).toContainText('Stop Survival?')
    await answerQuestion(app, 'Cancel')
    await clickTraySignal(app, 'Survival', 'Stop…')
    await answerQuestion(app, 'Stop')
    await until('the signal', async () => signals() === 2)
  })
})

const reason = whyNoSessionBus()
/** How long a missing tray may take to come. */
const trayMayTakeMs = 10_000

test('without a tray the app says so, uses one that comes, and closing the window quits', async ({ panel, start }) => {
  test.skip(reason !== null, reason ?? '')
  const bus = await startSessionBus()
  try {
    const { app, page } = await start({ env: { ...bus.env, SERVERTRAY_TRAY: 'ask' } })
    await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
    await reaches(page, 'Survival', /^Running/)
    await page.getByRole('button', { name: 'Settings' }).click()
    const missing = page.getByRole('heading', { name: 'No tray icon on this desktop' })
    await missing.waitFor()
    const watcher = await startWatcher(bus, { hasHost: true })
    await missing.waitFor({ state: 'detached' })
    watcher.end()
    await until('the missing tray to be told', async () => {
      await app.hurry(trayMayTakeMs)
      return missing.isVisible()
    })
    await app.closeWindow()
    expect((await app.waitForExit()).code).toBe(0)
  } finally {
    await bus.dispose()
  }
})

test('started hidden without a tray, the app shows its window', { tag: '@long' }, async () => {
  test.skip(reason !== null, reason ?? '')
  const bus = await startSessionBus()
  try {
    const env = { ...bus.env, SERVERTRAY_VAULT: 'memory', SERVERTRAY_TRAY: 'ask' }
    const app = await launchApp({ args: ['--hidden'], env })
    try {
      await until('the window', async () => {
        await app.hurry(trayMayTakeMs)
        return (await app.windows()).some((window) => window.isVisible)
      })
    } finally {
      await app.dispose()
    }
  } finally {
    await bus.dispose()
  }
})
