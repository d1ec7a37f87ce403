import { describe, expect, it } from 'vitest'
import { findLeft, leftOf, listLater } from '../../../../electron/backups/follow-left.ts'
import type { Backup } from '../../../../shared/model/backup.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { backupId, backupMade } from '../../../fixtures/backup-made.ts'
import { backupRun } from '../../../fixtures/backup-view.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'

const minute = 60_000
const at = 1_000 * minute
/** One that the panel named. */
const made = (n: number, createdAt: number | null, more: Partial<Backup> = {}) =>
  backupMade(n, createdAt, { name: 'Backup at 2026-03-01 04:00:00', ...more })
const left = (more: { backupId?: Backup['id']; asked?: string; askedAt?: number | null } = {}) => ({
  kind: 'backup' as const,
  id: 'run-1',
  run: backupRun({ backupId: more.backupId ?? null }),
  asked: more.asked ?? '',
  askedAt: more.askedAt === undefined ? at : more.askedAt,
})

describe('which backup was asked for', () => {
  it.each<[string, Parameters<typeof left>[0], Backup[], number | null]>([
    ['the one the panel named', { backupId: backupId(2) }, [made(1, at), made(2, 5)], 2],
    ['none where that is gone', { backupId: backupId(3) }, [made(1, at)], null],
    ['the one of that time', {}, [made(1, at + minute), made(2, at - 10 * minute)], 1],
    ['the one of a clock that is behind', {}, [made(1, at - 2 * minute)], 1],
    ['none of long before', {}, [made(1, at - 3 * minute)], null],
    ['none of later', {}, [made(1, at + 3 * minute)], null],
    ['none of two that fit', {}, [made(1, at), made(2, at + 1)], null],
    ['none of a schedule', {}, [made(1, at, { isScheduled: true })], null],
    ['none that somebody named', {}, [made(1, at, { name: 'Mine' })], null],
    ['the one with its name', { asked: 'A' }, [made(1, at), made(2, at, { name: 'A' })], 2],
    ['none with another name', { asked: 'A' }, [made(1, at, { name: 'B' })], null],
    ['none whose time is not known', {}, [made(1, null)], null],
    ['none that was not asked for', { askedAt: null }, [made(1, at)], null],
    ['none of nothing', {}, [], null],
  ])('is %s', (_what, given, backups, found) => {
    expect(leftOf(backups, left(given))?.id ?? null).toBe(found === null ? null : backupId(found))
  })
})

const listOf = (...backups: Backup[]) => ok({ backups, counted: null, leftOut: 0 })

/** What comes of a look at what the panel answers in turn, the last one for ever, with how often it was asked. */
async function looked<T>(
  look: (deps: Parameters<typeof listLater>[0]) => Promise<T>,
  answers: Result<never>[],
  last = listOf(),
) {
  const clock = createFakeClock()
  const ending = new AbortController()
  let asked = 0
  const result = look({
    clock,
    signal: ending.signal,
    async list() {
      asked += 1
      return answers.shift() ?? last
    },
  })
  let done: { value: T } | null = null
  void result.then((value) => {
    done = { value }
  })
  for (let n = 0; done === null && n < 2_000; n += 1) await clock.advance(10_000)
  return { result: await result, asked }
}

describe('the list soon after the start', () => {
  it.each(['unknown-server', 'unknown-key', 'token-unreadable', 'connection-refused', 'rate-limited'] as const)(
    'waits out %s',
    async (code) => {
      expect(await looked(listLater, [fail(code), fail(code)])).toMatchObject({ result: { ok: true }, asked: 3 })
    },
  )

  it.each(['server-not-found', 'permission-lacking', 'not-on-panel'] as const)('is given up at %s', async (code) => {
    expect(await looked(listLater, [fail(code)])).toMatchObject({ result: { error: { code } }, asked: 1 })
  })

  it.each([
    ['unknown-server', 40, 55],
    ['unknown-key', 40, 55],
    ['token-unreadable', 90, 110],
    ['timeout', 90, 110],
  ] as const)('is given up at %s after a while', async (code, least, most) => {
    const { result, asked } = await looked(
      listLater,
      Array.from({ length: 1_000 }, () => fail(code)),
    )
    expect(result).toMatchObject({ error: { code } })
    expect(asked).toBeGreaterThan(least)
    expect(asked).toBeLessThan(most)
  })

  it('is not read once the app ends', async () => {
    const ended = AbortSignal.abort()
    const read = listLater({ clock: createFakeClock(), signal: ended, list: async () => listOf() })
    expect(await read).toMatchObject({ error: { code: 'cancelled' } })
  })
})

describe('what was asked for', () => {
  const now = createFakeClock().now()
  const away = () => Array.from({ length: 1_000 }, () => fail('timeout'))

  it.each([
    ['an hour ago', 60, 90, 110],
    ['a day ago', 24 * 60, 10, 15],
  ])('%s is looked for so often where the panel is away', async (_, minutesAgo, least, most) => {
    const asked = left({ askedAt: now - minutesAgo * minute })
    const looks = (await looked((deps) => findLeft(deps, asked), away())).asked
    expect(looks).toBeGreaterThan(least)
    expect(looks).toBeLessThan(most)
  })

  it.each<[string, ReturnType<typeof left>, Result<never>[], string]>([
    ['without its id', left(), [], 'It is not known whether the panel began the backup.'],
    ['without its id or a list', left(), [fail('not-on-panel')], 'It is not known whether the panel began the backup.'],
    [
      'with its id',
      left({ backupId: backupId(2) }),
      [],
      'The backup started, but Servertray could not tell whether it finished.',
    ],
  ])('is not said to have begun %s', async (_, asked, answers, message) => {
    const { result } = await looked((deps) => findLeft(deps, asked), answers)
    expect(result).toMatchObject({ error: { code: 'backup-not-seen', message } })
  })

  const pending = (createdAt: number) => made(1, createdAt, { state: 'pending', completedAt: null })
  it.each<[string, Backup[], object]>([
    ['is good', [made(1, at)], { ok: true }],
    ['failed', [made(1, at, { state: 'failed' })], { error: { code: 'backup-failed' } }],
    ['is in a state that nobody knows', [made(1, at, { state: 'unknown' })], { error: { code: 'backup-not-seen' } }],
    ['is not there', [], { error: { code: 'backup-not-seen' } }],
  ])('%s', async (_what, backups, expected) => {
    const { result } = await looked((deps) => findLeft(deps, left()), [], listOf(...backups))
    expect(result).toMatchObject(expected)
  })

  it('is still made only where it was begun within hours', async () => {
    const now = createFakeClock().now()
    const find = (createdAt: number) =>
      looked((deps) => findLeft(deps, left({ askedAt: createdAt })), [], listOf(pending(createdAt)))
    expect((await find(now - minute)).result).toMatchObject({ ok: true, value: { state: 'pending' } })
    expect((await find(now - 7 * 60 * minute)).result).toMatchObject({ error: { code: 'backup-not-seen' } })
  })

  it('is not known where the list can’t be read, with the reason', async () => {
    const { result } = await looked((deps) => findLeft(deps, left()), [fail('permission-lacking')])
    expect(result).toMatchObject({ error: { code: 'backup-not-seen', detail: expect.any(String) } })
  })
})
