import fc from 'fast-check'
import type { Page } from 'playwright-core'
import type { AppState } from '../../shared/state/state-schema.ts'
import { demoServers, type StartedDemo } from '../fixtures/demo.ts'
import { hostileArgv, nearlyLinks } from '../fixtures/hostile-links.ts'
import type { App } from './app.ts'
import { stateOf, toldBy } from './bridge.ts'
import { until } from './driver.ts'
import { expect, test } from './fixture.ts'
import { reaches, serverRow } from './window.ts'

const restartLink = (identifier: string) => `servertray://restart/${identifier}`

const actions = (panel: StartedDemo) => panel.panel.requests().filter(({ method }) => method !== 'GET')
const question = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'))
const saysNowhere = (app: App, page: Page) =>
  until('the answer', async () =>
    (await toldBy(app, page)).some(({ title }) => title === 'That link leads nowhere here'),
  )

/** What of the state an action would change. */
function marks({ keys, panels, plans, bulks, schedules, preferences, servers }: AppState) {
  const acted = Object.values(servers).filter(({ action }) => action !== null)
  return { keys: Object.keys(keys), panels: Object.keys(panels), plans, bulks, schedules, preferences, acted }
}

test('hostile links and starts do nothing but look and ask', { tag: '@long' }, async ({
  panel,
  ready: { app, page },
}) => {
  await reaches(page, 'Survival', /^Running/)
  // Of a server that is off as its key is added it is learned that this is meant.
  await until('what is learned', async () => (await stateOf(page)).preferences.expectedOff.length > 0)
  const before = marks(await stateOf(page))
  const numRuns = 2_500
  for (const url of fc.sample(nearlyLinks, numRuns)) await app.openUrl(url)
  for (const argv of fc.sample(hostileArgv, numRuns)) await app.secondInstance(['servertray', ...argv])
  // The last of them is one that is seen, so that those before it have been dealt with.
  await app.secondInstance(['servertray', '--demo', restartLink(demoServers.survival)])
  await until('the last of them', async () => {
    const { focus } = (await stateOf(page)).app
    return focus !== null && 'dialog' in focus && focus.dialog === 'confirm-restart'
  })
  await expect(question(page)).toContainText('A link asks for this')
  expect(marks(await stateOf(page))).toEqual(before)
  expect(actions(panel)).toEqual([])
  expect(await app.windows()).toHaveLength(1)
  expect(app.output()).not.toContain('rror')

  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(question(page)).toHaveCount(0)
  expect(actions(panel)).toEqual([])
})

test('a link shows the closed window and asks; the yes is one restart, and the question does not come back', async ({
  panel,
  ready: { app, page },
}) => {
  await reaches(page, 'Survival', /^Running/)
  await app.closeWindow()
  await app.openUrl(restartLink(demoServers.survival))
  const shown = await app.window()
  await expect(question(shown)).toContainText('Restart Survival?')
  await expect(question(shown)).toContainText(new URL(panel.baseUrl).origin)
  expect((await app.windows()).map(({ isVisible }) => isVisible)).toEqual([true])

  // Another link does not slip under the hand.
  await app.openUrl(restartLink(demoServers.creative))
  await until('the other link', async () => {
    const { focus } = (await stateOf(shown)).app
    return focus !== null && 'ref' in focus && focus.ref.endsWith(demoServers.creative)
  })
  await expect(question(shown)).toContainText('Restart Survival?')
  await question(shown).getByRole('button', { name: 'Restart', exact: true }).click()
  await reaches(shown, 'Survival', /^Running.*Restarted/s)
  await expect(question(shown)).toHaveCount(0)
  expect(actions(panel).map(({ path }) => path)).toEqual([expect.stringContaining(demoServers.survival)])
})

test('a link opens a server’s console; one that nobody has leads nowhere, also on first run', async ({
  ready: { app, page },
  start,
}) => {
  await app.openUrl(`servertray://open/${demoServers.survival}`)
  await expect(page.getByRole('region', { name: /Survival/ }).first()).toBeVisible()
  await app.openUrl('servertray://open/zzzzzzzz')
  await saysNowhere(app, page)
  const first = await start()
  await first.app.openUrl(restartLink(demoServers.survival))
  await saysNowhere(first.app, first.page)
  await expect(question(first.page)).toHaveCount(0)
})

test('the link that starts the app is followed once the servers are known, and no option beside it', {
  tag: '@long',
}, async ({ start }) => {
  const { app, page } = await start({ args: ['--demo'] })
  await serverRow(page, 'Survival').waitFor()
  await app.quit()
  const argv = ['servertray://kill/a1b2c3d4', '--hidden', restartLink('zzzzzzzz'), restartLink(demoServers.survival)]
  const next = await start({ profile: app.profile, args: argv })
  await expect(question(next.page)).toContainText('Restart Survival?')
  const { acted } = marks(await stateOf(next.page))
  expect(acted).toEqual([])
})
