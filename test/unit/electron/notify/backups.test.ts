import { describe, expect, it } from 'vitest'
import { activityEntry } from '../../../../electron/activity/entry.ts'
import { eventsOf, noMemory } from '../../../../electron/notify/events.ts'
import { decide, nothingHeld } from '../../../../electron/notify/policy.ts'
import type { BackupRun, RestoreView } from '../../../../shared/backups/contract.ts'
import { appError } from '../../../../shared/errors.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { backupId, backupRun } from '../../../fixtures/backup-view.ts'
import { planStep, planView, restartChoices } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

type Preferences = NonNullable<NonNullable<Parameters<typeof appState>[0]>['preferences']>

/** What happened, and what is told of it, from one state of a run to another. */
function step(
  before: Partial<BackupRun> | null,
  after: Partial<BackupRun>,
  { isWindowFocused = false, preferences = {} as Preferences } = {},
) {
  const of = (run: Partial<BackupRun> | null) =>
    appState({ servers: [serverView()], backupRuns: run === null ? [] : [backupRun(run)], preferences })
  const [from, to] = [of(before), of(after)]
  const { events } = eventsOf(noMemory, from, to, { now: 1, lookingSince: 0 })
  const { notifications } = decide(nothingHeld, events, { now: 1, steady: 1, state: to, isWindowFocused })
  return {
    told: notifications.map(({ title }) => title),
    kept: events.map((event) => activityEntry(event, 'id')?.event ?? null),
  }
}

const running = { phase: 'running', backupId: backupId() } as const
const error = appError('backup-failed')

it.each([
  ['must', []],
  ['anyway', ['Backup of Survival failed']],
] as const)('a failed one before a restart is told with it where that does not come: %s', (backupFirst, titles) => {
  const steps = [planStep({ kind: 'backup', result: 'sending' })]
  const plan = planView({ choices: restartChoices({ backupFirst }), steps })
  const of = (run: Partial<BackupRun>) =>
    appState({ servers: [serverView()], plans: [plan], backupRuns: [backupRun(run)] })
  const [from, to] = [of(running), of({ ...running, phase: 'failed', endedAt: 2, error })]
  const { events } = eventsOf(noMemory, from, to, { now: 1, lookingSince: 0 })
  const { notifications } = decide(nothingHeld, events, { now: 1, steady: 1, state: to, isWindowFocused: false })
  expect(notifications.map(({ title }) => title)).toEqual(titles)
})

describe('a restore', () => {
  const view: RestoreView = {
    id: 'restore-1',
    ref: serverView().ref,
    name: 'Survival',
    backup: { id: backupId(), name: 'Nightly', createdAt: 1 },
    deletesFiles: false,
    phase: 'following',
    startedAt: 1,
    endedAt: null,
    sent: { backup: null, stop: 1, restore: 2 },
    isAccepted: true,
    wasSeen: false,
    mark: { at: null, ids: [] },
    error: null,
  }

  it.each<[RestoreView['phase'], string[], object[]]>([
    ['done', ['Survival: restored'], [{ kind: 'restore', phase: 'done' }]],
    ['failed', ['Survival: the restore failed on the server’s machine'], [{ kind: 'restore', phase: 'failed' }]],
    ['unknown', ['Survival: it is not known whether the backup was restored'], [{ kind: 'restore', phase: 'unknown' }]],
    ['cancelled', [], []],
    ['following', [], []],
  ])('that is %s', (phase, titles, entries) => {
    const of = (more: Partial<RestoreView>) => appState({ servers: [serverView()], restores: [{ ...view, ...more }] })
    const failed = phase === 'failed' ? appError('restore-failed') : null
    const [from, to] = [of({}), of({ phase, wasSeen: true, error: failed })]
    const { events } = eventsOf(noMemory, from, to, { now: 1, lookingSince: 0 })
    const told = (isWindowFocused: boolean) =>
      decide(nothingHeld, events, { now: 1, steady: 1, state: to, isWindowFocused }).notifications
    expect(told(false).map(({ title }) => title)).toEqual(titles)
    expect(told(true)).toEqual([])
    expect(events.flatMap((event) => activityEntry(event, 'id')?.event ?? [])).toMatchObject(entries)
  })
})

describe('a backup', () => {
  it.each<[string, Partial<BackupRun>, string[]]>([
    ['is done', { phase: 'done', endedAt: 2 }, []],
    ['is done after it took long', { phase: 'done', endedAt: 2, isSlow: true }, ['Backup of Survival is done']],
    ['takes long', { isSlow: true }, ['Backup of Survival is taking long']],
    ['failed', { phase: 'failed', endedAt: 2, error }, ['Backup of Survival failed']],
    ['was not seen', { phase: 'not-seen', endedAt: 2, error }, ['Backup of Survival was not seen to finish']],
    ['goes on', { phase: 'running' }, []],
  ])('that %s is told as that', (_, after, titles) => {
    expect(step(running, { ...running, ...after }).told).toEqual(titles)
  })

  it('that takes long is told once, and its end again', () => {
    const slow = { ...running, isSlow: true }
    expect(step(slow, { ...slow, backupId: backupId(2) }).told).toEqual([])
    expect(step(slow, { ...slow, phase: 'failed', endedAt: 2, error }).told).toEqual(['Backup of Survival failed'])
  })

  it('of another run of the app is not told', () => {
    expect(step(null, { phase: 'failed', endedAt: 2, error })).toEqual({ told: [], kept: [] })
    expect(step({ ...running, id: 'older' }, { phase: 'failed', endedAt: 2, error }).told).toEqual([])
  })

  it('that the window has just refused is not told beside it', () => {
    const asking = { phase: 'asking', backupId: null } as const
    const refused = { phase: 'failed', backupId: null, endedAt: 2, error } as const
    expect(step(asking, refused, { isWindowFocused: true }).told).toEqual([])
    expect(step(asking, refused).told).toEqual(['Backup of Survival failed'])
    expect(
      step(running, { ...running, ...refused, backupId: backupId() }, { isWindowFocused: true }).told,
    ).toHaveLength(1)
  })

  it('tells in the list of what happened what its keep rule deleted, once', () => {
    const making = { phase: 'making-room', deleted: ['One'] } as const
    expect(step({ ...making, deleted: [] }, { ...making, deleted: ['One'] })).toEqual({ told: [], kept: [] })
    const keep = { kind: 'keep', count: 2, names: 'One, Two', origin: 'window' }
    const two = { deleted: ['One', 'Two'] }
    expect(step({ ...making, ...two }, { ...running, ...two })).toEqual({ told: [], kept: [keep] })
    expect(step({ ...running, ...two }, { ...running, ...two, isSlow: true }).kept).toEqual([null])
    expect(step({ ...making, deleted: [] }, running).kept).toEqual([])
    expect(step({ ...making, ...two }, { ...two, phase: 'failed', endedAt: 2, error }).kept).toEqual([
      keep,
      { kind: 'backup', phase: 'failed', origin: 'window', why: error.message },
    ])
  })

  it('is kept in the list of what happened once it has ended', () => {
    expect(step(running, { ...running, isSlow: true }).kept).toEqual([null])
    expect(step(running, { ...running, phase: 'failed', endedAt: 2, error }).kept).toEqual([
      { kind: 'backup', phase: 'failed', origin: 'window', why: error.message },
    ])
    expect(step(running, { ...running, phase: 'done', endedAt: 2 }).kept).toEqual([
      { kind: 'backup', phase: 'done', origin: 'window', why: null },
    ])
  })
})
