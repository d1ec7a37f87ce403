import { describe, expect, it } from 'vitest'
import { backupHealth, isOutdated } from '../../../../shared/backups/backups.ts'
import type { Backup } from '../../../../shared/backups/contract.ts'
import {
  backupAgesText,
  backupAgeText,
  backupNeed,
  backupNeedText,
  readingCountsMs,
} from '../../../../shared/model/backup-health.ts'
import type { BackupHealth } from '../../../../shared/model/server-schema.ts'
import { backupMade } from '../../../fixtures/backup-view.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const now = 1_000 * dayMs

const read = (...backups: Backup[]) => backupHealth({ backups, counted: null, leftOut: 0 }, now)
const failed = { state: 'failed' } as const
const pending = { state: 'pending', completedAt: null } as const
const known = (more: Partial<BackupHealth> = {}): BackupHealth => ({
  newestGoodAt: null,
  failedAt: null,
  readAt: now,
  ...more,
})

describe('what is remembered of a list', () => {
  it.each<[string, Backup[], Partial<BackupHealth>]>([
    ['none', [], {}],
    ['good ones', [backupMade(1, 10), backupMade(2, 30), backupMade(3, 20)], { newestGoodAt: 30 }],
    [
      'a failed one after a good one',
      [backupMade(1, 10), backupMade(2, 30, failed)],
      { newestGoodAt: 10, failedAt: 30 },
    ],
    ['a good one after a failed one', [backupMade(1, 30), backupMade(2, 10, failed)], { newestGoodAt: 30 }],
    ['a pending one after a failed one', [backupMade(1, 30, pending), backupMade(2, 10, failed)], { failedAt: 10 }],
    ['one that is not known', [backupMade(1, 30, { state: 'unknown' }), backupMade(2, 10)], { newestGoodAt: 10 }],
    ['a failed one without its begin', [backupMade(1, null, { ...failed, completedAt: 40 })], { failedAt: 40 }],
  ])('%s', (_what, backups, expected) => expect(read(...backups)).toEqual(known(expected)))

  it('is nothing where a part could not be read', () => {
    expect(backupHealth({ backups: [backupMade(1, 10)], counted: 2, leftOut: 1 }, now)).toBeNull()
  })
})

describe('a list', () => {
  const list = { backups: [backupMade(1, 10), backupMade(2, 5, failed)], counted: 1, leftOut: 0 }
  it.each<[string, BackupHealth | undefined, boolean]>([
    ['nothing else was read', undefined, false],
    ['the same was read later', known({ newestGoodAt: 10, readAt: now + 1 }), false],
    ['a newer one was good later', known({ newestGoodAt: 20, readAt: now + 1 }), true],
    ['a newer one had failed later', known({ newestGoodAt: 10, failedAt: 20, readAt: now + 1 }), true],
    ['another thing was read before', known({ newestGoodAt: 20, readAt: now - 1 }), false],
    ['another thing was read at that time', known({ newestGoodAt: 20 }), false],
  ])('where %s', (_what, health, expected) => expect(isOutdated(list, now, health)).toBe(expected))
})

describe('what needs a person', () => {
  it.each([
    ['a failed one', { failedAt: now - 300 * dayMs }, null, 'backup-failed'],
    ['a failed one, before its age', { failedAt: now, newestGoodAt: 0 }, 7, 'backup-failed'],
    ['an old one', { newestGoodAt: now - 7 * dayMs - 1 }, 7, 'backup-old'],
    ['one that is just not old', { newestGoodAt: now - 7 * dayMs }, 7, null],
    ['an old one, where no age was chosen', { newestGoodAt: 0 }, null, null],
    ['one of the future', { newestGoodAt: now + dayMs }, 1, null],
    ['none at all', {}, 1, null],
    ['an old reading', { failedAt: 1, newestGoodAt: 1, readAt: now - readingCountsMs - 1 }, 1, null],
    ['a reading that just counts', { newestGoodAt: 1, readAt: now - readingCountsMs }, 1, 'backup-old'],
  ] as const)('%s', (_what, health, maxDays, need) => expect(backupNeed(known(health), maxDays, now)).toBe(need))

  it('is nothing where backups were never read', () => {
    expect(backupNeed(undefined, 1, now)).toBeNull()
    expect(backupAgeText(undefined, now)).toBeNull()
  })
})

it.each([
  [0, 'less than an hour'],
  [-dayMs, 'less than an hour'],
  [hourMs, '1 hour'],
  [2 * dayMs - 1, '47 hours'],
  [2 * dayMs, '2 days'],
  [9.9 * dayMs, '9 days'],
])('the age of %d ms in words', (ms, words) => {
  const health = known({ newestGoodAt: now - ms })
  expect(backupAgeText(health, now)).toBe(`The newest good backup is ${words} old.`)
  expect(backupNeedText(health, 'backup-old', now)).toBe(`Newest good backup is ${words} old`)
})

it('says where there is none, and where the last one failed', () => {
  expect(backupAgeText(known(), now)).toBe('There is no good backup.')
  expect(backupNeedText(known({ failedAt: 1 }), 'backup-failed', now)).toBe('Last backup failed')
  expect(backupAgeText(known({ readAt: 0 }), now)).toBeNull()
})

it.each<[string, (BackupHealth | undefined)[], string | null]>([
  ['nothing is known', [undefined, known({ newestGoodAt: now - hourMs, readAt: now - 2 * dayMs })], null],
  [
    'the oldest',
    [known({ newestGoodAt: now - 3 * hourMs }), known({ newestGoodAt: now - 9 * dayMs })],
    'Their newest good backups are up to 9 days old.',
  ],
  [
    'those without one, and those not known',
    [known({ newestGoodAt: now - 5 * hourMs }), known(), undefined, undefined],
    'Their newest good backups are up to 5 hours old. 1 of them has no good backup. The backups of 2 others are not known.',
  ],
  ['none at all', [known(), known()], '2 of these servers have no good backup.'],
  [
    'none at all, and one not known',
    [known(), undefined],
    '1 of these servers has no good backup. The backups of 1 other are not known.',
  ],
])('several servers tell the age of their backups: %s', (_what, all, text) => {
  expect(backupAgesText(all, now)).toBe(text)
})
