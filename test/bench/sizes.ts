import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Figure, kB } from './figures.ts'

const out = fileURLToPath(new URL('../../out/', import.meta.url))

/** The scripts that index.html loads before anything is drawn. */
function firstLoadScripts(): string[] {
  const html = readFileSync(join(out, 'renderer', 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
}

/** Sizes of what is loaded: the main process as a whole, and what the window needs for its first paint. */
export function measureSizes(): Figure[] {
  const scripts = readdirSync(join(out, 'main')).filter((name) => name.endsWith('.js'))
  const main = scripts.reduce((sum, name) => sum + statSync(join(out, 'main', name)).size, 0)
  const window = firstLoadScripts().reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(out, 'renderer', name))).length,
    0,
  )
  return [
    { name: 'main bundle, all parts', value: kB(main), aim: '≤ 600 kB', holds: main <= 600_000 },
    { name: 'window, first-load script gzipped', value: kB(window), aim: '≤ 150 kB', holds: window <= 150_000 },
  ]
}
