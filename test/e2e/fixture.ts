import { test as base, expect } from '@playwright/test'
import type { Page } from 'playwright-core'
import { systemClock } from '../../electron/clock.ts'
import { type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { setConfirm } from './bridge.ts'
import { type App, type LaunchOptions, launchApp } from './driver.ts'
import { addKey, serverRow } from './window.ts'

type Fixtures = {
  /** A panel on loopback, outside the app, with quick servers. */
  panel: StartedDemo
  /** Starts the app of a person who was asked at a first use; every one is ended after the test. */
  start: (options?: LaunchOptions) => Promise<{ app: App; page: Page }>
  /** The app with a key of `panel` in it, its servers read. */
  ready: { app: App; page: Page; token: string }
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern
  panel: async ({}, use) => {
    // More lines a second than a machine lets through: the window is to stand them.
    const node = { outputLimit: null }
    const demo = await startDemo({ clock: systemClock, timings: { startMs: 800, stopMs: 400 }, node })
    await use(demo)
    await demo.panel.dispose()
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  start: async ({}, use, { errors }) => {
    const apps: App[] = []
    await use(async (options = {}) => {
      const app = await launchApp({ ...options, env: { SERVERTRAY_VAULT: 'memory', ...options.env } })
      apps.push(app)
      const page = await app.window()
      await setConfirm(page)
      return { app, page }
    })
    for (const app of apps) {
      if (errors.length > 0) console.log(`The app of the test that failed. ${app.story()}`)
      await app.dispose()
    }
  },
  ready: async ({ panel, start }, use) => {
    const { app, page } = await start()
    const token = panel.token()
    await addKey(page, { address: panel.baseUrl, token, label: 'Home' })
    await serverRow(page, 'Survival').waitFor()
    await use({ app, page, token })
  },
})

export { expect }
