import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The main process: one bundle, with only Electron, Node and the native keychain left outside. */
export default defineConfig({
  root,
  publicDir: false,
  build: {
    outDir: 'out/main',
    emptyOutDir: true,
    target: 'node24',
    minify: true,
    sourcemap: false,
    // The notices that the bundled libraries' licences ask for.
    license: { fileName: 'licences.md' },
    lib: { entry: 'electron/main.ts', formats: ['es'], fileName: () => 'main.js' },
    rolldownOptions: {
      external: ['electron', '@github/keytar', ...builtinModules, /^node:/],
      // Library builds keep white space unless the output asks otherwise; this file is loaded at every start.
      output: { minify: true },
    },
  },
  resolve: { conditions: ['node', 'module', 'import', 'default'], mainFields: ['module', 'main'] },
})
