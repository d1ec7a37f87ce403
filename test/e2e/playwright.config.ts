import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { headlessChromium } from '../fixtures/chromium.ts'

const out = fileURLToPath(new URL('../../out/', import.meta.url))

export default defineConfig({
  testDir: '.',
  outputDir: `${out}e2e`,
  reporter: 'list',
  workers: 1,
  timeout: 60_000,
  use: { launchOptions: headlessChromium() },
})
