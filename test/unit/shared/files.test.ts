import { describe, expect, it } from 'vitest'
import {
  type FileName,
  type FilePath,
  folderOf,
  isFileName,
  isFilePath,
  isPlainName,
  isSameStamp,
  isWebAddress,
  isWithin,
  nameOf,
  namesOf,
  pathIn,
  rootPath,
} from '../../../shared/files/files.ts'

const path = (text: string) => text as FilePath
const name = (text: string) => text as FileName

describe('names', () => {
  it.each(['a.txt', ' two  blanks ', '...', 'a\\b', 'CON', 'new\nline', 'right\u202eleft', '日本語', 'x'.repeat(255)])(
    'takes %j, as machines do',
    (text) => {
      expect(isFileName(text)).toBe(true)
    },
  )

  it.each(['', '.', '..', 'a/b', '/', 'a\0', '\ud800', 'x'.repeat(256)])('takes not %j', (text) => {
    expect(isFileName(text)).toBe(false)
  })

  it.each<[string, boolean]>([
    ['config.yml', true],
    ['日本語', true],
    [' a', false],
    ['a\tb', false],
    ['right\u202eleft', false],
    ['..', false],
    ['a/b', false],
  ])('a person may give %j: %s', (text, may) => {
    expect(isPlainName(text)).toBe(may)
  })
})

describe('paths', () => {
  it.each(['/', '/a', '/a/b c/…', '/..a/b..'])('takes %j', (text) => {
    expect(isFilePath(text)).toBe(true)
  })

  it.each(['', 'a', 'a/b', '//', '/a/', '/a//b', '/..', '/a/../b', '/./a', '/a\0', `/${'x/'.repeat(2_100)}x`])(
    'takes not %j',
    (text) => {
      expect(isFilePath(text)).toBe(false)
    },
  )

  it('are taken apart and put together', () => {
    expect(pathIn(rootPath, name('a'))).toBe('/a')
    expect(pathIn(path('/a'), name('b'))).toBe('/a/b')
    expect([folderOf(path('/a/b')), folderOf(path('/a')), folderOf(rootPath)]).toEqual(['/a', '/', '/'])
    expect([nameOf(path('/a/b')), nameOf(rootPath)]).toEqual(['b', null])
    expect([namesOf(path('/a/b')), namesOf(rootPath)]).toEqual([['a', 'b'], []])
  })

  it.each<[string, string, boolean]>([
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/ab', '/a', false],
    ['/a', '/a/b', false],
    ['/a', '/', true],
  ])('%s is within %s: %s', (one, folder, is) => {
    expect(isWithin(path(one), path(folder))).toBe(is)
  })
})

it('takes a stamp for the same only where all of it is', () => {
  const stamp = { size: 4, modifiedAt: 1_000 }
  expect(isSameStamp(stamp, { ...stamp })).toBe(true)
  expect(isSameStamp(stamp, { ...stamp, size: 5 })).toBe(false)
  expect(isSameStamp(stamp, { ...stamp, modifiedAt: null })).toBe(false)
})

it.each<[string, boolean]>([
  ['https://files.example.com/a.jar?x=1#part', true],
  ['http://192.168.1.1/a', true],
  ['https://example.com/@scope/a', true],
  ['ftp://files.example.com/a', false],
  ['https://user:pass@files.example.com/a', false],
  ['https://', false],
  ['javascript:alert(1)', false],
  ['https://example.com/a b', false],
  [`https://files.example.com/${'x'.repeat(2_100)}`, false],
])('%s is an address on the web: %s', (text, is) => expect(isWebAddress(text)).toBe(is))
