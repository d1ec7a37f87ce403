import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, esmExternalRequirePlugin } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const external = ['@github/keytar', ...builtinModules, /^node:/]
const ponyfills = fileURLToPath(new URL('../cli/ponyfills.ts', import.meta.url))

/** The command line for Node 20 and newer, in one bundle with only the native keychain left outside. */
export default defineConfig({
  root,
  publicDir: false,
  // CommonJS libraries still `require` Node's modules, which an ES module cannot.
  plugins: [esmExternalRequirePlugin({ external })],
  build: {
    outDir: 'out/cli',
    emptyOutDir: true,
    target: 'node20',
    sourcemap: false,
    // The notices that the bundled libraries' licences ask for.
    license: { fileName: 'licences.md' },
    lib: { entry: 'electron/cli.ts', formats: ['es'], fileName: () => 'servertray.js' },
    rolldownOptions: {
      output: {
        minify: true,
        banner: ({ isEntry }) => (isEntry ? '#!/usr/bin/env node' : ''),
      },
      // Globals that Node has only since version 21 or 22.
      transform: {
        inject: {
          'Promise.withResolvers': [ponyfills, 'withResolvers'],
          'Map.groupBy': [ponyfills, 'groupBy'],
          'URL.parse': [ponyfills, 'parseUrl'],
        },
      },
    },
  },
  resolve: { conditions: ['node', 'module', 'import', 'default'], mainFields: ['module', 'main'] },
})
