import { count } from '../../renderer/ui/format.ts'
import type { PlanView } from '../../shared/model/restart.ts'
import type { ServerView } from '../../shared/model/server.ts'
import { bridgeOf, stateOf } from '../e2e/bridge.ts'
import { until } from '../e2e/driver.ts'
import { trayHeadline } from '../e2e/tray.ts'
import { reaches, serverRow } from '../e2e/window.ts'
import { must } from '../fixtures/demo.ts'
import type { Guide, Step } from './step.ts'

/** Servers that run all day, whose players can be sent away. How many are on changes with the hour. */
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

/** Asks a server's game now, as *Test* does; gives the names of who is on. */
async function whoIsOn({ page }: Guide, { ref }: ServerView): Promise<readonly string[]> {
  const { count } = must(await (await bridgeOf(page)).evaluate(({ call }, one) => call['players:test'](one), { ref }))
  if (count === null) throw new Error('the game did not answer')
  return count.names
}

/** Lets time go by in the app, and in its window, which shows it. */
async function pass({ app, page }: Guide, ms: number): Promise<void> {
  await app.passAwake(ms)
  await page.evaluate((passed) => {
    const before = Date.now
    Date.now = () => before() + passed
  }, ms)
}

/** Sends everybody away by the console. Some come back soon. */
async function sendAway(guide: Guide, server: ServerView): Promise<void> {
  const input = guide.page.getByLabel(`Command for ${server.name}`)
  for (const name of await whoIsOn(guide, server)) {
    await input.fill(`kick ${name}`)
    await input.press('Enter')
  }
  await until('the last player to leave', async () => (await whoIsOn(guide, server)).length === 0)
}

/** How many are on, and a restart that waits until nobody is. */
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
      await serverRow(page, name).getByText('asked the game').waitFor({ state: 'attached' })
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
      await until('a restart of the empty server', async () => {
        if ((await plan())?.phase !== 'counting') return true
        await sendAway(guide, server)
        // Two counts of nobody are 20 s apart; they need not be waited for.
        await pass(guide, 10_000)
        await pass(guide, 10_000)
        await whoIsOn(guide, server)
        return undefined
      })
      const isShown = async () => (await serverRow(page, name).innerText()).includes('0:0')
      await until('its last seconds', async () => (await isShown()) || (await plan())?.phase !== 'last-command')
      await picture('last-warning')
      await until('the server to run again', async () => (await plan())?.outcome === 'confirmed')
      await reaches(page, name, /^Running/)
      await page.getByRole('button', { name: 'Close the pane' }).click()
      return `${name} waited with ${count(waits, 'player')} on, and was restarted once nobody was`
    },
  },
]
