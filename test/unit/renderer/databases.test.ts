import { describe, expect, it, test } from 'vitest'
import {
  factText,
  fromText,
  refusedField,
  whyNoNew,
  whyNotDatabase,
} from '../../../renderer/features/databases/database-words.ts'
import type { DatabaseAct } from '../../../shared/databases/contract.ts'
import { appError } from '../../../shared/errors.ts'
import { databasesOf } from '../../fixtures/database.ts'

describe('databases in words', () => {
  it.each([
    [databasesOf({ databases: [] }), '0 of 3 databases'],
    [databasesOf(), '1 of 3 databases'],
    [databasesOf({ limit: 1 }), '1 of 1 database'],
    [databasesOf({ leftOut: 1 }), '2 of 3 databases'],
    [databasesOf({ limit: null }), '1 database'],
    [databasesOf({ limit: null, databases: [] }), 'No databases'],
    [databasesOf({ limit: 0, databases: [] }), 'No databases'],
    [databasesOf({ limit: 1, leftOut: 1 }), '2 databases'],
    [databasesOf({ limit: 0 }), '1 database'],
  ])('are counted: %#', (list, text) => {
    expect(factText(list)).toBe(text)
  })

  it.each([
    ['%', 'from anywhere'],
    ['', 'from anywhere'],
    ['172.18.0.%', 'from 172.18.0.%'],
  ])('take connections from %j', (connectionsFrom, text) => {
    expect(fromText({ connectionsFrom })).toBe(text)
  })

  it.each<[DatabaseAct, DatabaseAct[], string | null, string | null]>([
    ['create', [], null, null],
    ['create', ['create'], null, 'your account may not do it'],
    ['delete', ['create'], null, null],
    ['update', ['update'], 'key lacks Databases: full', 'key lacks Databases: full'],
    ['view-password', [], 'key lacks Databases: full', null],
    ['view-password', ['view-password'], null, 'your account may not do it'],
  ])('may not be changed: %s, %j, %s', (act, denied, lacks, why) => {
    expect(whyNotDatabase(act, { denied }, lacks)).toBe(why)
  })

  it('tell a right that is missing rather than that they are full', () => {
    expect(whyNoNew(databasesOf({ limit: 1 }), null)).toBe('the one that this server may have is in use')
    expect(whyNoNew(databasesOf({ limit: 1, denied: ['create'] }), null)).toBe('your account may not do it')
    expect(whyNoNew(databasesOf(), null)).toBeNull()
  })
})

test.each([
  [appError('database-name-taken'), 'name'],
  [appError('input-rejected', { detail: 'The database field must be at least 3 characters.' }), 'name'],
  [appError('input-rejected', { detail: 'The remote field is required.' }), 'connectionsFrom'],
  [appError('input-rejected', { detail: 'The database is wrong. The remote is wrong.' }), null],
  [appError('input-rejected', { detail: 'No.' }), null],
  [appError('input-rejected'), null],
  [appError('database-limit'), null],
])('a refusal is about a field: %#', (error, field) => {
  expect(refusedField(error)).toBe(field)
})
