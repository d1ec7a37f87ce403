import { describe, expect, test } from 'vitest'
import { entryChoices, type FolderChoices, folderChoices } from '../../../../../renderer/features/files/file-choices.ts'
import { type FileAct, fileActs } from '../../../../../shared/files/contract.ts'
import { fileEntry, folderEntry } from '../../../../fixtures/file-entry.ts'

const lacks = 'this key lacks Files: read & write'
const denied = 'your account may not do it'
const can = Object.keys(folderChoices(null, [])) as (keyof FolderChoices)[]
const stopped = (choices: Readonly<Record<string, string | null>>, why: string) =>
  Object.keys(choices).filter((act) => choices[act] === why)

describe('in a folder', () => {
  test('a key that only reads opens files, and changes nothing', () => {
    expect(stopped(folderChoices(lacks, []), lacks)).toEqual(can.filter((act) => act !== 'open' && act !== 'sftp'))
  })

  // Permissions by act: the panel's own table.
  test.each<[FileAct, readonly string[]]>([
    ['read-content', ['open']],
    ['create', ['make', 'edit', 'decompress']],
    ['update', ['move', 'chmod']],
    ['delete', ['remove']],
    ['archive', ['compress']],
    ['sftp', ['sftp']],
  ])('an account without %s', (act, expected) => {
    expect(stopped(folderChoices(null, [act]), denied)).toEqual(expected)
  })

  test('every permission of files stops something', () => {
    for (const act of fileActs) expect(stopped(folderChoices(null, [act]), denied)).not.toEqual([])
  })
})

describe('of an entry', () => {
  const all = folderChoices(null, [])
  const cannot = (choices: Readonly<Record<string, string | null>>) =>
    Object.entries(choices).filter(([, why]) => why !== null)

  test.each([
    [fileEntry('a.txt'), [['decompress', 'not an archive']]],
    [fileEntry('a.zip'), []],
    [
      folderEntry('a'),
      [
        ['copy', 'only files'],
        ['decompress', 'not an archive'],
      ],
    ],
    [
      fileEntry('a.zip', { mode: 'prw-r--r--' }),
      [
        ['open', 'not an ordinary file'],
        ['copy', 'not an ordinary file'],
        ['compress', 'not an ordinary file'],
        ['decompress', 'not an ordinary file'],
      ],
    ],
  ])('%o', (entry, expected) => {
    expect(cannot(entryChoices(entry, all))).toEqual(expected)
  })

  test('folders are opened by whoever may list', () => {
    expect(entryChoices(folderEntry('a'), folderChoices(lacks, ['read-content'])).open).toBeNull()
  })
})
