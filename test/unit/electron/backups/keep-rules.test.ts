import { describe, expect, it } from 'vitest'
import { deleteByRule, type KeepCalls } from '../../../../electron/backups/keep-rules.ts'
import type { Backup, BackupId, BackupsOfServer } from '../../../../shared/backups/contract.ts'
import { appError } from '../../../../shared/errors.ts'
import type { KeepRule } from '../../../../shared/model/preferences-schema.ts'
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
}

/** A panel that notes what it is told, once the newest of its backups is good. */
async function run({ backups = [1, 2, 3].map((n) => made(n)), more, rule = newestTwo, ...given }: Given = {}) {
  let list = backups
  const sent: BackupId[] = []
  const deleted: string[] = []
  let looks = 0
  const calls: KeepCalls = {
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
  }
  const result = await deleteByRule(calls, server.ref, rule, {
    makesRoom: true,
    isWanted: () => !deleted.includes('last words'),
    onDeleted: (name) => void deleted.push(name),
  })
  return { result, sent, deleted, looks, left: list.map(({ name }) => name) }
}

describe('nothing is deleted', () => {
  it.each<[string, Given, Result<void>]>([
    ['below the limit', { backups: [made(1), made(2)] }, ok()],
    ['where the limit is not known', { more: { limit: null } }, ok()],
    ['where the server may have none any more', { more: { limit: 0 } }, ok()],
    ['where the account may delete none', { more: { denied: ['delete'] } }, ok()],
    ['where the list can’t be read', { failsAtLook: 1 }, fail('timeout')],
    ['of what the rule keeps', { rule: { newest: 9, days: 0 } }, ok()],
    ['of what is being downloaded', { held: [backupId(1)] }, ok()],
  ])('%s', async (_, given, expected) => {
    const { result, sent } = await run(given)
    expect(result).toEqual(expected)
    expect(sent).toEqual([])
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

  it('the next one goes where the oldest is being downloaded', async () => {
    expect(await run({ held: [backupId(1)], rule: { newest: 1, days: 0 } })).toMatchObject({ sent: [backupId(2)] })
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
    ['refused', fail('backup-locked'), /^The keep rule could not delete an old backup\./],
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
