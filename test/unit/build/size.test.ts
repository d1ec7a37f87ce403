import { describe, expect, test } from 'vitest'
import { codeLines } from '../../../build/code-lines.ts'
import { sizeTable } from '../../../build/size-table.ts'

describe('lines of code', () => {
  test.each([
    ['nothing', '', 0],
    ['blank lines', 'a()\n\n  \nb()\n', 2],
    ['comments', '// one\na() // two\n/* three\n   four */\n/** five */ b()\n', 2],
    ['imports', "import { a } from './a.ts'\nimport type {\n  B,\n} from './b.ts'\nimport './c.ts'\nd()\n", 1],
    ['an import that is a call', "const a = import('./a.ts')\nconst b = import.meta.url\n", 2],
    ['what is exported from elsewhere', "export { a } from './a.ts'\nexport * from './b.ts'\nexport { c }\n", 1],
    ['slashes in texts', 'a(\'https://b\')\nc(`// d\n// e`)\nf("/* g")\n', 4],
    ['slashes in a template in a template', `a(\`b \${c ? \`//\` : d}//\`)\ne()\n`, 2],
    ['quotes and slashes in regular expressions', 'a(/[\'"]/)\nb(/[/]*/) // c\nd()\n', 3],
    ['a division', 'a = b / c // d / e\nf()\n', 2],
    ['a line over 120 characters', `a(${'b'.repeat(238)})\n`, 3],
  ])('%s', (_, text, lines) => expect(codeLines('a.ts', text)).toBe(lines))

  test('of a sheet, where // begins nothing', () =>
    expect(codeLines('a.module.css', '/* one */\n.a {\n  background: url(https://b);\n}\n')).toBe(3))
})

test('the table adds up a feature over its layers, largest first, and leaves tests and build apart', () => {
  const file = (path: string, code: number) => ({ path, code, lines: code * 2 })
  const table = sizeTable([
    file('electron/keys/registry.ts', 5),
    file('electron/backups/acts.ts', 10),
    file('renderer/features/backups/list/Row.tsx', 20),
    file('shared/backups/contract.ts', 3),
    file('shared/result.ts', 1),
    file('build/pack.ts', 4),
    file('test/unit/a.test.ts', 7),
  ])
  expect(table.map((line) => line.trimEnd().replaceAll(/ +/g, ' '))).toEqual([
    'feature shared electron renderer code files',
    'backups 3 10 20 33 3',
    'keys 5 5 1',
    'top level 1 1 1',
    '',
    ' lines code files',
    'source 78 39 5',
    'build 8 4 1',
    'tests 14 7 1',
  ])
})
