/** `npm run size`: lines of code by feature and layer, so that growth is seen. It fails nothing. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { codeLines } from './code-lines.ts'
import { type CountedFile, sizeTable } from './size-table.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const files = globSync('{build,electron,renderer,shared,test}/**/*.{ts,tsx,mjs,cjs,js,css}', { cwd: root }).map(
  (found): CountedFile => {
    const path = found.replaceAll('\\', '/')
    const text = readFileSync(`${root}${path}`, 'utf8')
    return { path, lines: text.trimEnd().split('\n').length, code: codeLines(path, text) }
  },
)
console.log(sizeTable(files).join('\n'))
