import { stateOf } from './bridge.ts'
import { expect, calmTest as test } from './fixture.ts'
import { trayHeadline, traySays } from './tray.ts'
import { goToServers, goToSettings, reaches, serverRow } from './window.ts'

test('games are asked once a person allowed it: counts in rows and tray, names in the head, and off again', async ({
  ready: { app, page },
}) => {
  await reaches(page, 'Survival', /^Running/)
  const players = async () => Object.values((await stateOf(page)).players)
  expect(await players()).toEqual([])
  await page.getByRole('button', { name: 'Players…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ask the games' }).click()

  await expect(serverRow(page, 'Survival')).toContainText(/\d+ \/ \d+, asked the game/)
  await traySays(app, 'Survival', /^Running {2}· {2}\d+\/\d+$/)
  await trayHeadline(app, /\d+ running · \d+ players?/)

  await serverRow(page, 'Survival').click()
  const head = page.locator('[data-pane]').getByRole('button', { name: /^Players: \d+ \/ \d+/ })
  await head.click()
  const list = page.getByRole('dialog', { name: 'Players of Survival' })
  await expect(list).toContainText(/asked the game/)
  await list.getByRole('button', { name: 'Ask the server (list)' }).click()
  await expect(list).toContainText('Its answer stands in the console.')
  await list.getByRole('button', { name: 'Game and port…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Players of Survival' })
  await dialog.getByRole('button', { name: 'Test' }).click()
  await expect(dialog.getByText(/^\d+ \/ \d+ players from 127\.0\.0\.1:\d+, after \d+ ms\.$/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).first().click()

  await goToSettings(page, 'Players')
  await page.getByRole('switch', { name: /^Ask the games of/ }).click()
  // What the console told when a person asked it stays, with its source.
  await expect.poll(async () => (await players()).flatMap(({ count }) => count?.source ?? [])).toEqual(['list-command'])
  await goToServers(page)
  await expect(serverRow(page, 'Survival')).toContainText('told by the server’s list')
})
