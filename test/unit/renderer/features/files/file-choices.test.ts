import { describe, expect, test } from 'vitest'
import { whyNotIn, whyNotOpened, whyNotOrdinary } from '../../../../../renderer/features/files/file-choices.ts'
import { fileActs } from '../../../../../shared/files/contract.ts'
import { fileEntry, folderEntry } from '../../../../fixtures/file-entry.ts'

const lacks = 'this key lacks Files: read & write'
const denied = 'your account may not do it'

test('a key that only reads opens files, and changes nothing', () => {
  const whyNot = whyNotIn(lacks, [])
  expect(fileActs.filter((act) => whyNot(act) === lacks)).toEqual(['create', 'update', 'delete', 'archive'])
})

test.each(fileActs)('an account without %s', (act) => {
  const whyNot = whyNotIn(null, [act])
  expect(fileActs.filter((one) => whyNot(one) === denied)).toEqual([act])
})

describe('of an entry', () => {
  const all = whyNotIn(null, [])

  test.each([
    [fileEntry('a.txt'), null],
    [folderEntry('a'), null],
    [fileEntry('a.zip', { mode: 'prw-r--r--' }), 'not an ordinary file'],
  ])('%o', (entry, expected) => {
    expect([whyNotOpened(entry, all), whyNotOrdinary(entry)]).toEqual([expected, expected])
  })

  test('folders are opened by whoever may list', () => {
    expect(whyNotOpened(folderEntry('a'), whyNotIn(lacks, ['read-content']))).toBeNull()
  })
})
