import { beforeEach, describe, expect, it } from 'vitest'
import { createDailyKeep, type KeepTimes, parseKeepTimes } from '../../../../electron/backups/daily-keep.ts'
import { createJobs } from '../../../../electron/jobs/jobs.ts'
import { createStore, type StateStore } from '../../../../electron/state/store.ts'
import { put, set } from '../../../../electron/state/updates.ts'
import type { Backup, BackupId } from '../../../../shared/backups/contract.ts'
import type { OpenJob } from '../../../../shared/jobs/contract.ts'
import { defaultPreferences } from '../../../../shared/model/preferences.ts'
import type { KeepRule } from '../../../../shared/model/preferences-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { backupMade, backupRun } from '../../../fixtures/backup-view.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { journalIn } from '../../../fixtures/open-job.ts'
import { server } from '../../../fixtures/plan-rig.ts'

const { ref } = server
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const daily: KeepRule = { newest: 2, days: 0, daily: true }

let clock: FakeClock
let store: StateStore
let kept: KeepTimes
let backups: Backup[]
let sent: { readonly id: BackupId; readonly at: number }[]
let looks: number
let answer: (n: number) => Result<void>
let isReadable: boolean
/** How many backups the server may have. */
let most: number
let app: ReturnType<typeof createDailyKeep>
let made: number
/** What the journal has for a next start. */
const begun = new Map<string, OpenJob>()
let end: AbortController

/** The panel answers while the app ends. */
function endMeanwhile(): Result<void> {
  end.abort()
  void app.dispose()
  return ok()
}

/** A start of the app on what the one before left. */
function open(rule: KeepRule | null = daily): void {
  store = createStore(appState({ servers: [server] }))
  choose(rule)
  const file = {
    get: () => kept,
    set(next: KeepTimes) {
      kept = next
      return true
    },
  }
  end = new AbortController()
  app = createDailyKeep({
    store,
    clock,
    file,
    jobs: createJobs({ store, clock, newId: () => 'job', journal: journalIn(begun), end: end.signal }),
    keepCalls: {
      held: () => new Set(),
      async look() {
        looks += 1
        if (!isReadable) return fail('timeout')
        return ok({ backups, counted: null, leftOut: 0, limit: most, denied: [], saveCommands: [] })
      },
      async remove(_ref, id) {
        sent.push({ id, at: clock.now() })
        const done = answer(sent.length)
        if (done.ok) backups = backups.filter((one) => one.id !== id)
        return done
      },
    },
  })
  app.load()
}
const choose = (rule: KeepRule | null) =>
  store.update(set('preferences', { ...defaultPreferences, keepRules: rule === null ? {} : { [ref]: rule } }))

function reset() {
  clock = createFakeClock()
  kept = {}
  sent = []
  looks = 0
  made = 0
  isReadable = true
  most = 9
  answer = () => ok()
  backups = []
  begun.clear()
}
const make = (more: Partial<Backup> = {}) => {
  made += 1
  backups = [...backups, backupMade(made, clock.now(), more)]
}
const names = () => backups.map(({ name }) => name)

beforeEach(() => {
  reset()
  for (let n = 1; n <= 4; n += 1) {
    clock.set(hourMs)
    make()
  }
  open()
})

describe('a rule that looks daily', () => {
  it('looks a day after it was chosen, then each day', async () => {
    await clock.advance(dayMs - hourMs)
    expect(sent).toEqual([])
    await clock.advance(2 * hourMs)
    expect(names()).toEqual([3, 4].map((n) => backupMade(n, 0).name))
    expect(store.get().keepRuns[ref]).toMatchObject({ deleted: [1, 2].map((n) => backupMade(n, 0).name), error: null })
    expect(begun.size).toBe(0)
    make()
    await clock.advance(20 * hourMs)
    expect(backups).toHaveLength(3)
    await clock.advance(5 * hourMs)
    expect(backups).toHaveLength(2)
  })

  it('leaves to the next start what it deleted until the app ended', async () => {
    answer = endMeanwhile
    await clock.advance(dayMs + hourMs)
    expect(sent).toHaveLength(1)
    expect([...begun.values()]).toMatchObject([{ kind: 'keep-rule', deleted: [backupMade(1, 0).name] }])
  })

  it('looks again an hour after a look that failed, not sooner', async () => {
    isReadable = false
    await clock.advance(dayMs + 30 * 60_000)
    const first = looks
    expect(first).toBe(1)
    expect(store.get().keepRuns[ref]?.error?.code).toBe('timeout')
    isReadable = true
    await clock.advance(dayMs / 12)
    expect(backups).toHaveLength(2)
  })

  it('sends nothing more after a deletion that failed, till the next day', async () => {
    answer = () => fail('timeout', { mayHaveActed: true })
    await clock.advance(dayMs + 12 * hourMs)
    expect(sent).toHaveLength(1)
    expect(store.get().keepRuns[ref]?.error).toMatchObject({
      code: 'keep-rule-stopped',
      message: expect.stringMatching(/^It is not known whether the keep rule deleted an old backup\. /),
    })
  })

  it('deletes nothing more once it is given up or changed', async () => {
    answer = (n) => {
      if (n === 1) choose({ ...daily, newest: 3 })
      return ok()
    }
    await clock.advance(dayMs + hourMs)
    expect(sent).toHaveLength(1)
  })

  it('waits while a backup is made', async () => {
    store.update(put('backupRuns', backupRun({ ref, phase: 'running', endedAt: null })))
    await clock.advance(2 * dayMs)
    expect(sent).toEqual([])
    store.update(put('backupRuns', backupRun({ ref, phase: 'done', endedAt: clock.now() })))
    await clock.advance(hourMs)
    expect(sent).toHaveLength(2)
  })

  it.each([null, { newest: 2, days: 0 }])('is another one than %j', async (rule) => {
    choose(rule)
    await clock.advance(3 * dayMs)
    expect(sent).toEqual([])
    choose(daily)
    await clock.advance(dayMs - hourMs)
    expect(sent).toEqual([])
  })

  it('does not wait for a time that is far ahead', async () => {
    await app.dispose()
    kept = { [ref]: clock.now() + 400 * dayMs }
    open()
    await clock.advance(dayMs + hourMs)
    expect(sent).toHaveLength(2)
  })
})

it.each(['', '{}', '{"version":1,"lookedAt":{"x":"y"}}', '{"version":2,"lookedAt":{}}'])(
  'takes no times from %j',
  (text) => expect(parseKeepTimes(text)).toBeNull(),
)

describe('a rule that makes room once a backup is good', () => {
  const rule: KeepRule = { newest: 2, days: 0 }
  beforeEach(() => {
    most = 4
    choose(rule)
  })

  it('does it at once, and not again', async () => {
    app.noteGood(ref)
    await clock.advance(0)
    expect(backups).toHaveLength(3)
    make()
    await clock.advance(dayMs)
    expect(backups).toHaveLength(4)
  })

  it('leaves nothing to the next start of a turn that had not come when the app ended', async () => {
    answer = endMeanwhile
    app.noteGood(ref)
    app.noteGood(ref)
    await clock.advance(0)
    expect([sent.length, looks, begun.size]).toEqual([1, 1, 0])
  })

  it('tries again where the list could not be read', async () => {
    isReadable = false
    app.noteGood(ref)
    await clock.advance(hourMs)
    isReadable = true
    await clock.advance(hourMs)
    expect(sent).toHaveLength(1)
  })

  it('leaves it where another rule was chosen meanwhile', async () => {
    isReadable = false
    app.noteGood(ref)
    await clock.advance(hourMs)
    isReadable = true
    choose({ newest: 1, days: 0 })
    await clock.advance(dayMs)
    expect(sent).toEqual([])
  })
})
