import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { must } from '../fixtures/demo.ts'
import type { App } from './app.ts'
import { bridgeOf, stateOf } from './bridge.ts'
import { expect, oneApp, test } from './fixture.ts'
import { until } from './until.ts'
import { reaches } from './window.ts'

const shared = oneApp()

test('a bulk action waits for the person after a sleep', async () => {
  const { app, page, panel } = shared()
  const { servers } = await stateOf(page)
  const refs = Object.values(servers)
    .filter(({ condition }) => condition === null)
    .map(({ ref }) => ref)
  const request = { work: { kind: 'command', text: 'save-all' }, refs, staggerMs: 2_000 } as const
  must(await (await bridgeOf(page)).evaluate(({ call }, wanted) => call('bulk:start', wanted), request))
  const sent = () => panel.panel.requests().filter(({ path }) => path.endsWith('/command')).length
  await until('the first command', () => sent() > 0)
  await app.powerEvent('suspend')
  await app.powerEvent('resume')
  await expect(page.getByText(/paused at \d of \d/)).toBeVisible()
  const before = sent()
  await page.getByRole('button', { name: 'Resume' }).click()
  await until('the next command', () => sent() > before)
})

test('asleep or without a network the app asks nothing, and goes on soon after', { tag: '@long' }, async () => {
  const { app, page, panel } = shared()
  await reaches(page, 'Survival', /^Running/)
  const asked = () => panel.panel.requests().length
  /** With the time of every answer over, the app asks within a second; so this silence is a rest. */
  const silence = async () => {
    await app.passTime(20_000)
    const quietMs = 2_500
    let [count, since] = [asked(), performance.now()]
    await until('the app to rest', () => {
      if (asked() !== count) [count, since] = [asked(), performance.now()]
      return performance.now() - since > quietMs
    })
  }
  const busyAgain = () => {
    const before = asked()
    return until('the app to ask again', () => asked() > before)
  }

  await app.powerEvent('suspend')
  await silence()
  await app.powerEvent('resume')
  await busyAgain()

  const offline = page.getByText('No network connection.')
  await app.setOnline(false)
  await app.hurry(5_000)
  await expect(offline).toBeVisible()
  await silence()
  await app.setOnline(true)
  await expect(offline).toHaveCount(0)
  await busyAgain()
})

/** Waits for a reading that is not on disk yet, tells the event, and waits for the file. */
async function isKeptAt(event: string, { app, page }: { app: App; page: Page }): Promise<void> {
  const readAt = async () =>
    Math.max(
      ...Object.values((await stateOf(page)).servers).map(
        ({ resources, observedAt }) => (resources && observedAt) ?? 0,
      ),
    )
  const before = await readAt()
  await app.passTime(20_000)
  await until('a new reading', async () => (await readAt()) > before)
  const history = join(app.profile, 'load-history.json')
  rmSync(history, { force: true })
  await app.powerEvent(event)
  await until('the file', () => existsSync(history))
}

test('the load that was read is on disk before the computer sleeps', async () => {
  await isKeptAt('suspend', shared())
  await shared().app.powerEvent('resume')
})

test('the load that was read is on disk before Windows ends the session, which it tells windows alone', {
  tag: '@long',
}, async ({ start }) => {
  const { app, page } = await start({ system: 'win32', args: ['--demo'] })
  await reaches(page, 'Survival', /^Running/)
  await isKeptAt('shutdown', { app, page })
})
