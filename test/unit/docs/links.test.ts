import { existsSync, readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type Document, documents, pathInProject, withoutCode } from '../../fixtures/documents.ts'

const pages = documents()

/** The names by which GitHub reaches the headings of a page. */
const anchorsOf = ({ text }: Document) =>
  [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Where a page leads, but for addresses of the web: links, and pictures of both kinds. */
function targetsOf({ text }: Document): readonly string[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/g, '')
  const found = [...prose.matchAll(/\]\(([^)\s]+)\)|\bsrc(?:set)?="([^"]+)"/g)]
  return found.flatMap(([, link, picture]) => link ?? picture ?? []).filter((target) => !/^[a-z]+:/.test(target))
}

const fileOf = (page: Document, target: string) => {
  const [path = ''] = target.split('#')
  return path === '' ? page.name : posix.join(posix.dirname(page.name), path)
}

function leadsNowhere(page: Document, target: string): boolean {
  const file = fileOf(page, target)
  const anchor = target.split('#')[1]
  if (!existsSync(pathInProject(file))) return true
  const other = pages.find(({ name }) => name === file)
  return anchor !== undefined && (other === undefined || !anchorsOf(other).includes(anchor))
}

test.each(pages.map((page) => [page.name, page] as const))('%s links to what is there', (_name, page) => {
  expect(targetsOf(page).filter((target) => leadsNowhere(page, target))).toEqual([])
})

test('a link to nothing is found', () => {
  const page = {
    name: 'docs/x.md',
    text: '# A b\n[a](#a-b) [b](#b) [c](../README.md#start) [d](y.md) <img src="z.png">',
  }
  expect(targetsOf(page).filter((target) => target !== '#a-b' && leadsNowhere(page, target))).toEqual([
    '#b',
    'y.md',
    'z.png',
  ])
})

test('each page of docs/ can be reached from another page', () => {
  const reached = new Set(
    pages.flatMap((page) =>
      targetsOf(page)
        .map((target) => fileOf(page, target))
        .filter((file) => file !== page.name),
    ),
  )
  const pagesOfDocs = pages.map(({ name }) => name).filter((name) => name.startsWith('docs/'))
  expect(pagesOfDocs.filter((name) => !reached.has(name))).toEqual([])
})

test('each picture is shown', () => {
  const shown = new Set(pages.flatMap((page) => targetsOf(page).map((target) => fileOf(page, target))))
  const pictures = readdirSync(pathInProject('.github/pictures')).map((name) => `.github/pictures/${name}`)
  expect(pictures.filter((picture) => !shown.has(picture))).toEqual([])
})

test('the page of the command line stands alone, as in its npm package', () => {
  const page = pages.find(({ name }) => name === 'docs/command-line.md')
  expect(page && targetsOf(page).filter((target) => !target.startsWith('#'))).toEqual([])
})
