import type { Page } from 'playwright-core'
import { demoServers, type StartedDemo } from '../fixtures/demo.ts'
import { callsOn } from '../fixtures/demo-calls.ts'
import type { TestPanel } from '../fixtures/demo-panel/test-panel.ts'
import { type HoldingFront, startHoldingFront } from '../fixtures/holding-front.ts'
import type { App, LaunchOptions } from './app.ts'
import { replaceToken, schedulesAsked } from './backups-page.ts'
import { stateOf } from './bridge.ts'
import { expect, test } from './fixture.ts'
import { until } from './until.ts'
import { addKey, goToArea, goToServers, reaches } from './window.ts'

const { survival } = demoServers
const minute = 60_000

/** Half a day away from now, so that it is not due, at a full minute. */
const inHalfADay = () => new Date(Math.floor(Date.now() / minute) * minute + 12 * 60 * minute)

/** A planned restart of Survival, each day at that time, with the usual warnings. */
async function planRestart(page: Page, at: Date): Promise<void> {
  await reaches(page, 'Survival', /^Running/)
  await page.getByRole('button', { name: 'Planned restarts', exact: true }).click()
  await page.getByRole('button', { name: 'Add a planned restart' }).click()
  const form = page.getByRole('dialog', { name: 'Add a planned restart' })
  await form.getByLabel('Survival').check()
  await form.getByLabel('Time', { exact: true }).fill(at.toTimeString().slice(0, 5))
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)
}

const createDialog = (page: Page) => page.getByRole('dialog', { name: 'Create this restart on the panel?' })
async function openCreateDialog(page: Page) {
  await page.getByRole('button', { name: 'More for the planned restart of Survival' }).click()
  await page.getByRole('menuitem', { name: 'Create on panel…' }).click()
  await expect(createDialog(page).getByRole('list', { name: 'What the panel does' })).toContainText('10 minutes before')
}
const create = (page: Page) => createDialog(page).getByRole('button', { name: 'Create on panel' }).click()
const runsHere = (page: Page) => page.getByRole('switch', { name: 'Run for Survival' })

/** What was sent about schedules, their ids and tasks' left out. */
const sent = (panel: TestPanel) => schedulesAsked(panel).map((one) => one.replace(/\d+(?=[/ ].)/, 'N'))
const written = (tasks: number) => Array.from({ length: tasks }, () => 'POST /N/tasks 200')
/** The app's own copy. */
const own = async (page: Page) => Object.values((await stateOf(page)).schedules)[0]

/** The schedules of Survival as its panel has them, each task as one line. */
async function there(demo: StartedDemo): Promise<Record<string, unknown>[]> {
  const schedules = await callsOn(demo, demo.token(), survival).list('/schedules')
  return schedules.map(({ relationships, ...schedule }) => {
    const { tasks } = relationships as { tasks: { data: { attributes: Record<string, unknown> }[] } }
    return {
      ...schedule,
      tasks: tasks.data.map(
        ({ attributes: { sequence_id, time_offset, action, payload } }) =>
          `${sequence_id}: ${time_offset} s ${action} ${payload}`,
      ),
    }
  })
}

test.describe('by a clock that is another one', () => {
  test.use({ panelOptions: { timeZone: 'America/New_York' } })

  test('a planned restart is created on the panel, stands there whole, and is paused here', { tag: '@long' }, async ({
    panel: demo,
    ready: { page },
  }) => {
    const at = inHalfADay()
    await planRestart(page, at)
    await openCreateDialog(page)
    await expect(
      createDialog(page).getByText(/^The panel tells its clock only when something is written/),
    ).toBeVisible()
    expect(sent(demo.panel)).toEqual([])
    await create(page)
    await expect(createDialog(page)).toHaveCount(0)
    await expect(page.getByText('Created on the panel: Survival.')).toBeVisible()
    await expect(runsHere(page)).not.toBeChecked()
    expect(await own(page)).toMatchObject({ enabled: false, nextAt: null })
    const begins = new Date(at.getTime() - 10 * minute)
    const clock = begins.toLocaleTimeString('en-GB', { timeZone: 'America/New_York', timeStyle: 'short' })
    expect(await there(demo)).toMatchObject([
      {
        name: `Restart at ${at.toTimeString().slice(0, 5)}`,
        cron: {
          minute: String(Number(clock.slice(3))),
          hour: String(Number(clock.slice(0, 2))),
          day_of_month: '*',
          month: '*',
          day_of_week: '*',
        },
        is_active: true,
        only_when_online: true,
        tasks: [
          '1: 0 s command say Server restarts in 10 minutes',
          '2: 300 s command say Server restarts in 5 minutes',
          '3: 240 s command say Server restarts in 1 minute',
          '4: 30 s command say Server restarts in 30 seconds',
          '5: 20 s command say Server restarts in 10 seconds',
          '6: 5 s command say Server restarts in 5 seconds',
          '7: 5 s power restart',
        ],
      },
    ])
    expect(Date.parse(String((await there(demo))[0]?.next_run_at))).toBe(begins.getTime())
    // Once its clock is known, its time is set by it; last of all it is switched on.
    expect(sent(demo.panel)).toEqual(['POST  200', 'POST /N 200', ...written(7), 'POST /N 200'])

    await goToServers(page)
    await goToArea(page, 'Survival', 'schedules')
    const row = page.getByRole('row').filter({ hasText: /^Restart at / })
    await expect(row).toContainText('Active')
  })
})

const tooMany = 'Schedules may not have more than 3 tasks associated with them.'

test('what a panel refuses midway stays there paused, and it runs here as before', { tag: '@long' }, async ({
  panel: demo,
  ready: { page },
}) => {
  demo.panel.schedules.setTaskLimit(3)
  demo.panel.deny(['schedule.delete'])
  const at = inHalfADay()
  await planRestart(page, at)
  await openCreateDialog(page)
  await expect(createDialog(page).getByText(/doesn’t let this account delete schedules/)).toBeVisible()
  await create(page)
  await expect(createDialog(page).getByRole('alert')).toContainText(tooMany)
  await expect(createDialog(page).getByRole('alert')).toContainText(
    'It still runs here. What was written stays on the panel, paused: see the server’s Schedules.',
  )
  await createDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(runsHere(page)).toBeChecked()
  expect(await own(page)).toMatchObject({ enabled: true, nextAt: at.getTime() })
  expect(await there(demo)).toMatchObject([{ is_active: false, tasks: { length: 3 } }])
  expect(sent(demo.panel)).toEqual(['POST  200', ...written(3), 'POST /N/tasks 400'])
})

test.describe('where the app ends midway', () => {
  let front: HoldingFront
  test.beforeEach(async ({ panel }) => {
    front = await startHoldingFront(panel.baseUrl)
  })
  test.afterEach(() => front.close())

  /** Creates a planned restart on the panel until the panel has done the call that fits, then ends the app; the next start. */
  async function cutAt(
    { panel, start }: { panel: StartedDemo; start: (options?: LaunchOptions) => Promise<{ app: App; page: Page }> },
    at: Date,
    fits: Parameters<HoldingFront['holdAnswer']>[0],
  ): Promise<Page> {
    const first = await start()
    const token = panel.token()
    await addKey(first.page, { address: front.baseUrl, token, label: 'Home' })
    await planRestart(first.page, at)
    await openCreateDialog(first.page)
    const answer = front.holdAnswer(fits)
    await create(first.page)
    await until('the call at the panel', answer.isHeld)
    await first.app.kill()
    const { page } = await start({ profile: first.app.profile })
    await replaceToken(page, token)
    await page.getByRole('button', { name: 'Planned restarts', exact: true }).click()
    return page
  }

  test('a half-written schedule stays paused there, and it runs here', { tag: '@long' }, async ({ panel, start }) => {
    let tasks = 0
    const isThird = ({ method, path }: { method: string; path: string }) => {
      if (method === 'POST' && path.endsWith('/tasks')) tasks += 1
      return tasks === 3
    }
    const at = inHalfADay()
    const page = await cutAt({ panel, start }, at, isThird)
    await expect(runsHere(page)).toBeChecked()
    expect(await own(page)).toMatchObject({ enabled: true, nextAt: at.getTime() })
    expect(await there(panel)).toMatchObject([{ is_active: false, tasks: { length: 3 } }])
    expect(sent(panel.panel)).toEqual(['POST  200', ...written(3)])
  })

  test('one that was just switched on runs there alone', { tag: '@long' }, async ({ panel, start }) => {
    const isSwitch = ({ method, path }: { method: string; path: string }) =>
      method === 'POST' && /\/schedules\/\d+$/.test(path)
    const page = await cutAt({ panel, start }, inHalfADay(), isSwitch)
    await expect(runsHere(page)).not.toBeChecked()
    expect(await own(page)).toMatchObject({ enabled: false, nextAt: null })
    expect(await there(panel)).toMatchObject([{ is_active: true, tasks: { length: 7 } }])
    expect(sent(panel.panel)).toEqual(['POST  200', ...written(7), 'POST /N 200'])
  })
})
