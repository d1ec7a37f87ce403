import type { Page } from 'playwright-core'
import type { RestartChoices } from '../../shared/model/restart-schema.ts'
import { clockTime } from '../../shared/model/time-words.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { restartChoices } from '../fixtures/plan-view.ts'
import { bridgeOf, stateOf, toldBy } from './bridge.ts'
import { until } from './driver.ts'
import { expect, test } from './fixture.ts'
import { answerQuestion, questionOf } from './question.ts'
import { clickTraySignal, trayHeadline, traySays } from './tray.ts'
import { reaches, serverRow } from './window.ts'

/** A restart of Survival in so many seconds, as the window plans it. */
async function plan(page: Page, inSeconds: number, warnings: number[], more: Partial<RestartChoices> = {}) {
  const server = Object.values((await stateOf(page)).servers).find(({ name }) => name === 'Survival')
  if (server === undefined) throw new Error('there is no Survival')
  const choices = restartChoices({ warnings, text: 'say Restart in {time}', cancelText: 'say No restart', ...more })
  const request = { ref: server.ref, choices, when: { inSeconds } }
  must(await (await bridgeOf(page)).evaluate(({ call }, wanted) => call('restart:plan', wanted), request))
}

const timeOf = (line: string) => /\d\d:\d\d/.exec(line)?.[0] ?? ''

function fiveMinutesAfter(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return clockTime(new Date(2026, 0, 1, hours, minutes + 5).getTime())
}

test('a restart with warnings runs with no window, and is postponed, hurried and cancelled in the tray', async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  const posts = (what: string) =>
    panel.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(what))
  await reaches(page, 'Survival', /^Running/)
  await plan(page, 240, [200])
  await app.closeWindow()
  const at = timeOf(await trayHeadline(app, /^Survival restarts \d\d:\d\d · /))
  await traySays(app, 'Survival', new RegExp(`^Running, restarts ${at}$`))
  await clickTraySignal(app, 'Survival', 'Postpone 5 min')
  await traySays(app, 'Survival', new RegExp(`^Running, restarts ${fiveMinutesAfter(at)}$`))
  await clickTraySignal(app, 'Survival', 'Cancel restart')
  await trayHeadline(app, /^\d+ running/)
  expect(posts('/power')).toEqual([])

  await app.tray.press()
  await plan(await app.window(), 120, [])
  await app.closeWindow()
  await trayHeadline(app, /^Survival restarts \d\d:\d\d · /)
  await clickTraySignal(app, 'Survival', 'Restart now')
  await until('one signal', async () => posts('/power').length === 1)
  expect(posts('/command')).toEqual([])
})

test('a restart backs up first: it is told in row and tray, done after a good one, and not done where that fails', {
  tag: '@long',
}, async ({ panel: { panel }, ready: { app, page } }) => {
  const posts = (what: string) =>
    panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(what)).length
  panel.backups.setThrottle(null)
  panel.backups.setTrap(demoServers.survival, 'backup-fails')
  await reaches(page, 'Survival', /^Running/)
  await plan(page, 1, [], { backupFirst: 'must' })
  await reaches(page, 'Survival', /^Backing up first…/)
  await traySays(app, 'Survival', /^Running, restarts after its backup/)
  await expect(serverRow(page, 'Survival')).toContainText('Restart failed')
  expect({ backups: posts('/backups'), power: posts('/power') }).toEqual({ backups: 1, power: 0 })

  panel.backups.setTrap(demoServers.survival, null)
  await plan(page, 1, [], { backupFirst: 'must' })
  await reaches(page, 'Survival', /^Backing up first…/)
  await until('the restart to be confirmed', async () =>
    Object.values((await stateOf(page)).plans).some(({ outcome }) => outcome === 'confirmed'),
  )
  expect({ backups: posts('/backups'), power: posts('/power') }).toEqual({ backups: 2, power: 1 })
})

test('a countdown goes on with no window but a question: each warning in its turn, one signal, seen to come back', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  const sent = () =>
    panel.panel.requests().flatMap(({ method, path }) => (method === 'POST' ? [path.split('/').at(-1)] : []))
  await reaches(page, 'Survival', /^Running/)
  expect(await app.powerSaveBlockers()).toEqual([])
  await plan(page, 8, [7, 4, 2])
  expect(await app.powerSaveBlockers()).toEqual(['prevent-app-suspension'])
  await app.closeWindow()
  await clickTraySignal(app, 'Rust', 'Kill…')
  const question = await questionOf(app)
  await until('the signal', () => sent().includes('power'))
  await until('the restart to be confirmed', async () =>
    Object.values((await stateOf(page)).plans).some(({ outcome }) => outcome === 'confirmed'),
  )
  expect(sent()).toEqual(['command', 'command', 'command', 'power'])
  await expect(question).toContainText('Kill Rust?')
  await answerQuestion(app, 'Cancel')
  expect(sent()).toHaveLength(4)
  expect(await app.powerSaveBlockers()).toEqual([])
})

test('quitting while a restart is planned asks; at the next start it goes on', async ({ ready, start }) => {
  const { app, page } = ready
  await reaches(page, 'Survival', /^Running/)
  await plan(page, 600, [])
  await app.tray.click('Quit')
  await expect((await questionOf(app)).getByRole('heading')).toHaveText(
    /^Restart of Survival at \d\d:\d\d is still to come\. Quit anyway\?$/,
  )
  await answerQuestion(app, 'Quit')
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
  const next = await start({ profile: app.profile })
  const plans = await until('the plan', async () => {
    const all = Object.values((await stateOf(next.page)).plans)
    return all.length > 0 ? all : undefined
  })
  expect(plans).toMatchObject([{ phase: 'counting', name: 'Survival' }])
  await next.app.kill('SIGTERM')
})

test('quitting after players were warned can tell them first', { tag: '@long' }, async ({ panel, ready }) => {
  const { app, page } = ready
  await reaches(page, 'Survival', /^Running/)
  await plan(page, 600, [600])
  const said = (text: string) => panel.panel.consoleLines(demoServers.survival).some((line) => line.includes(text))
  await until('the warning', async () => said('Restart in 10 minutes'))
  await app.tray.click('Quit')
  await expect(await questionOf(app)).toContainText('Players were warned of the restart of Survival.')
  await answerQuestion(app, 'Tell players and cancel')
  expect(await app.waitForExit()).toEqual({ code: 0, signal: null })
  expect(said('No restart')).toBe(true)
})

test('a link leads to a question, a malformed one to nothing, and none to an action', { tag: '@long' }, async ({
  panel,
  ready,
}) => {
  const { app, page } = ready
  const focus = async () => (await stateOf(page)).app.focus
  await reaches(page, 'Survival', /^Running/)
  for (const link of ['servertray://kill/a1b2c3d4', `servertray://restart/${demoServers.survival}?confirmed=1`]) {
    expect(await app.startSecond([link])).toMatchObject({ code: 0 })
  }
  expect(await focus()).toBeNull()
  await app.startSecond([`servertray://restart/${demoServers.survival}`])
  await until('the question', async () => (await focus()) !== null)
  expect(await focus()).toMatchObject({ dialog: 'confirm-restart' })
  await app.startSecond(['servertray://open/zzzzzzzz'])
  await until('the answer', async () =>
    (await toldBy(app, page)).some(({ title }) => title === 'That link leads nowhere here'),
  )
  expect(panel.panel.requests().some(({ method }) => method === 'POST')).toBe(false)
})

test('timers that macOS stretches in the background make no warning late: the app asks for its time', {
  tag: '@long',
}, async ({ panel, ready: { app, page } }) => {
  test.skip(app.runtime === 'electron', 'only the stand-in stretches timers at a test’s word')
  const sent = () =>
    panel.panel.requests().flatMap(({ method, path }) => (method === 'POST' ? [path.split('/').at(-1)] : []))
  await reaches(page, 'Survival', /^Running/)
  await app.choose({ timersLateMs: 10_000 })
  await plan(page, 6, [5, 3])
  await until('the signal', () => sent().includes('power'))
  expect(sent()).toEqual(['command', 'command', 'power'])
})
