import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createKeptList, createOwnEntries, type ListFormat, parseKeptList } from '../../../../electron/lib/kept-file.ts'

const words: ListFormat<string> = { key: 'words', entry: z.string(), most: 2, idOf: (word) => word }

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-list-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['its list', '{"version":1,"words":["a","b"]}', ['a', 'b']],
  ['an empty list', '{"version":1,"words":[]}', []],
  ['another version', '{"version":2,"words":[]}', null],
  ['no version', '{"words":[]}', null],
  ['no list', '{"version":1}', null],
  ['another list', '{"version":1,"numbers":[1]}', null],
  ['an entry of another kind', '{"version":1,"words":["a",1]}', null],
  ['more than are kept', '{"version":1,"words":["a","b","c"]}', null],
  ['a list alone', '["a"]', null],
  ['nothing', '', null],
  ['what is cut off', '{"version":1,"words":["a"', null],
])('a text with %s', (_, text, read) => expect(parseKeptList(text, words)).toEqual(read))

test('a name that every object has is no list', () => {
  expect(parseKeptList('{"version":1}', { ...words, key: 'constructor' })).toBeNull()
})

test('the last entries of a longer list are written, and read by the next start', () => {
  const path = join(folder, 'words.json')
  const report = vi.fn()
  const open = () => createKeptList(words, { path, maxBytes: 100, report })
  expect(open().set(['a', 'b', 'c'])).toBe(true)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ version: 1, words: ['b', 'c'] })
  expect(open().get()).toEqual(['b', 'c'])
  expect(report).not.toHaveBeenCalled()
})

test('a damaged file is told and not used', () => {
  const path = join(folder, 'words.json')
  writeFileSync(path, '{"version":1,"words":[1]}')
  const report = vi.fn()
  expect(createKeptList(words, { path, maxBytes: 100, report }).get()).toEqual([])
  expect(report).toHaveBeenCalledExactlyOnceWith('is damaged and was not used')
})

test('a run replaces in a list what it loaded or wrote itself, and leaves the rest', () => {
  const named = (...ids: string[]) => ids.map((id) => ({ id }))
  const own = createOwnEntries<{ id: string }>()
  own.note(named('loaded'))
  expect(own.within(named('late', 'loaded'), named('new'))).toEqual(named('late', 'new'))
  expect(own.within(named('late', 'new'), [])).toEqual(named('late'))
  expect(own.within(named('late'), named('new', 'loaded'))).toEqual(named('late', 'new', 'loaded'))
})
