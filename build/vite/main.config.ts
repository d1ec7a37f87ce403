import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { defineConfig, esmExternalRequirePlugin, type Plugin } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const external = ['electron', '@github/keytar', ...builtinModules, /^node:/]

const unused = '\0unused'

/**
 * What every start would load and nothing calls, 210 kB: `conf`, the base of electron-store, checks a JSON schema by `ajv`
 * and moves old settings by `semver` where it is given any, which zod does here, and watches its file with `debounce-fn`
 * where it is to; zod writes JSON schemas where it is asked.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  enforce: 'pre',
  resolveId: (source, importer) =>
    (importer?.includes('/node_modules/conf/') && /^(?:ajv|semver|debounce-fn)\b/.test(source)) ||
    (importer?.includes('/node_modules/zod/') && /\/(?:to-json-schema|json-schema-processors)\.js$/.test(source))
      ? unused
      : null,
  // As CommonJS, which may be asked for any name.
  load: (id) => (id === unused ? 'module.exports = {}' : null),
}

/** The main process: one bundle, with only Electron, Node and the native keychain left outside. */
export default defineConfig({
  root,
  publicDir: false,
  // CommonJS libraries still `require` Node's modules, which an ES module cannot.
  plugins: [withoutUnused, esmExternalRequirePlugin({ external })],
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
