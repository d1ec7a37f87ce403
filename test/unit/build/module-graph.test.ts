import { describe, expect, it } from 'vitest'
import {
  featureCrossings,
  folderCycles,
  importsOf,
  zodBesideSchemas,
  zodInWindow,
} from '../../../build/module-graph.ts'

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

const withZod = (path: string) => ({ path, text: "import { z } from 'zod'" })

it('zodBesideSchemas names what loads zod in shared/ and holds no schemas by its name', () => {
  const files = [
    withZod('shared/model/power-schema.ts'),
    withZod('shared/databases/contract.ts'),
    withZod('shared/ipc/contract.ts'),
    withZod('shared/model/power.ts'),
    withZod('shared/model/schema.ts'),
    withZod('shared/model/contract.ts'),
    withZod('electron/settings/schema.ts'),
    { path: 'shared/model/identifier.ts', text: "import type { z } from 'zod'" },
    { path: 'shared/model/inline.ts', text: "import { type z } from 'zod'" },
    { path: 'shared/model/mini.ts', text: "export type A = 'a'\n\nexport * from 'zod/mini'" },
    { path: 'shared/model/later.ts', text: "const { z } = await import('zod')" },
    { path: 'shared/model/other.ts', text: "import { zodiac } from './zod.ts'" },
  ]
  const stray = ['power', 'schema', 'contract', 'inline', 'mini', 'later']
  expect(zodBesideSchemas(files)).toEqual(stray.map((name) => `shared/model/${name}.ts`))
})

describe('zodInWindow', () => {
  const schema = withZod('shared/model/power-schema.ts')

  it.each<[string, string]>([
    ['imported', "import { b } from '../shared/b.ts'"],
    ['loaded later', "const b = await import('../shared/b.ts')"],
    ['imported for its types alone, but not as a type import', "import { type B } from '../shared/b.ts'"],
    ['exported again, after types', "import type {\n  A,\n} from './a.ts'\nexport { b } from '../shared/b.ts'"],
  ])('finds it behind a file that is %s', (_, text) => {
    const files = [{ path: 'renderer/main.tsx', text }, file('shared/b.ts', './model/power-schema.ts'), schema]
    expect(zodInWindow(files)).toEqual(['shared/b.ts → shared/model/power-schema.ts'])
  })

  it('finds it in the window itself, and behind circles', () => {
    expect(zodInWindow([withZod('renderer/no-eval.ts')])).toEqual(['renderer → renderer/no-eval.ts'])
    const files = [file('renderer/a.ts', './b.ts'), file('renderer/b.ts', './a.ts', '../shared/model/power-schema.ts')]
    expect(zodInWindow([...files, schema])).toEqual(['renderer/b.ts → shared/model/power-schema.ts'])
  })

  it('accepts type imports, and modules that only the main process loads', () => {
    const types =
      "import type { A } from '../shared/model/power-schema.ts'\nexport type {\n  B,\n} from '../shared/b.ts'"
    const main = file('electron/main.ts', '../shared/model/power-schema.ts')
    const b = file('shared/b.ts', './model/power-schema.ts')
    expect(zodInWindow([{ path: 'renderer/main.tsx', text: types }, main, b, schema])).toEqual([])
  })
})
