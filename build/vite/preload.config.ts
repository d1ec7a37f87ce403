import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The preload script: one CommonJS file, as Electron's sandbox wants it. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: 'out/preload',
    emptyOutDir: true,
    target: 'chrome150',
    minify: false,
    sourcemap: false,
    lib: { entry: 'electron/preload.ts', formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
})
