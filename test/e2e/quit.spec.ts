import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { StartedDemo } from '../fixtures/demo.ts'
import type { App } from './app.ts'
import { expect, test } from './fixture.ts'
import { answerQuestion, questionOf, questionsOf } from './question.ts'
import { until } from './until.ts'
import { addKey, reaches, serverRow } from './window.ts'

const message = 'Restart of Survival was not sent yet. Quit anyway?'

/**
 * The panel's answers to signals. A look at a server may be the first thing that it refuses: then the restart waits
 * without having been sent.
 */
const answers = ({ panel }: StartedDemo) =>
  panel
    .requests()
    .filter(({ method }) => method === 'POST')
    .map(({ status }) => status)

/** A restart of Survival that waits for the rate limit. */
async function queueRestart(page: Page, { panel }: StartedDemo): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  panel.setRateLimit({ requests: 0, windowMs: 25_000 })
  await serverRow(page, 'Survival').getByRole('button', { name: 'Restart Survival' }).click()
  await reaches(page, 'Survival', /^Restart queued/)
}

test('quitting while a restart waits for the rate limit asks first, and the log tells what was not sent', async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  await queueRestart(page, panel)

  await app.tray.click('Quit')
  await expect(await questionOf(app)).toContainText(message)
  await answerQuestion(app, 'Cancel')
  await expect(serverRow(page, 'Survival')).toContainText('Restart queued')

  await app.tray.click('Quit')
  await answerQuestion(app, 'Quit')
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
  expect([[], [429]]).toContainEqual(answers(panel))
  const log = readFileSync(join(app.profile, 'logs', 'servertray.log'), 'utf8')
  expect(log).toContain('"unsent":["Restart of Survival"]')
})

test('the question goes away by itself once the restart was sent, and the app quits', { tag: '@long' }, async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  await queueRestart(page, panel)
  panel.panel.setRateLimit({ requests: 1_000, windowMs: 60_000 })
  await app.tray.click('Quit')
  await questionOf(app)
  // The app may end before it has answered that its time is over.
  await app.hurry(25_000).catch(() => undefined)
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
  expect([[204], [429, 204]]).toContainEqual(answers(panel))
})

test('the window of a question that goes by itself is a no, and the app goes on', { tag: '@long' }, async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  await queueRestart(page, panel)
  for (const goes of [app.closeWindow, app.crashWindow]) {
    await app.tray.click('Quit')
    await questionOf(app)
    await goes('#question-')
    await until('the question to go', async () => (await questionsOf(app)).length === 0)
    await expect(serverRow(page, 'Survival')).toContainText('Restart queued')
  }
  // One that is open does not disturb the end either.
  await app.tray.click('Quit')
  await questionOf(app)
  await app.kill('SIGTERM')
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
})

test('on Wayland, where nothing is painted before it is shown, window and question come, and a second quit shows it', async ({
  start,
  panel,
}) => {
  // The first way to the panel is dead as well.
  const { app, page } = await start({
    system: 'linux',
    env: { XDG_SESSION_TYPE: 'wayland' },
    choices: { firstPaint: 'never', focus: 'refused', routes: 'PROXY 127.0.0.1:9; DIRECT' },
  })
  await addKey(page, { address: panel.baseUrl, token: panel.token(), label: 'Home' })
  await reaches(page, 'Survival', /^Running/)
  expect(await app.windows()).toMatchObject([{ isVisible: true, isFocused: false }])
  await queueRestart(page, panel)
  await app.tray.click('Quit')
  const shown = async () => (await questionsOf(app)).map(({ isVisible }) => isVisible)
  await expect.poll(shown).toEqual([true])
  await app.choose({ focus: 'given' })
  await app.tray.click('Quit')
  await expect.poll(async () => (await questionsOf(app)).map(({ isFocused }) => isFocused)).toEqual([true])
  await answerQuestion(app, 'Quit')
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
})

const ends: [string, (app: App) => Promise<unknown>][] = [
  ['at log-out, which Linux tells by a signal', (app) => app.kill('SIGTERM')],
  [
    'at shutdown',
    async (app) => {
      await app.powerEvent('shutdown')
      await app.tray.click('Quit')
    },
  ],
]
for (const [name, end] of ends) {
  test(`nothing is asked ${name}`, { tag: '@long' }, async ({ panel, ready }) => {
    const { app, page } = ready
    await queueRestart(page, panel)
    await end(app)
    expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
  })
}
