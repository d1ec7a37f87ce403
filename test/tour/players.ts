import { count } from '../../renderer/ui/format.ts'
import type { PlanView } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { stateOf } from '../e2e/bridge.ts'
import { until } from '../e2e/driver.ts'
import { trayHeadline } from '../e2e/tray.ts'
import { reaches, serverRow } from '../e2e/window.ts'
import type { Guide, Step } from './step.ts'

/** Servers that run all day. How many are on changes with the hour. */
const candidates = ['Survival', 'Creative & Plots']

/** The one of them with the most players on. */
async function busiest({ page }: Guide): Promise<ServerView> {
  return until('the counts of the servers', async () => {
    const { servers, players } = await stateOf(page)
    const counted = Object.values(servers)
      .filter(({ name }) => candidates.includes(name))
      .map((server) => ({ server, online: players[server.ref]?.count?.online ?? null }))
    if (counted.some(({ online }) => online === null)) return undefined
    return counted.sort((a, b) => (b.online ?? 0) - (a.online ?? 0))[0]?.server
  })
}

/** How many are on, and a restart that waits until nobody is, or somebody has it happen now. */
export const playersSteps: readonly Step[] = [
  {
    name: 'players',
    async run(guide) {
      const { app, page, picture } = guide
      await page.getByRole('button', { name: 'Players…' }).click()
      const question = page.getByRole('alertdialog')
      await question.waitFor()
      await picture('players-ask')
      await question.getByRole('button', { name: 'Ask the games' }).click()
      const { name } = await busiest(guide)
      await serverRow(page, name).getByText('asked the panel').waitFor({ state: 'attached' })
      const headline = await trayHeadline(app, /\d+ running · \d+ players?/)
      await picture('players')
      return `asked only after a yes; the tray says “${headline}”`
    },
  },
  {
    name: 'restart when empty',
    async run(guide) {
      const { page, picture } = guide
      const server = await busiest(guide)
      const { name, ref } = server
      await serverRow(page, name)
        .getByRole('button', { name: `More for ${name}` })
        .click()
      await page.getByRole('menuitem', { name: 'Restart with warning…' }).click()
      const dialog = page.getByRole('dialog', { name: `Restart ${name} with warning` })
      await dialog.getByText('When empty', { exact: true }).click()
      await picture('restart-when-empty')
      await dialog.getByRole('button', { name: 'Plan restart' }).click()
      await dialog.waitFor({ state: 'detached' })
      const plan = async (): Promise<PlanView | undefined> =>
        Object.values((await stateOf(page)).plans).find((one) => one.ref === ref)
      const waits = await until('the restart to wait', async () => (await plan())?.waiting?.online ?? undefined)
      await picture('waits-for-players')

      await serverRow(page, name).click()
      await page
        .getByRole('region', { name: 'Restart with warning' })
        .getByRole('button', { name: 'Restart now' })
        .click()
      await until('the server to run again', async () => (await plan())?.outcome === 'confirmed')
      await reaches(page, name, /^Running/)
      await page.getByRole('button', { name: 'Close the pane' }).click()
      return `${name} waited with ${count(waits, 'player')} on, and was restarted at a word`
    },
  },
]
