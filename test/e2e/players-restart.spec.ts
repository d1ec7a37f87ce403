import type { Page } from 'playwright-core'
import type { PlanView, RestartChoices } from '../../shared/model/restart-schema.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { bridgeOf, stateOf } from './bridge.ts'
import { comesUp } from './demo-server.ts'
import { until } from './driver.ts'
import { expect, oneApp, test } from './fixture.ts'
import { traySays } from './tray.ts'
import { reaches, serverRow } from './window.ts'

const { survival, creative } = demoServers
const whenEmpty = { rule: 'when-empty', otherwise: 'skip' } as const

/** The server that these journeys are about, and what is done to it. */
function journey(shared: ReturnType<typeof oneApp>, identifier: string = survival) {
  const { app, page, panel } = shared()
  const { games } = panel.panel

  const server = async (): Promise<ServerView> => {
    const found = Object.values((await stateOf(page)).servers).find((one) => one.identifier === identifier)
    if (found === undefined) throw new Error(`there is no ${identifier}`)
    return found
  }
  const view = async () => (await stateOf(page)).players[(await server()).ref]
  /** A person's *Test*: the game is asked now. */
  const ask = async () => {
    const request = { ref: (await server()).ref }
    return must(await (await bridgeOf(page)).evaluate(({ call }, wanted) => call('players:test', wanted), request))
  }
  const before = panel.panel.requests().length

  return {
    ask,
    view,
    server,
    games,
    panel: panel.panel,
    /** Lets nobody come or go by themselves, with these on. */
    only(...names: readonly string[]): void {
      games.hold(identifier, true)
      for (const name of games.players(identifier)) games.leave(identifier, name)
      for (const name of names) games.join(identifier, name)
      expect(games.players(identifier)).toEqual(names)
    },
    leave: (name: string) => expect(games.leave(identifier, name)).toBe(true),
    join: (name: string) => expect(games.join(identifier, name)).toBe(true),
    /** A minute goes by. Were nothing read of the server for longer, it would not be known to run. */
    async passMinute(): Promise<void> {
      const { observedAt } = await server()
      await app.passAwake(60_000)
      await app.hurry(1_000)
      await until('a new reading', async () => ((await server()).observedAt ?? 0) > (observedAt ?? 0))
    },
    /** Two counts of nobody, as far apart as it takes. */
    async countsNobodyTwice(): Promise<void> {
      await ask()
      await app.passAwake(10_000)
      await app.passAwake(10_000)
      await ask()
    },
    async plan(inSeconds: number, more: Partial<RestartChoices>) {
      const choices = restartChoices({ text: 'say Restart in {time}', players: whenEmpty, ...more })
      const request = { ref: (await server()).ref, choices, when: { inSeconds } }
      const planned = await (await bridgeOf(page)).evaluate(({ call }, wanted) => call('restart:plan', wanted), request)
      const { id } = must(planned)
      return {
        now: async (): Promise<PlanView | undefined> => (await stateOf(page)).plans[id],
        async reaches(what: string, fits: (plan: PlanView) => boolean): Promise<PlanView> {
          return until(what, async () => {
            const plan = (await stateOf(page)).plans[id]
            if (plan !== undefined && fits(plan)) return plan
            throw new Error(`the plan is ${JSON.stringify(plan)}`)
          })
        },
        async cancel(): Promise<void> {
          const call = { id, announce: false }
          must(await (await bridgeOf(page)).evaluate((bridge, wanted) => bridge.call('restart:cancel', wanted), call))
        },
      }
    },
    /** The commands and signals that the panel was sent in this journey, in their order. */
    sent: () =>
      panel.panel
        .requests()
        .slice(before)
        .flatMap(({ method, path }) => (method === 'POST' ? [path.split('/').at(-1)] : [])),
  }
}

/** Allows to ask all games of the panel. */
async function allow(page: Page): Promise<void> {
  const bridge = await bridgeOf(page)
  for (const { id } of Object.values((await stateOf(page)).panels)) {
    const request = { panelId: id, allowed: true }
    must(await bridge.evaluate(({ call }, wanted) => call('players:allow', wanted), request))
  }
}

test.describe('what waits for an empty server', () => {
  const shared = oneApp()

  test.beforeAll(async () => {
    const { page } = shared()
    await reaches(page, 'Survival', /^Running/)
    await allow(page)
  })

  test('a restart comes when the last player has left: one last warning, one signal', async () => {
    const { page, app } = shared()
    const { only, leave, ask, countsNobodyTwice, sent, server } = journey(shared)
    only('mira')
    await ask()
    await expect(serverRow(page, 'Survival')).toContainText(/1 \/ \d+, asked the game/)

    await serverRow(page, 'Survival').getByRole('button', { name: 'More for Survival' }).click()
    await page.getByRole('menuitem', { name: 'Restart with warning…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Restart Survival with warning' })
    await dialog.getByText('When empty', { exact: true }).click()
    await dialog.getByLabel('If somebody is still on then').selectOption('or not at all')
    await dialog.getByRole('button', { name: 'Plan restart' }).click()
    const { ref } = await server()
    const plan = async () => Object.values((await stateOf(page)).plans).find((one) => one.ref === ref)
    await expect.poll(async () => (await plan())?.waiting?.online).toBe(1)
    expect(sent()).toEqual([])

    leave('mira')
    await countsNobodyTwice()
    await until('the last warning', () => sent().includes('command'))
    await comesUp({ app, panel: shared().panel, identifier: survival }, () => app.hurry(5_000))
    await expect.poll(async () => (await plan())?.outcome).toBe('confirmed')
    expect(sent()).toEqual(['command', 'power'])
    // So long the menu is left as it is where a person may be in it.
    await app.hurry(10_000)
    await traySays(app, 'Survival', /^Running/)
  })

  test('a restart goes back where somebody joins before its signal', { tag: '@long' }, async () => {
    const { only, join, ask, countsNobodyTwice, plan, sent } = journey(shared)
    only()
    const lastCommand = { text: 'save-all', waitSeconds: 60 }
    const planned = await plan(3_600, { players: { ...whenEmpty, otherwise: 'restart' }, lastCommand })
    await planned.reaches('a first count of nobody', ({ waiting }) => waiting?.online === 0)
    await countsNobodyTwice()
    const { zeroAt, latestAt } = await planned.reaches('the last minute', ({ phase }) => phase === 'last-command')
    expect(latestAt ?? 0).toBeGreaterThan(zeroAt)
    join('mira')
    await ask()
    const back = await planned.reaches('the time that was planned', ({ phase }) => phase === 'counting')
    expect(back).toMatchObject({ zeroAt: latestAt, latestAt: null, waiting: { online: 1 } })
    expect(sent()).toEqual(['command'])
    await planned.cancel()
  })

  test('a restart does not come where the game stops answering, whatever it told before', {
    tag: '@long',
  }, async () => {
    const { app } = shared()
    const { only, ask, plan, sent, games } = journey(shared)
    only()
    await ask()
    const planned = await plan(3_600, {})
    await planned.reaches('a first count of nobody', ({ waiting }) => waiting?.online === 0)
    await games.setTrap(survival, 'silent')
    for (let times = 0; times < 4; times += 1) await app.passAwake(10_000)
    // It waits for an answer as long as it may.
    expect(await ask()).toMatchObject({ count: null, unknown: 'no-answer' })
    await planned.reaches('what it told to be too old', ({ waiting }) => waiting?.online === null)
    expect(await planned.now()).toMatchObject({ phase: 'counting', latestAt: null })
    expect(sent()).toEqual([])
    await planned.cancel()
    await games.setTrap(survival, null)
  })

  test('a stop comes, once, where nobody was on for as long as was chosen', { tag: '@long' }, async () => {
    const { page } = shared()
    const { only, ask, sent, server, passMinute } = journey(shared)
    const { ref } = await server()
    const choose = async (stop: { minutes: number; warn: null } | null) =>
      must(
        await (await bridgeOf(page)).evaluate(({ call }, wanted) => call('preferences:setIdleStop', wanted), {
          ref,
          stop,
        }),
      )
    only('mira')
    await ask()
    await choose({ minutes: 6, warn: null })
    only()
    await ask()
    const passEmptyMinute = async () => {
      await passMinute()
      await ask()
    }
    for (let minutes = 0; minutes < 3; minutes += 1) await passEmptyMinute()
    expect(sent()).toEqual([])
    // A minute that passes while the signal waits for its token makes it too late, and it is tried again.
    await until('the stop', async () => {
      await passEmptyMinute()
      return sent().length > 0
    })
    await reaches(page, 'Survival', /^Offline/)
    expect(sent()).toEqual(['power'])
    await choose(null)
  })
})

test.describe('what is known of players', () => {
  const shared = oneApp()

  test.beforeAll(async () => {
    const { page } = shared()
    await reaches(page, 'Survival', /^Running/)
    await allow(page)
  })

  test('a count comes from another port, also a chosen one, where the game is not at the one that the panel calls the default', {
    tag: '@long',
  }, async () => {
    const { page } = shared()
    const { ask, view, games, server } = journey(shared, creative)
    const { name } = await server()
    await games.setTrap(creative, 'wrong-port')
    must(await (await bridgeOf(page)).evaluate(({ call }) => call('servers:refresh')))
    const port = String(games.port(creative))
    await until('the other port to be asked', async () => (await ask()).address?.endsWith(`:${port}`) === true)

    await serverRow(page, name)
      .getByRole('button', { name: `More for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Players…' }).click()
    const dialog = page.getByRole('dialog', { name: `Players of ${name}` })
    await dialog.getByLabel('Port').selectOption(port)
    await dialog.getByRole('button', { name: 'Test' }).click()
    await expect(dialog.getByRole('status')).toContainText(new RegExp(`from 127\\.0\\.0\\.1:${port},`))
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(serverRow(page, name)).toContainText(/\d+ \/ \d+, asked the game/)
    expect((await view())?.count?.source).toBe('game')
  })

  test('a running server whose game has not answered for ten minutes is marked, until it answers', {
    tag: '@long',
  }, async () => {
    const { app, page } = shared()
    const { ask, view, games, passMinute } = journey(shared)
    expect((await ask()).count).not.toBeNull()
    // Its ports are closed: an answer that is waited for in vain would take longer.
    await games.setTrap(survival, 'no-query')
    for (let minutes = 0; minutes < 10; minutes += 1) {
      expect(await ask()).toMatchObject({ count: null, unknown: 'no-answer' })
      // What really goes by meanwhile counts too.
      if (minutes < 6) expect((await view())?.frozenSince).toBeNull()
      await passMinute()
    }
    await ask()
    await expect(serverRow(page, 'Survival')).toContainText(/No answer since \d\d:\d\d/)
    // The tray tells of players a minute at a time.
    await passMinute()
    await traySays(app, 'Survival', /no answer since \d\d:\d\d/)
    await games.setTrap(survival, null)
    await ask()
    await expect(serverRow(page, 'Survival')).not.toContainText('No answer since')
  })

  test('a server whose game has not answered for ten minutes is to be restarted, where that was chosen, unless it answers', {
    tag: '@long',
  }, async () => {
    const { app, page } = shared()
    const { ask, games, sent, server, passMinute } = journey(shared)
    const { ref, name } = await server()
    const plan = async () => Object.values((await stateOf(page)).plans).find((one) => one.ref === ref)
    await serverRow(page, name)
      .getByRole('button', { name: `More for ${name}` })
      .click()
    await page.getByRole('menuitem', { name: 'Players…' }).click()
    const dialog = page.getByRole('dialog', { name: `Players of ${name}` })
    await dialog.getByLabel('When its game stops answering').selectOption('Restart it, with a warning')
    await expect(dialog.getByText(/^After 10 min without an answer it restarts in 5 min/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).first().click()

    expect((await ask()).count).not.toBeNull()
    await games.setTrap(survival, 'no-query')
    for (let minutes = 0; minutes < 10; minutes += 1) {
      await ask()
      await passMinute()
    }
    await ask()
    await expect(serverRow(page, name)).toContainText(/Restarts in \d+:\d\d/)
    await traySays(app, name, /restarts/i)
    expect(await plan()).toMatchObject({ origin: 'frozen', phase: 'counting' })
    await serverRow(page, name).getByText(name, { exact: true }).click()
    const bar = page.getByRole('region', { name: 'Restart with warning' })
    await expect(bar).toContainText('since its game does not answer')

    await games.setTrap(survival, null)
    await ask()
    await expect.poll(async () => (await plan())?.error?.code).toBe('game-answers-again')
    await expect(bar).toContainText('The game answers again, so the server was not restarted.')
    expect(sent()).not.toContain('power')
  })
})
