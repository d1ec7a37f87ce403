import { permissions } from '../../shared/keys/permission.ts'
import { until } from '../e2e/driver.ts'
import { clickTraySignal } from '../e2e/tray.ts'
import { commandResults, goToServers, reaches, serverRow, terminalShows } from '../e2e/window.ts'
import { backupSteps } from './backups.ts'
import { openDemoSide } from './demo-side.ts'
import { panelSteps } from './panel.ts'
import { playersSteps } from './players.ts'
import type { Step } from './step.ts'

const server = 'Survival'
const ownKey = 'Servertray on this computer'

/** The main job, from the first start to a refusal, in the order in which a new owner meets it. */
export const steps: readonly Step[] = [
  {
    name: 'first run',
    async run({ page, picture }) {
      await page.getByRole('heading', { name: 'Your servers, one click away' }).waitFor()
      await picture('first-run')
      return 'the window offers to add an API key or to try the demo panel'
    },
  },
  {
    name: 'list',
    async run({ app, page, picture }) {
      await page.getByRole('button', { name: 'Try the demo panel' }).click()
      await serverRow(page, server).waitFor()
      await reaches(page, server, /^Running/)
      await page.getByRole('gridcell', { name: 'Unknown' }).first().waitFor({ state: 'detached' })
      const count = await page.getByRole('rowheader').count()
      for (const theme of ['dark', 'light'] as const) {
        await app.setTheme(theme)
        await picture(`list-${theme}`)
      }
      if (count !== 8) throw new Error(`expected 8 servers, saw ${count}`)
      return `${count} servers with their states; tray says “${await app.tray.tooltip()}”`
    },
  },
  ...playersSteps,
  {
    name: 'restart from the tray',
    async run({ app, page, picture }) {
      await clickTraySignal(app, server, 'Restart')
      await reaches(page, server, /^(Restarting|Restart queued)/)
      await picture('restart-from-tray')
      const busy = await until('the tray to say that an action runs', async () => {
        const tooltip = await app.tray.tooltip()
        return tooltip.includes('busy') ? tooltip : undefined
      })
      await reaches(page, server, /^Running · Restarted/)
      return `row and tray said so (“${busy}”), then the server was seen down and running again`
    },
  },
  {
    name: 'stop, start and kill in the window',
    async run({ page, picture }) {
      await serverRow(page, server)
        .getByRole('button', { name: `Stop ${server}` })
        .click()
      const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
      await question.waitFor()
      await picture('first-stop-asks')
      await question.getByRole('button', { name: 'Stop' }).click()
      await reaches(page, server, /^Offline/)
      await picture('stopped')
      await serverRow(page, server)
        .getByRole('button', { name: `Start ${server}`, exact: true })
        .click()
      await reaches(page, server, /^Running/)
      await serverRow(page, server)
        .getByRole('button', { name: `More for ${server}` })
        .click()
      await page.getByRole('menuitem', { name: /^Kill/ }).click()
      await question.waitFor()
      await picture('kill-asks')
      await question.getByRole('button', { name: /^Kill/ }).click()
      await reaches(page, server, /^Offline/)
      await serverRow(page, server)
        .getByRole('button', { name: `Start ${server}`, exact: true })
        .click()
      await reaches(page, server, /^Running/)
      return 'stopped, started, and killed only after a yes; each confirmed by the state that followed'
    },
  },
  {
    name: 'restart with a warning',
    async run({ app, page, picture }) {
      await page.keyboard.press('Control+k')
      const palette = page.getByRole('combobox', { name: 'Search servers or type a command' })
      await palette.fill('surv warning')
      await page.getByRole('option', { name: `Restart ${server} with warning…` }).waitFor()
      await picture('palette')
      await palette.press('Enter')
      const dialog = page.getByRole('dialog', { name: `Restart ${server} with warning` })
      await dialog.getByText('1 min', { exact: true }).first().click()
      await picture('restart-with-warning')
      await dialog.getByRole('button', { name: 'Plan restart' }).click()
      await reaches(page, server, /^Restarts in/)
      const told = await until('the tray to tell of the restart', async () => {
        const headline = (await app.tray.menu())[0]?.label
        return headline?.startsWith(`${server} restarts`) ? headline : undefined
      })
      await picture('countdown')
      await clickTraySignal(app, server, 'Restart now')
      await reaches(page, server, /^Restarting/)
      await reaches(page, server, /^Running/)
      return `the tray said “${told}”; hurried there, the server was restarted once and ran again`
    },
  },
  {
    name: 'console command',
    async run({ page, picture }) {
      await serverRow(page, server).click()
      const command = 'say Hello from the tour'
      const input = page.getByLabel(`Command for ${server}`)
      await input.fill(command)
      await input.press('Enter')
      // Not the command itself, which the server's output repeats.
      const answer = '[Server] Hello from the tour'
      await terminalShows(page, answer)
      await until('the result behind the command', async () => (await commandResults(page)).at(-1) === 'sent')
      await picture('console')
      await goToServers(page)
      return `sent, and the server printed “${answer}”`
    },
  },
  ...backupSteps,
  ...panelSteps,
  {
    name: 'a refused action',
    async run(guide) {
      const { page, picture } = guide
      const panel = await openDemoSide(guide)
      try {
        await panel.setPermissions(
          ownKey,
          permissions.filter((one) => one !== 'power'),
        )
        await goToServers(page)
        await serverRow(page, server)
          .getByRole('button', { name: `Restart ${server}` })
          .click()
        // The first question was left at asking every time.
        await page
          .getByRole('alertdialog')
          .or(page.getByRole('dialog'))
          .getByRole('button', { name: 'Restart' })
          .click()
        const message = page.getByText(/ lacks (Power|Console)\./).first()
        await message.waitFor()
        await picture('refused')
        return `“${((await message.textContent()) ?? '').replaceAll(/\s+/g, ' ')}”`
      } finally {
        await panel.setPermissions(ownKey, permissions)
        await panel.close()
      }
    },
  },
  {
    name: 'close the window, then quit',
    async run({ app }) {
      await app.closeWindow()
      await until('the window to be hidden', async () => (await app.windows()).every((window) => !window.isVisible))
      await app.tray.click('Quit')
      const { code } = await app.waitForExit()
      if (code !== 0) throw new Error(`the app ended with code ${code}`)
      return 'the tray went on without the window, and Quit ended the app'
    },
  },
]
