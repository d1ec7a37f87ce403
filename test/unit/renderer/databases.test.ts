import { describe, expect, it, test } from 'vitest'
import { type DatabaseNews, shownNews } from '../../../renderer/features/databases/database-news.ts'
import {
  factText,
  foundOf,
  fromText,
  refusedField,
  whyNoNew,
  whyNotDatabase,
} from '../../../renderer/features/databases/database-words.ts'
import { appError } from '../../../shared/errors.ts'
import type { DatabaseAct } from '../../../shared/model/database.ts'
import { database, databasesOf } from '../../fixtures/database.ts'

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

describe('a database of which no answer told', () => {
  const unsure = { wanted: 'plots', before: ['old'], since: 6 }
  const named = (name: string, id = 'new') => database({ id, name })
  it.each([
    [[], null],
    [[named('s12_plots', 'old')], null],
    [[named('s12_other')], null],
    [[named('s12_my_plots')], null],
    [[named('s12_plots')], named('s12_plots')],
    [[named('plots')], named('plots')],
  ])('is looked for in the list: %#', (databases, found) => {
    expect(foundOf(unsure, databases)).toEqual(found)
  })

  it('is found under a name that was cut', () => {
    const long = 'x'.repeat(48)
    const cut = named(`s12_${long}`.slice(0, 48))
    expect(foundOf({ ...unsure, wanted: long }, [cut])).toEqual(cut)
  })
})

describe('news', () => {
  const unsure = { wanted: 'plots', before: [], since: 6 }
  type List = Parameters<typeof shownNews>[1]
  const list: List = { databases: [database()], at: 6, error: null, denied: [] }
  const removal = { id: database().id, name: 's12_plots', since: 6 }
  const removed = 'It is not known whether s12_plots was deleted.'
  const unknown = 'It is not known whether “plots” was made.'
  it.each<[DatabaseNews, Partial<List>, object]>([
    [{ kind: 'rotated', name: 's12_plots' }, {}, { hasFailed: false, message: 's12_plots has a new password.' }],
    [{ kind: 'unsure-made', unsure }, { at: 5 }, { message: unknown, hint: 'The list is being read again.' }],
    [
      { kind: 'unsure-made', unsure },
      {},
      { hasFailed: false, message: 's12_plots was made, though no answer said so.' },
    ],
    [{ kind: 'unsure-made', unsure }, { databases: [] }, { message: unknown, step: { label: 'Look again' } }],
    [
      { kind: 'unsure-made', unsure },
      { error: appError('timeout') },
      { message: unknown, step: { label: 'Look again' } },
    ],
    [
      { kind: 'unsure-removed', removal },
      { at: 5 },
      { hasFailed: true, message: removed, hint: 'The list is being read again.', step: { label: 'Look again' } },
    ],
    [
      { kind: 'unsure-removed', removal },
      {},
      { hasFailed: true, message: 's12_plots is still there, though it was to be deleted.' },
    ],
    [
      { kind: 'unsure-removed', removal },
      { databases: [database({ id: 'other' })] },
      { hasFailed: false, message: 's12_plots was deleted, though no answer said so.' },
    ],
    [{ kind: 'unsure-removed', removal }, { error: appError('timeout') }, { hasFailed: true, message: removed }],
    [
      { kind: 'unsure-rotated', name: 's12_plots' },
      {},
      { hint: 'Show it, and compare it with the one that is in use.' },
    ],
    [
      { kind: 'unsure-rotated', name: 's12_plots' },
      { denied: ['view-password'] },
      { hint: 'Ask somebody who may see it whether it is still the one that is in use.' },
    ],
    [{ kind: 'failed', what: 'Copying', error: appError('clipboard-failed') }, {}, { message: /^Copying failed\. / }],
  ])('are told: %#', (news, more, expected) => {
    const { message, ...rest } = expected as { message?: string | RegExp }
    const told = shownNews(news, { ...list, ...more }, () => {})
    expect(told).toMatchObject(rest)
    if (message !== undefined) expect(told.message).toMatch(message)
  })
})
