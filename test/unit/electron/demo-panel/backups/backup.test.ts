import { describe, expect, it } from 'vitest'
import {
  type Backup,
  counts,
  failed,
  oldestUnlocked,
  throttledFor,
} from '../../../../../electron/demo-panel/backups/backup.ts'
import { newBook, prune } from '../../../../../electron/demo-panel/backups/book.ts'

const hour = 3_600_000

function backup(changes: Partial<Backup> = {}): Backup {
  return {
    uuid: 'one',
    name: 'One',
    ignored: [],
    isLocked: false,
    isSuccessful: true,
    isScheduled: false,
    createdAt: 0,
    completedAt: 1_000,
    stored: null,
    ...changes,
  }
}
const pending = { isSuccessful: false, completedAt: null }
const broken = { isSuccessful: false }

describe('what counts for limit and throttle', () => {
  it.each([
    ['a good one', {}, true],
    ['a pending one', pending, true],
    ['a failed one', broken, false],
  ] as const)('%s', (_name, changes, expected) => expect(counts(backup(changes))).toBe(expected))
})

describe('the throttle', () => {
  const rule = { backups: 2, windowMs: 600_000 }
  const at = (...times: number[]) => times.map((createdAt) => backup({ createdAt }))
  it.each([
    ['nothing was made', [], 0, null],
    ['one was made', [0], 1, null],
    ['the newest was made just now', [0, 300_000], 300_000, 600],
    // The older one would free a place after 300 seconds.
    ['the newest tells the wait', [0, 300_000], 301_000, 599],
    ['a part of a second is left', [0, 300_000], 599_999, 301],
    ['the older one is over', [0, 300_000], 600_000, null],
  ] as const)('%s', (_name, times, now, expected) => expect(throttledFor(at(...times), rule, now)).toBe(expected))
})

describe('the one that makes room', () => {
  it('is the oldest that counts and is not locked', () => {
    const [locked, bad, old, young] = [
      backup({ uuid: 'locked', isLocked: true }),
      backup({ uuid: 'bad', ...broken }),
      backup({ uuid: 'old' }),
      backup({ uuid: 'young' }),
    ]
    expect(oldestUnlocked([locked, bad, old, young])?.uuid).toBe('old')
    expect(oldestUnlocked([locked, bad])).toBeNull()
    expect(oldestUnlocked([])).toBeNull()
  })
})

describe('what never ended', () => {
  it('is marked as failed after six hours, and unlocked', () => {
    const book = newBook()
    const late = backup({ uuid: 'late', ...pending, isLocked: true })
    book.backups.set('late', late).set('new', backup({ uuid: 'new', ...pending, createdAt: 1 }))
    prune(book, 6 * hour - 1)
    expect(book.backups.get('late')).toBe(late)
    prune(book, 6 * hour)
    expect(book.backups.get('late')).toEqual(failed(late, 6 * hour))
    expect(book.backups.get('late')).toMatchObject({ isLocked: false, isSuccessful: false })
    expect(book.backups.get('new')?.completedAt).toBeNull()
  })

  it('does not grow without bound', () => {
    const book = newBook()
    for (let count = 0; count < 150; count += 1) {
      book.backups.set(String(count), backup({ uuid: String(count), ...broken }))
      book.deleted.push(backup())
    }
    book.backups.set('good', backup({ uuid: 'good' }))
    prune(book, 25 * hour)
    expect(book.backups.size).toBe(101)
    expect([...book.backups.keys()].at(0)).toBe('50')
    expect(book.deleted).toEqual([])
  })
})
