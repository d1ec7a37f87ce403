import { type DemoPanelPage, openDemoPanel } from '../e2e/demo-panel-page.ts'
import { until } from '../e2e/driver.ts'
import { goToKeys } from '../e2e/window.ts'
import type { Guide } from './step.ts'

/** Opens the panel's own pages through the link that the app hands to the browser. */
export async function openDemoSide({ app, page }: Guide): Promise<DemoPanelPage> {
  await page
    .getByRole('link', { name: 'API keys' })
    .or(page.getByRole('button', { name: 'API keys' }))
    .click()
  await goToKeys(page)
  const before = (await app.openedLinks()).length
  await page.getByRole('button', { name: 'Open the demo panel' }).click()
  const link = await until('the link to the demo panel', async () => (await app.openedLinks())[before])
  return openDemoPanel(link)
}
