import { expect, it } from 'vitest'
import { activityEntry } from '../../../../electron/activity/entry.ts'
import { eventsOf, noMemory } from '../../../../electron/notify/events.ts'
import { decide, nothingHeld } from '../../../../electron/notify/policy.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ReinstallRun } from '../../../../shared/jobs/contract.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { backupRun } from '../../../fixtures/backup-view.ts'
import { reinstallRun } from '../../../fixtures/server-people.ts'
import { serverView } from '../../../fixtures/server-view.ts'

type Parts = NonNullable<Parameters<typeof appState>[0]>

const stateOf = (run: Partial<ReinstallRun> | null, more: Parts = {}) =>
  appState({ servers: [serverView()], reinstalls: run === null ? [] : [reinstallRun(run)], ...more })

/** What is told of a step from one state to another. */
function told(before: ReturnType<typeof appState>, after: ReturnType<typeof appState>, isWindowFocused = false) {
  const { events } = eventsOf(noMemory, before, after, { now: 1, lookingSince: 0 })
  const { notifications } = decide(nothingHeld, events, { now: 1, steady: 1, state: after, isWindowFocused })
  return notifications.map(({ title, buttons }) => [title, ...buttons])
}

/** What the app's own list keeps of such a step. */
function kept(before: ReturnType<typeof appState>, after: ReturnType<typeof appState>) {
  const { events } = eventsOf(noMemory, before, after, { now: 7, lookingSince: 0 })
  return events.flatMap((event) => activityEntry(event, 'id') ?? [])
}

const failed = { phase: 'failed', endedAt: 2, error: appError('reinstall-failed') } as const
const noBackup = { phase: 'failed', endedAt: 2, isAccepted: false, error: appError('backup-failed') } as const
const notSeen = { phase: 'unknown', endedAt: 2, error: appError('reinstall-not-seen') } as const

it.each<[string, Partial<ReinstallRun>, Partial<ReinstallRun>, string[][]]>([
  ['is done', {}, { phase: 'done', endedAt: 2 }, [['Survival was reinstalled', 'start', 'mute']]],
  ['takes long', {}, { isSlow: true }, [['Survival is still being reinstalled', 'mute']]],
  ['takes long still', { isSlow: true }, { isSlow: true, isAccepted: true }, []],
  [
    'is done after long',
    { isSlow: true },
    { phase: 'done', endedAt: 2 },
    [['Survival was reinstalled', 'start', 'mute']],
  ],
  ['failed', {}, failed, [['The reinstall of Survival failed', 'mute']]],
  ['did not come', { phase: 'backing-up', isAccepted: false }, noBackup, [['Survival was not reinstalled', 'mute']]],
  ['was not seen to end', {}, notSeen, [['It is not known whether Survival was reinstalled', 'mute']]],
  ['was given up', { phase: 'backing-up' }, { phase: 'cancelled', endedAt: 2 }, []],
  ['is asked for', { phase: 'asking' }, {}, []],
  ['is of an earlier order', { id: 'older' }, { phase: 'done', endedAt: 2 }, []],
])('a reinstall that %s is told as that, whether the window is looked at or not', (_, before, after, titles) => {
  for (const isWindowFocused of [false, true]) {
    expect(told(stateOf(before), stateOf(after), isWindowFocused)).toEqual(titles)
  }
})

const asking = { phase: 'asking', isAccepted: false } as const
const lost = appError('timeout', { mayHaveActed: true })
it.each<[string, Partial<ReinstallRun>, Partial<ReinstallRun>, object[]]>([
  ['is asked for', asking, {}, [{ phase: 'asked', why: null }]],
  ['may have been', asking, { isAccepted: false, error: lost }, [{ phase: 'asked', why: lost.message }]],
  ['was seen to have begun', { isAccepted: false, error: lost }, {}, []],
  ['takes long', {}, { isSlow: true }, [{ phase: 'slow', why: null }]],
  ['is done', { isSlow: true }, { phase: 'done', endedAt: 2 }, [{ phase: 'done', why: null }]],
  ['failed', {}, failed, [{ phase: 'failed', why: failed.error.message }]],
  [
    'did not come',
    { phase: 'backing-up', isAccepted: false },
    noBackup,
    [{ phase: 'failed', why: noBackup.error.message }],
  ],
  ['was not seen to end', {}, notSeen, [{ phase: 'unknown', why: notSeen.error.message }]],
  ['was given up', { phase: 'backing-up' }, { phase: 'cancelled', endedAt: 2 }, []],
])('a reinstall that %s is kept in the list as that', (_, before, after, events) => {
  const { ref, name } = reinstallRun(after)
  expect(kept(stateOf(before), stateOf(after))).toEqual(
    events.map((event) => ({
      id: 'id',
      at: 7,
      ref,
      name,
      event: { kind: 'reinstall', origin: 'window', ...event },
    })),
  )
})

it('one that is first seen at its end, that has gone, or of a server that has gone tells nothing', () => {
  const done = { phase: 'done', endedAt: 2 } as const
  expect(told(stateOf(null), stateOf(done))).toEqual([])
  expect(told(stateOf({}), stateOf(null))).toEqual([])
  expect(told(stateOf({}), stateOf(notSeen, { servers: [] }))).toEqual([])
})

it('a backup that failed before it is told with it alone', () => {
  const first = { phase: 'backing-up', isAccepted: false } as const
  const bad = backupRun({ phase: 'failed', endedAt: 2, error: appError('backup-failed') })
  expect(told(stateOf(first, { backupRuns: [backupRun()] }), stateOf(first, { backupRuns: [bad] }))).toEqual([])
  expect(told(stateOf(null, { backupRuns: [backupRun()] }), stateOf(null, { backupRuns: [bad] }))).toEqual([
    ['Backup of Survival failed', 'mute'],
  ])
})
