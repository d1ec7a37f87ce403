import { expect, test } from 'vitest'
import { isBeingMade, isOnlyGood, newestFirst, newestGood, wantsTypedName } from '../../../../shared/backups/backups.ts'
import { type Backup, backupIdSchema, backupNameSchema } from '../../../../shared/backups/contract.ts'

const made = (id: string, more: Partial<Backup> = {}): Backup => ({
  id: backupIdSchema.parse(`0000000${id}`),
  name: id,
  state: 'good',
  isLocked: false,
  bytes: 1,
  sha1: null,
  createdAt: 1_000,
  completedAt: 2_000,
  isScheduled: null,
  ...more,
})

test('the newest comes first, what has no time last', () => {
  const list = [made('1', { createdAt: 10 }), made('2', { createdAt: null }), made('3', { createdAt: 30 })]
  expect(newestFirst(list).map(({ name }) => name)).toEqual(['3', '1', '2'])
})

test('the newest good one is found behind failed and pending ones', () => {
  const list = [
    made('1', { createdAt: 10 }),
    made('2', { createdAt: 20 }),
    made('3', { createdAt: 30, state: 'failed' }),
    made('4', { createdAt: 40, state: 'pending' }),
  ]
  expect(newestGood(list)?.name).toBe('2')
  expect(newestGood(list.slice(2))).toBeNull()
})

test.each([
  ['pending', 1_000, true],
  ['pending', null, true],
  ['pending', -7 * 3_600_000, false],
  ['good', 1_000, false],
  ['unknown', 1_000, false],
] as const)('%s since %j may be written: %s', (state, createdAt, is) => {
  expect(isBeingMade({ state, createdAt }, 2_000)).toBe(is)
})

test('a locked one, and the only good one, are deleted by a typed name', () => {
  const [only, failed] = [made('1'), made('2', { state: 'failed' })]
  expect(isOnlyGood(only, [only, failed])).toBe(true)
  expect(isOnlyGood(only, [only, made('3')])).toBe(false)
  expect(isOnlyGood(failed, [failed])).toBe(false)
  expect(wantsTypedName(only, [only, made('3')])).toBe(false)
  expect(wantsTypedName({ ...only, isLocked: true }, [only, made('3')])).toBe(true)
  expect(wantsTypedName(only, [only, failed])).toBe(true)
})

test.each(['', '..', '../../x', 'a/b/c/d/e', '00000000\n', 'x'.repeat(10), '0'.repeat(65)])(
  'what can’t stand in an address is no id: %j',
  (text) => {
    expect(backupIdSchema.safeParse(text).success).toBe(false)
  },
)

test('a name is trimmed, bounded, and one line', () => {
  expect(backupNameSchema.parse('  before the update ')).toBe('before the update')
  for (const bad of ['x'.repeat(192), 'a\nb', 'a\u0000b']) expect(backupNameSchema.safeParse(bad).success).toBe(false)
})
