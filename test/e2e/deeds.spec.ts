import type { Page } from 'playwright-core'
import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers
const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })

test('what somebody did to a server on its panel is told, and what may be secret only when asked for', async ({
  panel: { panel },
  ready: { page },
}) => {
  const properties = { command: 'whitelist add Steve' }
  panel.activity.add(survival, { event: 'server:console.command', username: 'robin', agoMs: 60_000, properties })
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'activity')
  const line = view(page).getByRole('listitem').filter({ hasText: 'Sent a console command' })
  await expect(line).toContainText('robin')
  await expect(page.getByText('whitelist add Steve')).toHaveCount(0)
  await line.getByRole('button', { name: /^Show details/ }).click()
  await expect(line).toContainText('whitelist add Steve')
})
