/**
 * `npm run floors`: fails where folders import each other in a circle, a feature of the window imports another one,
 * zod is loaded where no schemas belong, or the window's sheets and the classes that its components name do not fit.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { featureCrossings, folderCycles, zodBesideSchemas, zodInWindow } from './module-graph.ts'
import { styleFaults } from './styles.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(`${root}${path}`, 'utf8'),
  }))

const files = read('{build,electron,renderer,shared}/**/*.{ts,tsx}')
const sheets = read('renderer/**/*.css')
const cycles = folderCycles(files).map((cycle) => `Folders in a circle: ${[...cycle, cycle[0]].join(' → ')}`)
const crossings = featureCrossings(files).map((crossing) => `A feature imports another one: ${crossing}`)
const strays = zodBesideSchemas(files).map(
  (path) => `Schemas belong in a file named …-schema.ts or contract.ts: ${path}`,
)
const heavy = zodInWindow(files).map((importing) => `The window loads zod: ${importing}`)
const styles = styleFaults([...files.filter(({ path }) => path.startsWith('renderer/')), ...sheets])
const faults = [...cycles, ...crossings, ...strays, ...heavy, ...styles]
for (const line of faults) console.error(line)
if (faults.length > 0) process.exitCode = 1
else console.log(`Floors: ${files.length} files, no folders in a circle; ${sheets.length} sheets.`)
