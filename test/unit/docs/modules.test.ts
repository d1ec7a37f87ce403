import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { documents, pathInProject } from '../../fixtures/documents.ts'

const withoutEnding = (path: string) => path.replace(/\.tsx?$/, '')

/** Every file and folder, by each end of its path: `servers/power` for `electron/servers/power.ts`. */
const places = new Set(
  globSync('{.ci,.github,build,docs,electron,renderer,shared,test}/**', { cwd: pathInProject('') }).flatMap((file) => {
    const path = file.replaceAll('\\', '/')
    const parts = path.split('/')
    const ends = parts.map((_part, from) => parts.slice(from).join('/'))
    return [...ends, ...ends.map(withoutEnding)]
  }),
)

/** What a page names between backticks that looks like a path of the source. */
const namedIn = (text: string) =>
  [...text.matchAll(/`((?!out\/)[\w.-]+(?:\/[\w.-]+)+)\/?`/g)].map(([, name = '']) => name)

const pages = documents().filter(({ name }) => /^(?:ARCHITECTURE|CONTRIBUTING)\.md$|^docs\/architecture\//.test(name))

test.each(pages.map(({ name, text }) => [name, text] as const))('%s names modules that are there', (_name, text) => {
  expect(namedIn(text).filter((name) => !places.has(name))).toEqual([])
})

test('there are modules to look at, and one that is gone is found', () => {
  expect(pages.flatMap(({ text }) => namedIn(text)).length).toBeGreaterThan(100)
  expect(namedIn('`servers/power`, `servers/powers.ts` and `out/tour/`').filter((name) => !places.has(name))).toEqual([
    'servers/powers.ts',
  ])
})
