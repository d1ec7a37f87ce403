import { demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers

test('a startup variable is changed, saved on the panel, and followed by a restart', { tag: '@long' }, async ({
  panel: { panel },
  ready: { page },
}) => {
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'startup')
  const view = page.getByRole('region', { name: 'Survival', exact: true })
  const jar = view.getByRole('textbox', { name: /^Server Jar File/ })
  await jar.fill('paper.zip')
  await view.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(view.getByText('The value field format is invalid.')).toBeVisible()
  await jar.fill('paper.jar')
  await view.getByRole('button', { name: 'Save and restart with warning…' }).click()
  await expect(page.getByRole('dialog', { name: /Restart/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(view.getByText('Saved 1 change.')).toBeVisible()
  const puts = panel.requests().filter(({ method }) => method === 'PUT')
  expect(puts.map(({ path, status }) => [path, status])).toEqual([
    [`/api/client/servers/${survival}/startup/variable`, 422],
    [`/api/client/servers/${survival}/startup/variable`, 200],
  ])
})
