import { describe, expect, test } from 'vitest'
import { filteredFiles, firstSort, sortedFiles } from '../../../../../../renderer/features/files/entries/file-list.ts'

const file = (name: string, size = 1, modifiedAt: number | null = 1) => ({ name, isFile: true, size, modifiedAt })
const folder = (name: string, modifiedAt: number | null = 1) => ({ name, isFile: false, size: 4_096, modifiedAt })
const names = (entries: readonly { readonly name: string }[]) => entries.map(({ name }) => name)

describe('sorting', () => {
  const entries = [file('r.10.mca', 5, 30), file('b', 9, 10), folder('world'), file('r.2.mca', 5, null), folder('a', 5)]

  test.each([
    [firstSort, ['a', 'world', 'b', 'r.2.mca', 'r.10.mca']],
    [{ by: 'size', reversed: false }, ['a', 'world', 'b', 'r.2.mca', 'r.10.mca']],
    [{ by: 'size', reversed: true }, ['a', 'world', 'r.2.mca', 'r.10.mca', 'b']],
    [{ by: 'modified', reversed: false }, ['a', 'world', 'r.10.mca', 'b', 'r.2.mca']],
    [{ by: 'modified', reversed: true }, ['world', 'a', 'r.2.mca', 'b', 'r.10.mca']],
  ] as const)('by %o keeps folders first', (sort, expected) => {
    expect(names(sortedFiles(entries, sort))).toEqual(expected)
  })

  test('names that differ in case alone have one order, whatever order they come in', () => {
    const pair = [file('Config.yml'), file('config.yml')]
    expect(names(sortedFiles(pair, firstSort))).toEqual(names(sortedFiles(pair.toReversed(), firstSort)))
  })
})

test.each([
  ['', ['Server.properties', 'server-icon.png', 'Größe.txt', 'ＦＵＬＬ.txt']],
  ['SERVER', ['Server.properties', 'server-icon.png']],
  ['png server', ['server-icon.png']],
  ['größe', ['Größe.txt']],
  ['full', ['ＦＵＬＬ.txt']],
  ['.*', []],
])('a filter of %j', (query, expected) => {
  const entries = [file('Server.properties'), file('server-icon.png'), file('Größe.txt'), file('ＦＵＬＬ.txt')]
  expect(names(filteredFiles(entries, query))).toEqual(expected)
})
