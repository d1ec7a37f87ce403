/** `npm run floors`: fails where folders import each other in a circle, or a feature of the window imports another one. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { featureCrossings, folderCycles } from './module-graph.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const files = globSync('{build,electron,renderer,shared}/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(`${root}${path}`, 'utf8'),
}))

const cycles = folderCycles(files).map((cycle) => `Folders in a circle: ${[...cycle, cycle[0]].join(' → ')}`)
const crossings = featureCrossings(files).map((crossing) => `A feature imports another one: ${crossing}`)
for (const line of [...cycles, ...crossings]) console.error(line)
if (cycles.length + crossings.length > 0) process.exitCode = 1
else console.log(`Floors: ${files.length} files, no folders in a circle.`)
