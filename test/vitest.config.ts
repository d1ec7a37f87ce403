import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { keepCompiled } from './fixtures/compile-cache.ts'
import { isLongRun } from './fixtures/run.ts'
import { filesOfRun } from './fixtures/run-files.ts'
import { chooseSeed } from './fixtures/seed.ts'
import { SkippedReporter } from './report/vitest-reporter.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
chooseSeed()
keepCompiled()

/** Nothing is waited for longer than this; only a test that fails waits so long, on however busy a machine. */
const limitMs = 60_000

const common = {
  root,
  setupFiles: ['test/fixtures/set-up.ts'],
  testTimeout: limitMs * (isLongRun ? 10 : 1),
  hookTimeout: limitMs,
  expect: { poll: { timeout: limitMs / 2 } },
}

export default defineConfig({
  root,
  test: {
    // Much is waiting, so there is a worker more than cores.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/fixtures/announce-seed.ts'],
    reporters: ['default', new SkippedReporter()],
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: filesOfRun('test/unit/**/*.test.ts'),
          environment: 'node',
          // Modules of the core keep no state, so the files may share them, in half the time.
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'component',
          include: filesOfRun('test/component/**/*.test.tsx'),
          environment: 'happy-dom',
          // As above; each file loads the whole window otherwise, which takes longer than its tests.
          isolate: false,
          setupFiles: [...common.setupFiles, 'test/component/layout.ts', 'test/component/set-up.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'integration',
          include: filesOfRun('test/integration/**/*.test.ts'),
          environment: 'node',
          // As above.
          isolate: false,
          globalSetup: ['test/fixtures/built-cli.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'standin',
          include: ['test/standin/**/*.test.ts'],
          environment: 'node',
          // Its waits give up after `limitMs` and say what they waited for; a test that ended then could not say it.
          testTimeout: 2 * limitMs,
          fileParallelism: false,
        },
      },
      {
        test: {
          ...common,
          name: 'package',
          include: ['test/package/**/*.test.ts'],
          environment: 'node',
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
