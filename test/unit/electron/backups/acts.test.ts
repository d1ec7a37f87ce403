import { expect, it } from 'vitest'
import { lockAs, removeAsAsked, removeUnlocked, setLocked } from '../../../../electron/backups/acts.ts'
import { createSleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import type { AtServer } from '../../../../electron/panel/at-server.ts'
import type { Backup } from '../../../../shared/backups/contract.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { backupMade } from '../../../fixtures/backup-view.ts'
import { noServer } from '../../../fixtures/fake-client.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView()
const locked = backupMade(1, 1_000, { isLocked: true })
const unsure = fail('node-unreachable', { mayHaveActed: true })
const refused = fail('permission-lacking')

type Given = {
  backup?: Backup
  /** What each call is answered with beside what it does; as it went where nothing is said. */
  lock?: (Result<never> | undefined)[]
  one?: Result<never>[]
  remove?: Result<never>
}

/** A panel with one backup, which notes what it is told. */
function panel({ backup = locked, lock = [], one = [], remove }: Given) {
  let known: Backup | null = backup
  const sent: string[] = []
  const answers = { lock: [...lock], one: [...one] }
  const at: AtServer = {
    ...noServer,
    async actAndRead() {
      sent.push('lock')
      const answer = answers.lock.shift()
      const acts = answer === undefined || (!answer.ok && answer.error.mayHaveActed)
      if (acts && known !== null) known = { ...known, isLocked: !known.isLocked }
      return (answer ?? ok(known)) as never
    },
    async read() {
      sent.push('one')
      return (answers.one.shift() ?? (known === null ? fail('backup-not-found') : ok(known))) as never
    },
    async act() {
      sent.push('remove')
      if (remove === undefined) known = null
      return remove ?? ok()
    },
    inTime: () => at,
  }
  return { at, sent, state: () => (known === null ? 'gone' : known.isLocked ? 'locked' : 'unlocked') }
}

it.each<[string, Given, string, { isDone: boolean; mayBeUnlocked: boolean }, string[]]>([
  ['is deleted', {}, 'gone', { isDone: true, mayBeUnlocked: false }, ['lock', 'remove']],
  [
    'that is not locked is left so',
    { backup: backupMade(1, 1), remove: unsure },
    'unlocked',
    { isDone: false, mayBeUnlocked: false },
    ['remove'],
  ],
  ['that stays says so', { remove: refused }, 'unlocked', { isDone: false, mayBeUnlocked: true }, ['lock', 'remove']],
  ['that may stay, too', { remove: unsure }, 'unlocked', { isDone: false, mayBeUnlocked: true }, ['lock', 'remove']],
  [
    'that could not be unlocked stays',
    { lock: [refused] },
    'locked',
    { isDone: false, mayBeUnlocked: false },
    ['lock'],
  ],
  ['that may be unlocked says so', { lock: [unsure] }, 'unlocked', { isDone: false, mayBeUnlocked: true }, ['lock']],
])('a locked backup %s', async (_what, given, state, { isDone, mayBeUnlocked }, calls) => {
  const { at, sent, state: now } = panel(given)
  const removed = await removeUnlocked(at, given.backup ?? locked)
  expect([removed.ok, now(), sent]).toEqual([isDone, state, calls])
  expect(!removed.ok && removed.error.hint.includes('may not be locked any more')).toBe(mayBeUnlocked)
})

it('a lock of which the panel does not tell how it is now may have been turned over', async () => {
  const { at } = panel({ one: [fail('connection-refused')] })
  const blind: AtServer = { ...at, actAndRead: async () => ok(null) }
  expect(await lockAs(blind, locked, false)).toMatchObject({ error: { mayHaveActed: true } })
})

it.each(['remove', 'setLocked'] as const)('nothing follows a look that the computer slept through: %s', async (act) => {
  const clock = createFakeClock()
  const { at, sent } = panel({})
  const slow: AtServer = {
    ...at,
    async read(operation) {
      clock.set(3_600_000)
      const page = { backups: [locked, backupMade(2, 2_000)], counted: 2, total: 2, totalPages: 1 }
      return ok(operation === 'backups' ? page : locked) as never
    },
  }
  const sleepWatch = createSleepWatch(clock)
  const jobs = { keep: () => Promise.reject(new Error('nothing is deleted')) }
  const { id, name: typedName } = locked
  const done =
    act === 'remove'
      ? removeAsAsked(slow, { sleepWatch, jobs }, { ref: server.ref, id, typedName })
      : setLocked(slow, sleepWatch, { id, isLocked: false })
  expect(await done).toMatchObject({ error: { code: 'slept' } })
  expect(sent).toEqual([])
})
