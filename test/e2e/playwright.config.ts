import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { headlessChromium } from '../fixtures/chromium.ts'

const out = fileURLToPath(new URL('../../out/', import.meta.url))

export default defineConfig({
  testDir: '.',
  outputDir: `${out}e2e`,
  reporter: 'list',
  workers: 2,
  timeout: 60_000,
  projects: [
    // Each starts an app of its own. Most of the time is waiting.
    { name: 'app', testIgnore: 'gallery.spec.ts' },
    { name: 'gallery', testMatch: 'gallery.spec.ts', fullyParallel: true },
  ],
  use: { launchOptions: headlessChromium() },
})
