import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { systemClock } from '../../electron/lib/clock.ts'
import { demoServers, startDemo } from '../fixtures/demo.ts'
import { bridgeOf } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { answerQuestion, questionOf, questionsOf } from './question.ts'
import { until } from './until.ts'
import { addKey, commandResults, goToServers, reaches, serverRow, terminalShows, terminalText } from './window.ts'

const { survival } = demoServers

/** The console of Survival, with its boot in sight. */
async function openConsole(page: Page): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await serverRow(page, 'Survival').click()
  await terminalShows(page, 'Done (')
}

test('a console shows the boot, answers a command, outlives a lost network, and goes on', async ({ panel, ready }) => {
  const { page } = ready
  const { node } = panel.panel
  await openConsole(page)
  const input = page.getByLabel('Command for Survival')
  await input.fill('say before the cut')
  await input.press('Enter')
  await terminalShows(page, '[Server] before the cut')

  await node.hide()
  await expect(page.getByText(/couldn’t be reached for its console/)).toBeVisible()
  node.print(survival, ['printed while nobody could hear it'])
  // The panel is still there, and commands go through it.
  await input.fill('say through the panel')
  await input.press('Enter')
  await until('the result', async () => (await commandResults(page)).filter((word) => word === 'sent').length === 2)
  await node.start()

  await terminalShows(page, 'printed while nobody could hear it')
  await terminalShows(page, '[Server] through the panel')
  const shown = await terminalText(page)
  expect(shown.split('[Server] before the cut')).toHaveLength(2)
  expect(shown).not.toContain('Lines may be missing')
  await expect(page.getByText(/couldn’t be reached for its console/)).toBeHidden()
})

test('an address of a console is opened after a yes to the question of the app, and no address that hides where it leads', async ({
  start,
}) => {
  const { app, page } = await start()
  const bridge = await bridgeOf(page)
  const open = (address: string) =>
    bridge.evaluate(({ call }, wanted) => call('console:openLink', { address: wanted }), address)
  const address = 'https://xn--mp-xka.example.com/survival?x=12'
  for (const [button, opened] of [
    ['Cancel', []],
    ['Open', [address]],
  ] as const) {
    const answer = open(address)
    await expect(await questionOf(app)).toContainText('Open a page of xn--mp-xka.example.com in your browser?')
    await answerQuestion(app, button)
    expect(await answer).toEqual({ ok: true })
    expect(await app.openedLinks()).toEqual(opened)
  }
  expect(await open('https://panel.example.com@evil.example/')).toMatchObject({ ok: false })
  expect(await questionsOf(app)).toEqual([])
  expect(await app.openedLinks()).toEqual([address])
})

test('what is typed while the connection breaks is not sent twice, and is told', async ({ panel, ready }) => {
  const { page } = ready
  await openConsole(page)
  const input = page.getByLabel('Command for Survival')
  await input.fill('say only once')
  await panel.panel.node.stop()
  await input.press('Enter')
  await until('a result', async () => (await commandResults(page)).some((word) => /sent|not confirmed/.test(word)))
  await panel.panel.node.start()
  panel.panel.node.print(survival, ['after the cut'])
  await terminalShows(page, 'after the cut')
  await terminalShows(page, 'Done (')
  const printed = panel.panel.consoleLines(survival).filter((line) => line.includes('[Server] only once'))
  expect(printed.length).toBeLessThanOrEqual(1)
})

test('a console is kept while its window is hidden, and shows what was missed', { tag: '@long' }, async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  await openConsole(page)
  await app.closeWindow()
  await until('the window to be hidden', async () => (await app.windows()).every(({ isVisible }) => !isVisible))
  panel.panel.node.print(survival, ['printed behind a closed window'])
  await app.tray.click('Open Servertray')
  await terminalShows(page, 'printed behind a closed window')
})

test('a console in its own window is as live as the first, and one for both', { tag: '@long' }, async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  await openConsole(page)
  await page.getByRole('button', { name: 'Console options' }).click()
  await page.getByRole('menuitem', { name: 'Open in its own window' }).click()
  const own = await app.windowAt('#console=')
  await terminalShows(own, 'Done (')
  panel.panel.node.print(survival, ['for both windows'])
  await Promise.all([terminalShows(own, 'for both windows'), terminalShows(page, 'for both windows')])
  expect(panel.panel.node.sockets(survival)).toBe(1)
  await own.getByLabel('Command for Survival').fill('say from the small window')
  await own.keyboard.press('Enter')
  await terminalShows(page, '> say from the small window')
  await expect(own).toHaveTitle('Survival')
})

test('a panel without live output says so once and takes commands', { tag: '@long' }, async ({ start }) => {
  const panel = await startDemo({ clock: systemClock, liveOutput: false })
  try {
    const { page } = await start()
    await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Quiet' })
    await serverRow(page, 'Survival').click()
    await expect(page.getByText(/offers no live console/)).toHaveCount(1)
    await page.getByLabel('Command for Survival').fill('say hello')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'say hello' })).toContainText('sent')
    await goToServers(page)
  } finally {
    await panel.panel.dispose()
  }
})

test('a flood leaves the window usable, with the newest lines in it', { tag: '@long' }, async ({ panel, ready }) => {
  const { page } = ready
  await openConsole(page)
  const { node } = panel.panel
  let printed = 0
  let isOver = false
  const flood = (async () => {
    while (!isOver) {
      node.print(
        survival,
        Array.from({ length: 1_000 }, () => `flood ${++printed}`),
      )
      // The pace of the flood: 20,000 lines a second.
      await delay(50)
    }
  })()
  // The window is worked with all the while.
  for (let i = 0; i < 5; i += 1) {
    await page.getByRole('button', { name: 'Live', exact: true }).click()
    await page.getByRole('button', { name: 'Console', exact: true }).click()
  }
  // More than are kept.
  await until('a great many lines', () => printed > 200_000)
  isOver = true
  await flood
  await terminalShows(page, `flood ${printed}`)
  await page.locator('.xterm-screen').click()
  await page.keyboard.press('Home')
  await until('the top', async () => !(await terminalText(page)).includes(`flood ${printed}`))
  // More came than are kept: the oldest that are kept are not the first.
  const [oldest = ''] = (await terminalText(page)).split('\n')
  expect(oldest).not.toContain('Done')
})
