import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { bounded, type Figure, kB } from './figures.ts'

const out = fileURLToPath(new URL('../../out/', import.meta.url))

/** The scripts that index.html loads before anything is drawn. */
function firstLoadScripts(): string[] {
  const html = readFileSync(join(out, 'renderer', 'index.html'), 'utf8')
  return [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
}

/** What the main process loads at its start: its bundle and what that imports without being asked. */
function startScripts(): string[] {
  const seen = new Set<string>()
  const follow = (name: string) => {
    if (seen.has(name)) return
    seen.add(name)
    const text = readFileSync(join(out, 'main', name), 'utf8')
    for (const [, part] of text.matchAll(
      /(?:^|[;}\n])(?:import|export)\s*(?:[^;'"()]*from)?\s*["']\.\/([^"']+\.js)["']/g,
    )) {
      if (part !== undefined) follow(part)
    }
  }
  follow('main.js')
  return [...seen]
}

/** Sizes of what is loaded: by the main process at its start and in all, and by the window for its first paint. */
export function measureSizes(): Figure[] {
  const sizeOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + statSync(join(out, 'main', name)).size, 0)
  const atStart = sizeOf(startScripts())
  const all = sizeOf(readdirSync(join(out, 'main')).filter((name) => name.endsWith('.js')))
  const window = firstLoadScripts().reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(out, 'renderer', name))).length,
    0,
  )
  return [
    bounded(`main bundle, loaded at start (in all ${kB(all)})`, atStart, 700_000, kB),
    bounded('window, first-load script gzipped', window, 110_000, kB),
  ]
}
