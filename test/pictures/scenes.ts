import type { Page } from 'playwright-core'
import type { App } from '../e2e/app.ts'
import { clickTraySignal, traySays, trayServer } from '../e2e/tray.ts'
import { until } from '../e2e/until.ts'
import { commandResults, goToArea, reaches, serverRow, terminalShows } from '../e2e/window.ts'
import type { Frame } from './film.ts'
import { trayPage } from './tray-drawing.ts'

/** The running app with its window, and an empty page of the same size to draw on. */
export type Stage = {
  readonly app: App
  readonly page: Page
  readonly desktop: Page
  readonly scheme: 'light' | 'dark'
}

const server = 'Survival'

/** Has the games asked how many are on, and waits until the tray says so, which the list does before. */
async function showPlayers({ app, page }: Stage): Promise<void> {
  await page.getByRole('button', { name: 'Players…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ask the games' }).click()
  await traySays(app, server, /\d+\/\d+$/)
}

/** Opens the console of the server below the list, with its first lines drawn. */
async function openConsole(stage: Stage): Promise<void> {
  const { page } = stage
  await reaches(page, server, /^Running/)
  await showPlayers(stage)
  await page.getByRole('gridcell', { name: 'Unknown' }).first().waitFor({ state: 'detached' })
  await serverRow(page, server).click()
  await terminalShows(page, 'Done')
}

/** The tray's menu with the server's submenu open, the pointer over *Restart*. */
async function drawTray({ app, desktop, scheme }: Stage): Promise<Buffer> {
  const { label } = await trayServer(app, server, ({ submenu }) => submenu.some(({ enabled }) => enabled))
  const time = new Date().toTimeString().slice(0, 5)
  await desktop.setContent(trayPage({ scheme, menu: await app.tray.menu(), open: label, over: 'Restart', time }))
  return desktop.screenshot()
}

/** The pictures that stand still, in the order in which they are taken of one running app. */
export const stills: readonly { readonly name: string; take(stage: Stage): Promise<Buffer> }[] = [
  {
    name: 'window',
    async take(stage) {
      await openConsole(stage)
      return stage.page.screenshot()
    },
  },
  { name: 'tray', take: drawTray },
  {
    name: 'server',
    async take({ page }) {
      await page.getByRole('button', { name: 'Open full' }).click()
      await page.getByRole('button', { name: 'Back to the list' }).waitFor()
      await page.getByRole('button', { name: 'Live' }).click()
      await page.getByRole('radio', { name: '24 h' }).check({ force: true })
      await page.getByRole('img', { name: /^CPU in the last 24 hours, now .*Between/ }).waitFor()
      return page.screenshot()
    },
  },
  {
    name: 'backups',
    async take({ page }) {
      await goToArea(page, server, 'backups')
      await page.getByRole('button', { name: 'Keep…' }).waitFor()
      await page.getByRole('rowheader').first().waitFor()
      return page.screenshot()
    },
  },
  {
    name: 'files',
    async take({ page }) {
      await goToArea(page, server, 'files')
      await page.getByRole('row').filter({ hasText: 'server.properties' }).click()
      await page.locator('.cm-line').filter({ hasText: 'max-players=' }).click()
      await page.keyboard.press('End')
      await page.keyboard.type('0')
      await page.getByText('1 line changed').waitFor()
      const picture = await page.screenshot()
      await page.keyboard.press('Control+z')
      await page.getByText('1 line changed').waitFor({ state: 'detached' })
      return picture
    },
  },
  {
    name: 'restart',
    async take({ page }) {
      await page.locator('[data-pane]').getByRole('button', { name: 'Restart with warning…' }).click()
      await page.getByRole('dialog', { name: `Restart ${server} with warning` }).waitFor()
      return page.screenshot()
    },
  },
]

/** The main job: a restart from the tray, seen to come back, and a command. */
export async function filmFrames(stage: Stage): Promise<readonly Frame[]> {
  const { app, page } = stage
  const frames: Frame[] = []
  const keep = async (ms: number) => void frames.push({ png: await page.screenshot(), ms })

  await openConsole(stage)
  frames.push({ png: await drawTray(stage), ms: 2_500 })
  await clickTraySignal(app, server, 'Restart')
  await reaches(page, server, /^Restarting/)
  await keep(2_000)
  await reaches(page, server, /^Running/)
  await keep(2_000)
  await page.getByRole('combobox', { name: `Command for ${server}` }).fill('say Back again, sorry for the wait')
  await keep(1_500)
  await page.getByRole('button', { name: 'Send' }).click()
  await terminalShows(page, '[Server] Back again, sorry for the wait')
  await until(
    'the command to be sent',
    async () => (await commandResults(page)).some((result) => !result.includes('sending')) || undefined,
  )
  await keep(3_500)
  return frames
}
