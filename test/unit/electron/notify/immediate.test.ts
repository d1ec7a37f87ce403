/** What is told at once of a plan, a bulk action, a backup, a restore and a reinstall, and what the app's own list keeps. */
import { describe, expect, it } from 'vitest'
import { activityEntry } from '../../../../electron/activity/entry.ts'
import { eventsOf, noMemory } from '../../../../electron/notify/events.ts'
import { decide, nothingDelayed, notificationOfUnsent } from '../../../../electron/notify/policy.ts'
import type { BackupRun, RestoreView } from '../../../../shared/backups/contract.ts'
import type { BulkView } from '../../../../shared/bulk/contract.ts'
import { appError } from '../../../../shared/errors.ts'
import type { ReinstallRun } from '../../../../shared/jobs/contract.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import type { PlanView } from '../../../../shared/model/restart-schema.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { backupId, backupRun, restoreView } from '../../../fixtures/backup-view.ts'
import { bulkView, planStep, planView, restartChoices } from '../../../fixtures/plan-view.ts'
import { reinstallRun } from '../../../fixtures/server-people.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

type Parts = NonNullable<Parameters<typeof appState>[0]>
const muted = { preferences: { muted: { until: null } } }
const { ref } = serverView()

/** What a step from one state of one server to another tells, and what the list of what happened keeps of it. */
function step(before: Parts, after: Parts, { isWindowFocused = false } = {}) {
  const [from, to] = [before, after].map((parts) => appState({ servers: [serverView()], ...parts })) as [
    ReturnType<typeof appState>,
    ReturnType<typeof appState>,
  ]
  const { events } = eventsOf(noMemory(), from, to, { now: 1, lookingSince: 0 })
  const { notifications } = decide(nothingDelayed, events, { now: 1, steady: 1, state: to, isWindowFocused })
  return {
    notifications,
    told: notifications.map(({ title, silent }) => `${title}${silent ? ' (silent)' : ''}`),
    kept: events.map((event) => activityEntry(event, 'id')?.event ?? null),
  }
}

describe('a plan', () => {
  const error = appError('server-not-running')
  const running = { plans: [planView()] }
  const of = (more: Parameters<typeof planView>[0]) => ({ plans: [planView(more)] })

  it.each<[string, Parameters<typeof planView>[0], string[]]>([
    ['missed', { phase: 'missed' }, ['Restart of Survival was missed']],
    ['failed', { phase: 'failed', error }, ['Restart of Survival failed']],
    ['done', { phase: 'done' }, []],
    ['cancelled', { phase: 'cancelled' }, []],
    // Its power action says so.
    ['stalled', { phase: 'failed', outcome: 'stalled' }, []],
  ])('that is %s', (_, more, titles) => expect(step(running, of(more)).told).toEqual(titles))

  it('is told together with others that were missed', () => {
    const three = (phase: PlanView['phase']) =>
      ['a', 'b', 'c'].map((id, i) => {
        const ref = serverRefSchema.parse(`home/1000000${i}`)
        return planView({ id, ref, name: `Server ${i}`, phase })
      })
    const [before, missed] = [{ plans: three('counting') }, { plans: three('missed') }]
    expect(step(before, missed).told).toEqual(['3 restarts were missed'])
    const quiet = missed.plans.slice(1).map(({ ref }) => ref)
    expect(step(before, { ...missed, preferences: { quiet } }).told).toEqual(['Restart of Server 0 was missed'])
    expect(step(before, { ...missed, ...muted }).told).toEqual([])
  })

  it('that a person sees fail in the window is not told beside it', () => {
    expect(step(running, of({ phase: 'failed', error }), { isWindowFocused: true }).told).toEqual([])
    expect(step(running, of({ phase: 'missed' }), { isWindowFocused: true }).told).toHaveLength(1)
  })

  it('whose power action was refused is told once', () => {
    const servers = [serverView({ action: powerAction({ phase: 'refused', origin: 'schedule', error }) })]
    expect(step({ ...running, servers }, { ...of({ phase: 'failed', error }), servers }).told).toEqual([])
  })

  it('that ended before it was first seen tells nothing', () => {
    expect(step({}, of({ phase: 'missed' })).told).toEqual([])
  })

  it('that kills tells it, in mute without a sound', () => {
    const kills = of({ phase: 'watching', steps: [planStep({ kind: 'kill', result: 'sending' })] })
    const title = 'Survival is being killed'
    expect(step(running, kills).told).toEqual([title])
    expect(step(running, { ...kills, ...muted }).told).toEqual([`${title} (silent)`])
    expect(step(running, { ...of({ phase: 'missed' }), ...muted }).told).toEqual([])
  })
})

describe('a bulk action', () => {
  const running = { bulks: [bulkView([{ ref, outcome: 'running', error: null }])] }
  const ended = (outcome: 'confirmed' | 'failed'): { bulks: BulkView[] } => ({
    bulks: [bulkView([{ ref, outcome, error: null }], { phase: 'done', endedAt: 1 })],
  })

  it.each([
    ['confirmed', 'Restart of 1 server: done'],
    ['failed', 'Restart of 1 server: done, with failures'],
  ] as const)('is summed up when it has ended: %s', (outcome, title) => {
    expect(step(running, ended(outcome)).told).toEqual([title])
    expect(step(running, ended(outcome), { isWindowFocused: true }).told).toEqual([])
    expect(step(ended(outcome), ended(outcome)).told).toEqual([])
  })
})

describe('servers that look alike', () => {
  const one = serverView({ name: 'Arena', identifier: 'aaaaaaa1' })
  const servers = [one, serverView({ name: 'ARENA', identifier: 'aaaaaaa2' })]
  const plan = planView({ ref: one.ref, name: 'Arena' })

  it('are told apart, also once they are gone', () => {
    const [before, missed] = [{ plans: [plan] }, { plans: [{ ...plan, phase: 'missed' as const }] }]
    const title = 'Restart of Arena (aaaaaaa1) was missed'
    expect(step({ ...before, servers }, { ...missed, servers }).told).toEqual([title])
    expect(step({ ...before, servers: [] }, { ...missed, servers: [] }).told).toEqual(['Restart of Arena was missed'])
  })

  it('are told apart where a signal was not sent', () => {
    const notification = notificationOfUnsent(appState({ servers }), one.ref, 'kill', appError('server-not-running'))
    expect(notification?.title).toBe('Kill of Arena (aaaaaaa1) was not sent')
  })
})

describe('a backup', () => {
  const error = appError('backup-failed')
  const running = { phase: 'running', backupId: backupId() } as const
  const failed = { ...running, phase: 'failed', endedAt: 2, error } as const
  const of = (run: Partial<BackupRun>) => ({ backupRuns: [backupRun(run)] })

  it.each<[string, Partial<BackupRun>, string[]]>([
    ['is done', { phase: 'done', endedAt: 2 }, []],
    ['is done after it took long', { phase: 'done', endedAt: 2, isSlow: true }, ['Backup of Survival is done']],
    ['takes long', { isSlow: true }, ['Backup of Survival is taking a long time']],
    ['failed', failed, ['Backup of Survival failed']],
    ['was not seen', { phase: 'not-seen', endedAt: 2, error }, ['Backup of Survival was not seen to finish']],
  ])('that %s is told as that', (_, after, titles) => {
    expect(step(of(running), of({ ...running, ...after })).told).toEqual(titles)
  })

  it('that takes long is told once, and its end again', () => {
    const slow = { ...running, isSlow: true }
    expect(step(of(slow), of({ ...slow, backupId: backupId(2) })).told).toEqual([])
    expect(step(of(slow), of({ ...failed, isSlow: true })).told).toEqual(['Backup of Survival failed'])
  })

  it('of another run of the app is not told', () => {
    expect(step({}, of(failed))).toMatchObject({ told: [], kept: [] })
    expect(step(of({ ...running, id: 'older' }), of(failed)).told).toEqual([])
  })

  it('that the window has just refused is not told beside it', () => {
    const asking = of({ phase: 'asking', backupId: null })
    const refused = of({ ...failed, backupId: null })
    expect(step(asking, refused, { isWindowFocused: true }).told).toEqual([])
    expect(step(asking, refused).told).toEqual(['Backup of Survival failed'])
    const ofSchedule = of({ ...failed, backupId: null, origin: 'schedule' })
    expect(step(asking, ofSchedule, { isWindowFocused: true }).told).toEqual(['Backup of Survival failed'])
    expect(step(of(running), of(failed), { isWindowFocused: true }).told).toHaveLength(1)
  })

  it.each([
    ['must', []],
    ['anyway', ['Backup of Survival failed']],
  ] as const)('that fails before a restart is told with it where that does not come: %s', (backupFirst, titles) => {
    const steps = [planStep({ kind: 'backup', result: 'sending' })]
    const plans = [planView({ choices: restartChoices({ backupFirst }), steps })]
    expect(step({ plans, ...of(running) }, { plans, ...of(failed) }).told).toEqual(titles)
  })
})

describe('a restore', () => {
  const of = (more: Partial<RestoreView>) => ({ restores: [restoreView({ ref, endedAt: null, error: null, ...more })] })

  it.each<[RestoreView['phase'], string[], object[]]>([
    ['done', ['Survival: restored'], [{ kind: 'restore', phase: 'done' }]],
    ['failed', ['Survival: the restore failed on the server’s machine'], [{ kind: 'restore', phase: 'failed' }]],
    ['unknown', ['Survival: it is not known whether the backup was restored'], [{ kind: 'restore', phase: 'unknown' }]],
    ['cancelled', [], [{}]],
    ['following', [], []],
  ])('that is %s', (phase, titles, entries) => {
    const after = of({ phase, wasSeen: true, error: phase === 'failed' ? appError('restore-failed') : null })
    const { told, kept } = step(of({ phase: 'following' }), after)
    expect(told).toEqual(titles)
    expect(kept.map((entry) => entry ?? {})).toMatchObject(entries)
    expect(step(of({ phase: 'following' }), after, { isWindowFocused: true }).told).toEqual([])
  })
})

describe('a reinstall', () => {
  const of = (run: Partial<ReinstallRun>, more: Parts = {}) => ({ reinstalls: [reinstallRun(run)], ...more })
  const asking = { phase: 'asking', isAccepted: false } as const
  const backingUp = { phase: 'backing-up', isAccepted: false } as const
  const done = { phase: 'done', endedAt: 2 } as const
  const failed = { phase: 'failed', endedAt: 2, error: appError('reinstall-failed') } as const
  const noBackup = { phase: 'failed', endedAt: 2, isAccepted: false, error: appError('backup-failed') } as const
  const notSeen = { phase: 'unknown', endedAt: 2, error: appError('reinstall-not-seen') } as const
  const lost = appError('timeout', { mayHaveActed: true })

  it.each<[string, Partial<ReinstallRun>, Partial<ReinstallRun>, string[], (object | null)[]]>([
    ['is asked for', asking, {}, [], [{ phase: 'asked', why: null }]],
    ['may have been', asking, { isAccepted: false, error: lost }, [], [{ phase: 'asked', why: lost.message }]],
    ['takes long', {}, { isSlow: true }, ['Survival is still being reinstalled'], [{ phase: 'slow', why: null }]],
    ['is done', { isSlow: true }, done, ['Survival was reinstalled'], [{ phase: 'done', why: null }]],
    ['failed', {}, failed, ['The reinstall of Survival failed'], [{ phase: 'failed', why: failed.error.message }]],
    [
      'did not come',
      backingUp,
      noBackup,
      ['Survival was not reinstalled'],
      [{ phase: 'failed', why: noBackup.error.message }],
    ],
    [
      'was not seen to end',
      {},
      notSeen,
      ['It is not known whether Survival was reinstalled'],
      [{ phase: 'unknown', why: notSeen.error.message }],
    ],
    ['was given up', { phase: 'backing-up' }, { phase: 'cancelled', endedAt: 2 }, [], [null]],
    ['is of an earlier order', { id: 'older' }, done, [], []],
  ])('that %s is told as that, whether the window is looked at or not, and kept', (_, before, after, titles, kept) => {
    const seen = step(of(before), of(after))
    expect(seen.told).toEqual(titles)
    expect(step(of(before), of(after), { isWindowFocused: true }).told).toEqual(titles)
    expect(seen.kept).toEqual(kept.map((event) => event && { kind: 'reinstall', origin: 'window', ...event }))
    const start = after.phase === 'done' ? ['start'] : []
    for (const { buttons } of seen.notifications) expect(buttons).toEqual([...start, 'mute'])
  })

  it('that is first seen at its end, that has gone, or of a server that has gone tells nothing', () => {
    expect(step({}, of(done)).told).toEqual([])
    expect(step(of({}), {}).told).toEqual([])
    expect(step(of({}), of(notSeen, { servers: [] })).told).toEqual([])
  })

  it('whose backup failed before it is told with that alone', () => {
    const [before, bad] = [
      { backupRuns: [backupRun()] },
      { backupRuns: [backupRun({ phase: 'failed', endedAt: 2, error: appError('backup-failed') })] },
    ]
    expect(step(of(backingUp, before), of(backingUp, bad)).told).toEqual([])
    expect(step(before, bad).told).toEqual(['Backup of Survival failed'])
  })
})
