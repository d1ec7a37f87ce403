import { describe, expect, test } from 'vitest'
import {
  changedText,
  countText,
  isArchive,
  isLog,
  kindOf,
  kindText,
  languageOf,
  namesText,
  newestLog,
  sizeText,
} from '../../../../../../renderer/features/files/entries/file-words.ts'
import { fileEntry, filePath, folderEntry } from '../../../../../fixtures/file-entry.ts'

test.each([
  [fileEntry('a'), 'file', 'File'],
  [fileEntry('a', { isSymlink: true, mode: 'Lrwxrwxrwx' }), 'file', 'File, a link'],
  [fileEntry('a', { mode: '' }), 'file', 'File'],
  [fileEntry('a', { mode: 'prw-r--r--' }), 'special', 'Special file'],
  [folderEntry('a', { isSymlink: true }), 'folder', 'Folder, a link'],
])('%o is a %s', (entry, kind, text) => {
  expect([kindOf(entry), kindText(entry)]).toEqual([kind, text])
})

test('sizes are those of files', () => {
  expect(sizeText(fileEntry('a', { size: 1_300 }))).toBe('1.3 kB')
  expect(sizeText(fileEntry('a', { size: null }))).toBe('–')
  expect(sizeText(folderEntry('a'))).toBe('')
})

test('what was changed long ago has its year', () => {
  const now = new Date(2026, 0, 15, 12).getTime()
  expect(changedText({ modifiedAt: now - 120_000 }, now)).toBe('2 min ago')
  expect(changedText({ modifiedAt: new Date(2024, 11, 11).getTime() }, now)).toBe('11 Dec 2024')
  expect(changedText({ modifiedAt: null }, now)).toBe('–')
})

test.each([
  [1, 0, 1, '1 entry'],
  [3, 120, 3, '123 entries'],
  [3, 0, 1, '1 of 3'],
])('%d and %d left out, of which %d are shown: %s', (n, leftOut, shown, text) => {
  const entries = Array.from({ length: n }, (_, i) => fileEntry(`${i}`))
  expect(countText({ entries, leftOut }, shown)).toBe(text)
})

test.each([
  [['a'], '“a”'],
  [['a', 'b'], '“a” and “b”'],
  [['a', 'b', 'c', 'd', 'e'], '“a”, “b”, “c”, and 2 more'],
  [['a\u202eb'], '“aU+202Eb”'],
])('%j as %s', (names, text) => {
  expect(namesText(names)).toBe(text)
})

test.each([
  ['world.zip', true],
  ['World.TAR.GZ', true],
  ['1.log.gz', true],
  ['zip', false],
  ['a.zip.txt', false],
])('that %s is an archive: %j', (name, expected) => {
  expect(isArchive(name)).toBe(expected)
})

describe('the newest log', () => {
  const at = (name: string, modifiedAt: number | null, more = {}) => fileEntry(name, { modifiedAt, ...more })
  test.each([
    [[], null],
    [[at('a.log', 1), at('b.log', 3), at('c.log', 2)], 'b.log'],
    [[at('a.log', 1), at('b.log.gz', 9)], 'a.log'],
    [[at('a.log', 1), at('b', 9, { mode: 'prw-r--r--' })], 'a.log'],
    [[folderEntry('old', { modifiedAt: 9 }), at('a.log', 1)], 'a.log'],
    [[at('b.log.gz', 9)], null],
  ])('of %o', (entries, expected) => {
    expect(newestLog(entries)?.name ?? null).toBe(expected)
  })
})

test.each([
  ['server.properties', 'properties'],
  ['Server.INI', 'properties'],
  ['spigot.yaml.bak', 'yaml'],
  ['paper.yml.2', 'yaml'],
  ['.env', 'properties'],
  ['eula.txt', null],
  ['Makefile', null],
  ['constructor.__proto__', null],
])('the language of %s is %s', (name, expected) => {
  expect(languageOf(name)).toBe(expected)
})

test.each([
  ['/logs/latest.log', true],
  ['/logs/2026-01-02-1.log.gz', false],
  ['/logs/telemetry/events.json', true],
  ['/plugins/a/server.log.3', true],
  ['/logs.txt', false],
  ['/logs', false],
  ['/', false],
])('%s is a log: %j', (path, expected) => {
  expect(isLog(filePath(path))).toBe(expected)
})
