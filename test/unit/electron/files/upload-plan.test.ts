import { describe, expect, it } from 'vitest'
import type { LocalFile } from '../../../../electron/files/local-tree.ts'
import { editorName } from '../../../../electron/files/own-copy.ts'
import { batchesOf, decide, foldersOf, standingOf, withinLimit } from '../../../../electron/files/upload-plan.ts'
import { canCarry } from '../../../../electron/transfers/multipart.ts'
import { type FileEntry, fileNameSchema } from '../../../../shared/files/contract.ts'
import { rootPath } from '../../../../shared/files/files.ts'
import { fileEntry } from '../../../fixtures/file-entry.ts'

const name = (text: string) => fileNameSchema.parse(text)
const local = (path: string, bytes = 1): LocalFile => {
  const names = path.split('/').map(name)
  return { name: names.at(-1) ?? name('x'), folders: names.slice(0, -1), bytes, open: async () => null }
}
const entry = (text: string, isFile = true) => fileEntry(text, { isFile })
const sentAs = (...args: Parameters<typeof decide>) => decide(...args).sent.map((one) => one.name)

describe('files that come into a folder', () => {
  const files = [local('a.txt'), local('b.txt')]
  it.each([
    ['one there, skipped', [entry('a.txt')], 'skip', ['b.txt']],
    ['one there, overwritten', [entry('a.txt')], 'overwrite', ['a.txt', 'b.txt']],
    ['one there, kept', [entry('a.txt')], 'keep-both', ['a (2).txt', 'b.txt']],
    ['two there, kept', [entry('a.txt'), entry('a (2).txt')], 'keep-both', ['a (3).txt', 'b.txt']],
    ['a folder of that name', [entry('a.txt', false)], 'overwrite', ['b.txt']],
  ] as const)('%s', (_, there, choice, expected) => {
    expect(sentAs(files, there, choice)).toEqual(expected)
  })

  it('never take a name of another file of the same upload', () => {
    const both = [local('a.txt'), local('a (2).txt')]
    expect(sentAs(both, [entry('a.txt')], 'keep-both')).toEqual(['a (3).txt', 'a (2).txt'])
  })
})

it('knows the empty folders of an upload, and those that they are in', () => {
  const folders = foldersOf(
    rootPath,
    [local('x/y/z.txt'), local('x/b.txt')],
    [
      [name('x'), name('empty')],
      [name('only'), name('deep'), name('er')],
    ],
  )
  expect(folders.map(({ path, files, isMade }) => `${path} ${files.length}${isMade ? ' made' : ''}`)).toEqual([
    '/ 0 made',
    '/x 1 made',
    '/only 0 made',
    '/x/y 1',
    '/x/empty 0 made',
    '/only/deep 0 made',
    '/only/deep/er 0 made',
  ])
})

it('finds a file in the place of a folder, and of all below it', () => {
  const [root, x, y] = foldersOf(rootPath, [local('x/y/z.txt')])
  if (!root || !x || !y) throw new Error('three folders')
  const above = (standing: 'there' | 'blocked', ...entries: FileEntry[]) => ({ ...root, standing, entries })
  expect(standingOf(root, undefined)).toBe('there')
  expect(standingOf(x, above('there', entry('x')))).toBe('blocked')
  expect(standingOf(y, above('blocked'))).toBe('blocked')
  expect(standingOf(x, above('there', entry('x', false)))).toBe('there')
  expect(standingOf(x, above('there'))).toBe('missing')
})

it.each([
  ['small ones together', [1, 2, 3], [3]],
  ['no more than 80 MiB', [50, 40, 30].map((n) => n * 1024 * 1024), [1, 2]],
  ['a large one by itself', [500 * 1024 * 1024, 1], [1, 1]],
  ['no more than 200', Array.from({ length: 450 }, () => 1), [200, 200, 50]],
])('sends %s', (_, sizes, expected) => {
  const files = sizes.map((bytes, n) => ({ name: name(`${n}`), file: local(`${n}`, bytes) }))
  expect(batchesOf(files).map((batch) => batch.length)).toEqual(expected)
})

it('leaves out what is over the known limit', () => {
  const { files, leftOut } = withinLimit([local('a', 10), local('b/c', 11)], (file) => file, 10)
  expect([files.map((file) => file.name), leftOut]).toEqual([['a'], [{ name: 'b/c', why: 'too-large' }]])
  expect(withinLimit([local('a', 10)], (file) => file, undefined).files).toHaveLength(1)
})

it.each([
  ['plain.txt', true],
  ['Größe ’;=%.yml', true],
  ['say "hi".txt', false],
  ['back\\slash', false],
  ['\ufffd', false],
])('%j can be sent as it is: %s', (text, can) => {
  expect(canCarry(text)).toBe(can)
})

it.each([
  ['latest.log', 'latest.log'],
  ['table.csv', 'table.csv.txt'],
  ['server.properties', 'server.properties.txt'],
  ['evil.bat', 'evil.bat.txt'],
  ['x.desktop', 'x.desktop.txt'],
  ['a.txt.exe', 'a.txt.exe.txt'],
  ['../../x', '.._.._x.txt'],
  ['', 'file.txt'],
])('the editor gets %j as %j', (foreign, expected) => {
  expect(editorName(foreign)).toBe(expected)
})
