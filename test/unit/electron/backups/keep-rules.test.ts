import { describe, expect, it } from 'vitest'
import { createKeepRules } from '../../../../electron/backups/keep-rules.ts'
import type { Backup, BackupId, BackupsOfServer } from '../../../../shared/backups/contract.ts'
import { appError } from '../../../../shared/errors.ts'
import type { KeepRule } from '../../../../shared/model/preferences-schema.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { backupId, backupMade } from '../../../fixtures/backup-view.ts'
import { server } from '../../../fixtures/plan-rig.ts'

const dayMs = 86_400_000
const made = (n: number, more: Partial<Backup> = {}) => backupMade(n, n * dayMs, more)
const newestTwo: KeepRule = { newest: 2, days: 0 }

type Given = {
  backups?: Backup[]
  more?: Partial<BackupsOfServer>
  rule?: KeepRule
  /** What each deletion is answered with, in their order; `ok()` where nothing is said. */
  answers?: Result<void>[]
  /** Whether the panel really deletes what it says it has. */
  deletes?: boolean
  /** Happens before each look; the first one is 1. */
  onLook?: (look: number, change: (backups: Backup[]) => void) => void
  failsAtLook?: number
  held?: BackupId[]
  /** Only asks whether there is room. */
  onlyLooks?: boolean
}

/** A panel that notes what it is told. */
async function run({ backups = [1, 2, 3].map((n) => made(n)), more, rule = newestTwo, ...given }: Given = {}) {
  let list = backups
  const sent: BackupId[] = []
  const deleted: string[] = []
  let looks = 0
  const rules = createKeepRules({
    clock: { now: () => 10 * dayMs },
    async look() {
      looks += 1
      given.onLook?.(looks, (next) => {
        list = next
      })
      if (given.failsAtLook === looks) return fail('timeout')
      return ok({ backups: list, counted: null, leftOut: 0, limit: 3, denied: [], saveCommands: [], ...more })
    },
    held: () => new Set(given.held),
    async remove(_ref, id) {
      sent.push(id)
      const answer = given.answers?.[sent.length - 1] ?? ok()
      if (answer.ok && given.deletes !== false) list = list.filter((one) => one.id !== id)
      return answer
    },
  })
  if (given.onlyLooks) return { result: await rules.canMakeRoom(server.ref, rule), sent, deleted, looks, left: [] }
  const result = await rules.makeRoom(server.ref, rule, {
    isWanted: () => !deleted.includes('last words'),
    onDeleted: (name) => void deleted.push(name),
  })
  return { result, sent, deleted, looks, left: list.map(({ name }) => name) }
}

describe('nothing is deleted', () => {
  it.each<[string, Given, Result<void>]>([
    ['below the limit', { backups: [made(1), made(2)] }, ok()],
    ['where the limit is not known', { more: { limit: null } }, ok()],
    ['where the host allows none', { more: { limit: 0 } }, ok()],
    ['where the account may make none', { more: { denied: ['create'] } }, ok()],
    ['where the list can’t be read', { failsAtLook: 1 }, ok()],
    ['of locked ones', { backups: [1, 2, 3].map((n) => made(n, { isLocked: true })) }, fail('keep-rule-full')],
    ['of what the rule keeps', { rule: { newest: 9, days: 0 } }, fail('keep-rule-full')],
    ['where it would not be enough', { more: { limit: 1 }, rule: { newest: 1, days: 0 } }, fail('keep-rule-full')],
    ['of a single good one', { backups: [made(1)], more: { limit: 1 } }, fail('keep-rule-full')],
  ])('%s', async (_, given, expected) => {
    const { result, sent } = await run(given)
    expect(result).toEqual(expected)
    expect(sent).toEqual([])
  })
})

describe('where two backups were made in the last ten minutes, the panel’s usual throttle', () => {
  const now = 10 * dayMs
  const minute = 60_000
  /** A full list, with backups that were made so many minutes ago. */
  const madeAgo = (...minutes: number[]) => [
    made(1),
    ...minutes.map((ago, n) => ({ ...made(n + 2), createdAt: now - ago * minute })),
  ]

  it('nothing is deleted for another one, and it says when to try again', async () => {
    const { result, sent } = await run({ backups: madeAgo(8, 2) })
    expect(result).toMatchObject({
      error: {
        code: 'keep-rule-waits',
        hint: `Try again at ${clockTime(now + 2 * minute + 5_000)}.`,
      },
    })
    expect(sent).toEqual([])
  })

  it.each<[string, Backup[]]>([
    ['one of them was made eleven minutes ago', madeAgo(11, 2)],
    [
      'one of them failed, which does not count',
      [...madeAgo(2), { ...made(3, { state: 'failed' }), createdAt: now - minute }, made(4)],
    ],
    ['one of them is of a time to come', madeAgo(-20, 2)],
    ['it is not known when one of them was made', [...madeAgo(2), { ...made(3), createdAt: null }]],
  ])('but where %s, the oldest goes', async (_what, backups) => {
    const { result, sent } = await run({ backups })
    expect(result).toEqual(ok())
    expect(sent).toEqual([backupId(1)])
  })

  it('one that is being made counts', async () => {
    const pending = { ...made(3, { state: 'pending' }), createdAt: now - minute }
    expect(await run({ backups: [...madeAgo(7), pending] })).toMatchObject({
      result: { error: { hint: `Try again at ${clockTime(now + 3 * minute + 5_000)}.` } },
    })
  })

  it.each<[string, Backup[]]>([
    ['now', madeAgo(9, 7, 4)],
    ['a day ago', madeAgo(1_440, 1_442, 1_444, 7, 2)],
  ])('a panel that made three in ten minutes %s has another throttle', async (_when, backups) => {
    expect(await run({ backups, more: { limit: backups.length } })).toMatchObject({ result: ok(), sent: [backupId(1)] })
  })

  it('a rule that keeps all says that, whenever it is tried', async () => {
    expect(await run({ backups: madeAgo(8, 2), rule: { newest: 9, days: 0 } })).toMatchObject({
      result: fail('keep-rule-full'),
    })
  })

  it('nothing is said of it below the limit', async () => {
    expect(await run({ backups: madeAgo(2, 1), more: { limit: 5 } })).toMatchObject({ result: ok(), sent: [] })
  })
})

describe('at the limit', () => {
  it('the oldest goes, after one look', async () => {
    expect(await run()).toEqual({
      result: ok(),
      sent: [backupId(1)],
      deleted: ['backup 1'],
      looks: 1,
      left: ['backup 2', 'backup 3'],
    })
  })

  it('the next one goes where the oldest is being downloaded, and none where no other may', async () => {
    expect(await run({ held: [backupId(1)], rule: { newest: 1, days: 0 } })).toMatchObject({ sent: [backupId(2)] })
    const { result, sent } = await run({ held: [backupId(1)], rule: { newest: 3, days: 0 } })
    expect(result).toMatchObject({ error: { code: 'keep-rule-full', message: expect.stringContaining('downloaded') } })
    expect(sent).toEqual([])
  })

  it('as many go as are needed, each after a look of its own', async () => {
    const { result, sent, looks } = await run({ backups: [1, 2, 3, 4, 5].map((n) => made(n)) })
    expect(result).toEqual(ok())
    expect(sent).toEqual([backupId(1), backupId(2), backupId(3)])
    expect(looks).toBe(3)
  })

  it('what was locked between two looks stays', async () => {
    const { result, sent } = await run({
      backups: [1, 2, 3, 4, 5].map((n) => made(n)),
      more: { limit: 4 },
      onLook: (look, change) => look === 2 && change([made(2, { isLocked: true }), made(3), made(4), made(5)]),
    })
    expect(result).toEqual(ok())
    expect(sent).toEqual([backupId(1), backupId(3)])
  })

  it('what others add meanwhile is not made room for', async () => {
    const { sent } = await run({
      backups: [1, 2, 3, 4].map((n) => made(n)),
      onLook: (look, change) => look === 2 && change([2, 3, 4, 5, 6].map((n) => made(n))),
    })
    expect(sent).toHaveLength(2)
  })

  it.each<[string, Result<void>, RegExp]>([
    ['refused', fail('backup-locked'), /^The keep rule could not delete an old backup, so no new one was made\./],
    [
      'not answered',
      fail(appError('timeout', { mayHaveActed: true })),
      /^It is not known whether the keep rule deleted/,
    ],
  ])('a deletion that is %s ends it', async (_, answer, words) => {
    const { result, sent, deleted } = await run({ backups: [1, 2, 3, 4].map((n) => made(n)), answers: [answer] })
    expect(result).toMatchObject({ error: { code: 'keep-rule-stopped', message: expect.stringMatching(words) } })
    expect(result).not.toHaveProperty('error.mayHaveActed')
    expect(sent).toHaveLength(1)
    expect(deleted).toEqual([])
  })

  it('what somebody else deleted at the same time counts as gone, after another look', async () => {
    const gone: Given = { backups: [made(1), made(2), made(3)], answers: [fail('backup-not-found')] }
    expect(await run({ ...gone, onLook: (look, change) => look === 2 && change([made(2), made(3)]) })).toMatchObject({
      result: ok(),
      sent: [backupId(1)],
      deleted: [],
      looks: 2,
    })
    // Its place was taken by then.
    const others = [made(2), made(3), made(4)]
    expect(await run({ ...gone, onLook: (look, change) => look === 2 && change(others) })).toMatchObject({
      result: ok(),
      sent: [backupId(1), backupId(2)],
      deleted: ['backup 2'],
    })
  })

  it('what is listed still, though it is said to be gone, is not asked for again', async () => {
    const { result, sent } = await run({ answers: [fail('backup-not-found')] })
    expect(result).toEqual(fail('keep-rule-stopped'))
    expect(sent).toEqual([backupId(1)])
  })

  it('a look that fails after a deletion ends it', async () => {
    const { result, sent } = await run({ backups: [1, 2, 3, 4].map((n) => made(n)), failsAtLook: 2 })
    expect(result).toMatchObject({ error: { code: 'keep-rule-stopped' } })
    expect(sent).toHaveLength(1)
  })

  it('a panel that goes on to list what it deleted is not asked for it again', async () => {
    const { result, sent } = await run({ backups: [1, 2, 3, 4].map((n) => made(n)), deletes: false })
    expect(result).toEqual(fail('keep-rule-stopped'))
    expect(sent).toEqual([backupId(1)])
  })

  it('the end of the app ends it before the next deletion', async () => {
    const backups = [made(1, { name: 'last words' }), made(2), made(3), made(4)]
    const { result, sent } = await run({ backups })
    expect(result).toEqual(fail('cancelled'))
    expect(sent).toHaveLength(1)
  })
})

it.each<[string, Given, Result<void>]>([
  ['it can', {}, ok()],
  ['the rule keeps all', { rule: { newest: 9, days: 0 } }, fail('keep-rule-full')],
  ['nothing can be read', { failsAtLook: 1 }, ok()],
])('whether there will be room is only looked at: %s', async (_what, given, expected) => {
  expect(await run({ ...given, onlyLooks: true })).toMatchObject({ result: expected, sent: [] })
})
