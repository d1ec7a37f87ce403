import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { catalogue } from '../../shared/error-catalogue.ts'

const root = fileURLToPath(new URL('../../renderer/', import.meta.url))

/** The words of all failures, a sixteenth of what the window would load first, come to it with each one that happens. */
const factsWithoutWords: Plugin = {
  name: 'facts-without-words',
  load(id) {
    if (!id.endsWith('/shared/failure-facts.ts')) return null
    const facts = Object.entries(catalogue).map(
      ([code, { delivery, health, concerns }]) => [code, JSON.stringify({ delivery, health, concerns })] as const,
    )
    // Most codes share theirs, so that they need not stand there.
    const [usual, ...others] = [...Map.groupBy(facts, ([, its]) => its)].sort(([, a], [, b]) => b.length - a.length)
    const groups = others.map(([its, of]) => `...all(${its}, '${of.map(([code]) => code).join(' ')}')`)
    return `const all = (facts, codes) => Object.fromEntries(codes.split(' ').map((code) => [code, facts]))
const facts = {${groups.join()}}
export const failureFacts = (code) => facts[code] ?? ${usual?.[0]}`
  },
}

/** The modules of `ui/` are in a layer below all others, so that the order in which sheets are loaded decides nothing. */
const lowLayer: Plugin = {
  name: 'low-layer',
  enforce: 'pre',
  transform: (code, id) => (/\/renderer\/ui\/[\w-]+\.module\.css$/.test(id) ? `@layer ui {${code}}` : null),
}

/** The window: static files that the app serves under its own scheme. */
export default defineConfig({
  root,
  base: './',
  plugins: [factsWithoutWords, lowLayer, react()],
  css: {
    modules: {
      // Shorter than with a hash, and read in the page. No two sheets have one name, which `npm run floors` holds.
      generateScopedName: (name, path) => `${basename(path, '.module.css')}-${name}`,
    },
  },
  build: {
    outDir: '../out/renderer',
    emptyOutDir: true,
    target: 'chrome150',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    // The notices that the bundled libraries' licences ask for.
    license: { fileName: 'licences.md' },
    rolldownOptions: {
      // What is loaded before anything is drawn is one file, which packs tighter than one for each that shares of it.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
})
