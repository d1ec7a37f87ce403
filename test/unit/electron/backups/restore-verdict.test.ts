import { describe, expect, it, test } from 'vitest'
import type { RestoreEntry } from '../../../../electron/backups/panel.ts'
import { markOf, verdictOf } from '../../../../electron/backups/restore-verdict.ts'
import { complete, entry, failed } from '../../../fixtures/restore-rig.ts'

describe('the verdict of the activity', () => {
  const mark = markOf([complete('old', 0)])

  it.each<[string, RestoreEntry[], 'done' | 'failed' | null]>([
    ['nothing', [], null],
    ['a restore that was begun', [entry('b', 'server:backup.restore', 5)], null],
    ['a complete one', [complete('a', 5)], 'done'],
    ['one of the same second as the last before', [complete('a', 0)], 'done'],
    ['one of before, by the panel’s clock', [complete('a', -1)], null],
    ['the entry that was there', [complete('old', 0)], null],
    ['a failure, with a dot', [failed('a', 5)], 'failed'],
    ['a failure, with a colon', [entry('a', 'server:backup.restore-failed', 5)], 'failed'],
    ['the first of two', [failed('b', 9), complete('a', 5)], 'done'],
    ['both in one second', [complete('b', 5), failed('a', 5)], 'failed'],
    ['an end before its beginning', [entry('b', 'server:backup.restore', 6), failed('a', 5)], null],
    ['an end after its beginning', [complete('c', 8), entry('b', 'server:backup.restore', 6), failed('a', 5)], 'done'],
    ['another backup', [entry('a', 'server:backup.restore-complete', 5, 'weekly')], null],
    ['a backup without a name', [entry('a', 'server:backup.restore-complete', 5, null)], 'done'],
    ['another event', [entry('a', 'server:backup.complete', 5), entry('c', 'constructor', 5)], null],
  ])('of %s', (_what, entries, verdict) => expect(verdictOf(entries, mark, 'nightly')).toBe(verdict))

  test('needs no entry of before', () => {
    expect(verdictOf([complete('a', -500)], markOf([]), 'nightly')).toBe('done')
  })
})
