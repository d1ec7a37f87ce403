import type { Page } from 'playwright-core'
import { goToArea, goToServers } from '../e2e/window.ts'
import type { Step } from './step.ts'

const server = 'Survival'
const viewOf = (page: Page) => page.getByRole('region', { name: server, exact: true })

/** What an owner would else open the browser for. */
export const panelSteps: readonly Step[] = [
  {
    name: 'edit a file',
    async run({ page, picture }) {
      const view = viewOf(page)
      await goToArea(page, server, 'files')
      await view.getByRole('grid', { name: 'Files' }).waitFor()
      await picture('files')
      await view.getByRole('row').filter({ hasText: 'server.properties' }).click()
      const line = page.locator('.cm-line').filter({ hasText: 'max-players=' })
      await line.click()
      await page.keyboard.press('End')
      await page.keyboard.type('0')
      await view.getByText('1 line changed').waitFor()
      await picture('file-edited')
      await page.keyboard.press('Control+s')
      const saved = view.getByText(/^Saved \d/)
      await saved.waitFor()
      const words = `“${await line.innerText()}” was saved to the panel: “${await saved.innerText()}”`
      await view.getByRole('button', { name: 'Close' }).click()
      return words
    },
  },
  {
    name: 'startup',
    async run({ page, picture }) {
      await goToArea(page, server, 'startup')
      const version = viewOf(page).getByRole('textbox', { name: /^Minecraft Version/ })
      await version.waitFor()
      await picture('startup')
      return `the version that it starts with is “${await version.inputValue()}”`
    },
  },
  {
    name: 'who did what',
    async run({ page, picture }) {
      await goToArea(page, server, 'activity')
      const deed = viewOf(page).getByRole('listitem').first()
      await deed.waitFor()
      await picture('activity')
      const words = (await deed.innerText()).replaceAll(/\s+/g, ' ')
      await goToServers(page)
      return `the newest that the panel knows: “${words}”`
    },
  },
]
