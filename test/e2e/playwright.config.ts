import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { headlessChromium } from '../fixtures/chromium.ts'
import { keepCompiled } from '../fixtures/compile-cache.ts'
import { isLongRun } from '../fixtures/run.ts'
import { chooseSeed, seedProperties } from '../fixtures/seed.ts'
import { patienceMs } from './until.ts'

// Left to the long run, as the gallery is. Each step of the tour is a journey of the short one too; the others take long, and are about what
// only an installed app does.
const longFiles = ['tour.spec.ts', 'smoke.spec.ts', 'start-at-login.spec.ts', 'updates.spec.ts']
/** Marks a journey that takes long, and whose main course another one of the short run goes: the long run has it. */
const longTag = /@long/
const gallery = 'gallery.spec.ts'
const out = fileURLToPath(new URL('../../out/', import.meta.url))

// Each worker reads this file too, and has the seed of the first from its environment.
chooseSeed()
seedProperties()
keepCompiled()

export default defineConfig({
  testDir: '.',
  outputDir: `${out}e2e`,
  reporter: [['list'], ['../report/playwright-reporter.ts']],
  globalSetup: '../fixtures/announce-seed.ts',
  // An app and its browser are several processes, so more of them than cores take longer for the same. The long run has
  // the gallery beside them.
  workers: availableParallelism() + (isLongRun ? 1 : 0),
  fullyParallel: true,
  // Only what fails waits so long, on however busy a machine.
  timeout: 5 * patienceMs,
  expect: { timeout: patienceMs },
  projects: [
    ...(isLongRun
      ? [
          // Few browsers for all of it, whose scripts are compiled once; the journeys go on beside it. With one, it would be
          // alone at the end.
          { name: 'gallery', testMatch: gallery, workers: 2 },
          { name: 'app', testMatch: longFiles },
          { name: 'long', testIgnore: [...longFiles, gallery], grep: longTag },
        ]
      : [{ name: 'app', testIgnore: [...longFiles, gallery], grepInvert: longTag }]),
  ],
  use: { launchOptions: headlessChromium(), actionTimeout: patienceMs, navigationTimeout: patienceMs },
})
