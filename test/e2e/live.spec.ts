import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoServers } from '../fixtures/demo.ts'
import { expect, oneApp, test } from './fixture.ts'
import { traySays } from './tray.ts'
import { goToServers, goToSettings, reaches, serverRow } from './window.ts'

const shared = oneApp()

test('a stop that hangs stalls after its time; Kill is offered in its row and in the tray, and works', async () => {
  const { app, page, panel } = shared()
  const name = 'Modded 1.20'
  await goToSettings(page, 'Restarts')
  await page.getByRole('combobox', { name: 'Stop limit' }).selectOption('1 min')
  await goToServers(page)
  await reaches(page, name, /^Running/)
  await page.getByRole('button', { name: `Stop ${name}` }).click()
  await reaches(page, name, /^Stopping/)
  await app.passTime(61_000)
  const row = serverRow(page, name)
  await expect(row).toContainText('Stop stalled')
  await expect(row.getByRole('button', { name: `Retry: stop ${name}` })).toBeVisible()
  const { submenu } = await traySays(app, name, /Stop stalled$/)
  expect(submenu.slice(0, 2)).toMatchObject([
    { label: 'Retry stop', enabled: true },
    { label: 'Kill…', enabled: true },
  ])
  expect((await app.tray.view()).image.path).toMatch(/\/attention/)
  await row.getByRole('button', { name: 'Kill…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kill' }).click()
  await reaches(page, name, /^Offline/)
  const posts = panel.panel.requests().filter(({ method }) => method === 'POST')
  expect(posts.map(({ path }) => path.split('/').at(-2))).toEqual([demoServers.hangsOnStop, demoServers.hangsOnStop])
})

// With an app of its own: the test above moved the clock of the other one ahead of its window's, which draws nothing that
// lies ahead.
test('load is drawn, and a pinned server comes first and is remembered', async ({ ready: { app, page } }) => {
  await reaches(page, 'Survival', /^Running/)
  await serverRow(page, 'Survival').click()
  const pane = page.getByRole('region', { name: 'Survival' })
  await pane.getByRole('button', { name: 'Live' }).click()
  await expect(pane.getByRole('img', { name: /^CPU in the last ten minutes, now/ })).toBeVisible()
  await expect(pane.locator('figure polyline').first()).toHaveAttribute('points', /\S+ \S+/)
  // A panel's past is what was read of it, and nothing more.
  await pane.getByRole('radio', { name: '24 h' }).check({ force: true })
  await expect(pane.getByRole('img', { name: /^CPU in the last 24 hours, now .*Between/ })).toBeVisible()
  await expect(pane.getByText(/^Recorded since \d\d:\d\d\.$/)).toBeVisible()
  await page.keyboard.press('Escape')

  const first = page.getByRole('rowheader').first()
  await expect(first).not.toHaveText('Survival')
  await page.getByRole('button', { name: 'More for Survival' }).click()
  await page.getByRole('menuitem', { name: 'Pin to the top' }).click()
  await expect(first).toHaveText('Survival')
  await expect(page.getByRole('button', { name: /^Pinned/ })).toBeVisible()
  await app.quit()
  const { preferences } = JSON.parse(readFileSync(join(app.profile, 'settings.json'), 'utf8'))
  expect(preferences.pinned).toEqual([expect.stringMatching(new RegExp(`/${demoServers.survival}$`))])
})
