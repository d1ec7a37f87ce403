import { describe, expect, it } from 'vitest'
import { featureCrossings, folderCycles, importsOf } from '../../../build/module-graph.ts'

const file = (path: string, ...imports: string[]) => ({
  path,
  text: imports.map((to) => `import { x } from '${to}'`).join('\n'),
})

describe('importsOf', () => {
  it.each<[string, string, string[]]>([
    ['a value', "import { b } from '../b/b.ts'", ['b/b.ts']],
    ['a type', "import type { B } from '../b/b.ts'", ['b/b.ts']],
    ['a list over several lines', "import {\n  b,\n  type C,\n} from '../b/b.ts'", ['b/b.ts']],
    ['what is exported again', "export * from './c.ts'", ['a/c.ts']],
    ['what is loaded later', "const b = await import('../b/b.ts')", ['b/b.ts']],
    ['a style', "import './a.css'", ['a/a.css']],
    ['no package', "import { z } from 'zod'", []],
  ])('reads %s', (_, text, paths) => expect(importsOf({ path: 'a/a.ts', text })).toEqual(paths))
})

describe('folderCycles', () => {
  it('finds none in floors above each other', () => {
    const files = [file('a/a.ts', './b.ts', '../b/b.ts', '../c/c.ts'), file('b/b.ts', '../c/c.ts'), file('c/c.ts')]
    expect(folderCycles(files)).toEqual([])
  })

  it('finds a circle of two, though no file is in one', () => {
    const files = [file('a/one.ts', '../b/b.ts'), file('a/two.ts'), file('b/b.ts', '../a/two.ts')]
    expect(folderCycles(files)).toEqual([['a', 'b']])
  })

  it('finds one between a folder and the folder in it, and a longer one', () => {
    expect(folderCycles([file('a/a.ts', './in/b.ts'), file('a/in/b.ts', '../a.ts')])).toEqual([['a', 'a/in']])
    const files = [file('a/a.ts', '../b/b.ts'), file('b/b.ts', '../c/c.ts'), file('c/c.ts', '../a/a.ts')]
    expect(folderCycles(files)).toEqual([['a', 'b', 'c']])
  })
})

it('featureCrossings names imports between features of the window, and no others', () => {
  const files = [
    file('renderer/features/keys/page.tsx', '../servers/row.tsx', './card.tsx', '../../ui/button.tsx'),
    file('renderer/features/keys/welcome/first.tsx', '../form.tsx'),
    file('renderer/app/app.tsx', '../features/keys/page.tsx'),
  ]
  expect(featureCrossings(files)).toEqual(['renderer/features/keys/page.tsx → renderer/features/servers/row.tsx'])
})
