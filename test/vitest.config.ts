import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('../', import.meta.url))

export default defineConfig({
  root,
  test: {
    // Much is waiting, so every core gets its worker.
    maxWorkers: '100%',
    projects: [
      { test: { name: 'unit', root, include: ['test/unit/**/*.test.ts'], environment: 'node' } },
      {
        plugins: [react()],
        test: {
          name: 'component',
          root,
          include: ['test/component/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['test/component/layout.ts'],
        },
      },
      {
        test: {
          name: 'integration',
          root,
          include: ['test/integration/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'standin',
          root,
          include: ['test/standin/**/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'package',
          root,
          include: ['test/package/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
