import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { goToArea, reaches, serverRow, terminalShows } from './window.ts'

const { survival } = demoServers
const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const line = (page: Page, text: string | RegExp) => view(page).getByRole('listitem').filter({ hasText: text })

test('activity that the account may not see, and that nobody here knows', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { page } }) => {
  panel.activity.add(survival, {
    event: 'extension:players.ban',
    username: 'robin',
    agoMs: 5_000,
    properties: { player: '<b>Steve</b>', address: '203.0.113.9' },
  })
  panel.deny(['activity.read'])
  await reaches(page, 'Survival', /^Running/)
  await serverRow(page, 'Survival').click()
  await terminalShows(page, 'Done')
  const input = page.getByLabel('Command for Survival')
  await input.fill('say of the app')
  await input.press('Enter')
  await goToArea(page, 'Survival', 'activity')
  await expect(view(page).getByText(/^The panel’s activity could not be read, so this is only what/)).toBeVisible()
  // What the app did itself needs no panel.
  const command = line(page, /ommand/)
  await expect(command).toHaveCount(1)
  await expect(command).toContainText('from the window')

  panel.deny([])
  await view(page).getByRole('button', { name: 'Try again' }).click()
  const strange = line(page, 'Players: ban')
  await expect(strange).toContainText('robin')
  await expect(page.getByText('203.0.113.9')).toHaveCount(0)
  await strange.getByRole('button', { name: /^Show details/ }).click()
  await expect(strange).toContainText('203.0.113.9')
  await expect(strange).toContainText('<b>Steve</b>')

  await view(page).getByLabel('What to show').selectOption('console')
  const details = command.getByRole('button', { name: /^Show details/ })
  await expect(details).toBeVisible()
  await expect(command).toHaveCount(1)
  await expect(page.getByText('say of the app')).toHaveCount(0)
  await details.click()
  await expect(command).toContainText('say of the app')
})
