import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, esmExternalRequirePlugin } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const external = ['electron', '@github/keytar', ...builtinModules, /^node:/]

/** The main process: one bundle, with only Electron, Node and the native keychain left outside. */
export default defineConfig({
  root,
  publicDir: false,
  // CommonJS libraries still `require` Node's modules, which an ES module cannot.
  plugins: [esmExternalRequirePlugin({ external })],
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
      // Minified explicitly, as library builds keep white space; this file is loaded at every start.
      output: { minify: true },
    },
  },
  resolve: { conditions: ['node', 'module', 'import', 'default'], mainFields: ['module', 'main'] },
})
