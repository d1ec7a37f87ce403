import { test as base, expect } from '@playwright/test'
import type { Page } from 'playwright-core'
import { systemClock } from '../../electron/lib/clock.ts'
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import type { TestPanelOptions } from '../fixtures/demo-panel/test-panel.ts'
import { setConfirm } from './bridge.ts'
import { type App, type LaunchOptions, launchApp } from './driver.ts'
import { addKey, serverRow } from './window.ts'

type Started = { readonly app: App; readonly page: Page }
type Start = (options?: LaunchOptions) => Promise<Started>
type Ready = Started & { readonly token: string }

/** What the panel of a test has that it usually has not. */
type PanelOptions = Pick<TestPanelOptions, 'laterLimits' | 'timeZone' | 'timings'>

type Fixtures = {
  /** Set by `test.use`. */
  panelOptions: PanelOptions
  /** A panel on loopback, outside the app, with quick servers. */
  panel: StartedDemo
  /** Starts the app of a person who was asked at a first use; every one is ended after the test. */
  start: Start
  /** The app with a key of `panel` in it, its servers read. */
  ready: Ready
}

/** Its node lets any number of lines a second through: the window is to stand them. */
const startPanel = (options: PanelOptions = {}) =>
  startDemo({ clock: systemClock, timings: { startMs: 800, stopMs: 400 }, ...options })

/** Starts apps, and ends them all. */
function createApps() {
  const apps: App[] = []
  return {
    async start(options: LaunchOptions = {}): Promise<Started> {
      const app = await launchApp({ ...options, env: { SERVERTRAY_VAULT: 'memory', ...options.env } })
      apps.push(app)
      const page = await app.window()
      await setConfirm(page)
      return { app, page }
    },
    /** Prints what became of them, where a test failed. */
    tell(errors: readonly unknown[]): void {
      if (errors.length > 0) for (const app of apps) console.log(`The app of the test that failed. ${app.story()}`)
    },
    async end(): Promise<void> {
      for (const app of apps) await app.dispose()
    },
  }
}

async function makeReady(start: Start, panel: StartedDemo): Promise<Ready> {
  const { app, page } = await start()
  const token = panel.token()
  await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
  await serverRow(page, 'Survival').waitFor()
  return { app, page, token }
}

export const test = base.extend<Fixtures>({
  panelOptions: [{}, { option: true }],
  panel: async ({ panelOptions }, use) => {
    const demo = await startPanel(panelOptions)
    await use(demo)
    await demo.panel.dispose()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  start: async ({}, use, { errors }) => {
    const apps = createApps()
    await use(apps.start)
    apps.tell(errors)
    await apps.end()
  },
  ready: async ({ panel, start }, use) => use(await makeReady(start, panel)),
})

/** The same with a Survival where nobody comes or goes by themselves: a console tells of who does, whenever that is. */
export const calmTest = test.extend({
  panel: async ({ panel }, use) => {
    panel.panel.games.hold(demoServers.survival, true)
    await use(panel)
  },
})

/**
 * One app with its panel for all tests of a `describe`, in their order: for journeys that read, or leave what the next
 * ones need. Called in the `describe`; what it returns is called in the tests.
 */
export function oneApp(): () => Ready & { readonly panel: StartedDemo } {
  let shared: (Ready & { readonly panel: StartedDemo }) | undefined
  let apps = createApps()
  test.describe.configure({ mode: 'default' })
  test.beforeAll(async () => {
    apps = createApps()
    const panel = await startPanel()
    shared = { ...(await makeReady(apps.start, panel)), panel }
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  test.afterEach(({}, { errors }) => apps.tell(errors))
  test.afterAll(async () => {
    await apps.end()
    await shared?.panel.panel.dispose()
  })
  return () => {
    if (shared === undefined) throw new Error('the app of these tests has not been started')
    return shared
  }
}

export { expect }
