import type { Page } from 'playwright-core'
import { z } from 'zod'
import { call, demoServers } from '../fixtures/demo.ts'
import { expect, test } from './fixture.ts'
import { goToArea, reaches } from './window.ts'

const { survival } = demoServers
const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const field = (page: Page, name: string) => view(page).getByRole('textbox', { name: new RegExp(`^${name}`) })

test('startup values that the panel refuses, that somebody else changed, and that the account may not change any more', {
  tag: '@long',
}, async ({ panel: demo, ready: { page } }) => {
  const { panel } = demo
  const path = `${demo.baseUrl}/servers/${survival}/startup`
  const change = (key: string, value: string) => call(`${path}/variable`, demo.token(), 'PUT', { key, value })
  const shared = { description: '', isEditable: true, isHidden: false }
  panel.startup.addVariables(survival, [
    {
      ...shared,
      name: 'WORLD_SEED',
      label: 'World Seed',
      value: '1',
      // A rule that only the panel can judge.
      rule: { text: 'required|string|unlucky:13', input: z.string().refine((value) => value !== '13') },
    },
    {
      ...shared,
      name: 'MOTTO',
      label: 'Motto',
      value: 'Hello',
      rule: { text: 'required|string|max:40', input: z.string().max(40) },
    },
  ])
  await reaches(page, 'Survival', /^Running/)
  await goToArea(page, 'Survival', 'startup')
  await field(page, 'World Seed').fill('13')
  await field(page, 'Motto').fill('Mine')
  expect((await change('MOTTO', 'Theirs')).status).toBe(200)

  await view(page).getByRole('button', { name: 'Save', exact: true }).click()
  // One stands beside its field in the panel's words; the other replaces nothing that was not seen.
  await expect(field(page, 'World Seed')).toHaveAttribute('aria-invalid', 'true')
  await expect(view(page).getByText(/Somebody changed this meanwhile to “Theirs”/)).toBeVisible()
  await expect(field(page, 'Motto')).toHaveValue('Mine')
  const puts = () =>
    panel.requests().filter(({ method, path: to }) => method === 'PUT' && to.endsWith('/startup/variable'))
  expect(puts().map(({ status }) => status)).toEqual([200, 422])

  await field(page, 'World Seed').fill('14')
  await view(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect(view(page).getByText('Saved 2 changes.')).toBeVisible()
  expect(puts().map(({ status }) => status)).toEqual([200, 422, 200, 200])

  // What the account may not do any more is said at the next look.
  panel.deny(['startup.update'])
  await page.reload()
  await goToArea(page, 'Survival', 'startup')
  await expect(view(page).getByText('Your account may not do it.').first()).toBeVisible()
  await expect(view(page).getByRole('textbox')).toHaveCount(0)
})
