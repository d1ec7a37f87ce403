import { describe, expect, it, vi } from 'vitest'
import { keepAwakeWhileBusy } from '../../../../electron/app/keep-awake.ts'
import { isBusy } from '../../../../electron/state/busy.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer, drop, put } from '../../../../electron/state/updates.ts'
import type { BackupRun, DownloadView } from '../../../../shared/backups/contract.ts'
import type { BulkView } from '../../../../shared/bulk/contract.ts'
import { powerSignals } from '../../../../shared/model/power.ts'
import type { PlanPhase } from '../../../../shared/model/restart-schema.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun, downloadView, restoreView } from '../../../fixtures/backup-view.ts'
import { fileMove } from '../../../fixtures/file-move-view.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { reinstallRun } from '../../../fixtures/server-people.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const held = vi.hoisted(() => new Map<number, string>())
vi.mock('electron', () => ({
  powerSaveBlocker: {
    start(kind: string) {
      held.set(held.size + 1, kind)
      return held.size
    },
    stop: (id: number) => held.delete(id),
  },
}))

const server = serverView({})
const bulk = (change: Partial<BulkView>): BulkView => ({
  id: 'bulk-1',
  work: { kind: 'power', signal: powerSignals[0] },
  items: [{ ref: server.ref, outcome: 'waiting', error: null }],
  staggerMs: null,
  phase: 'running',
  startedAt: 1,
  endedAt: null,
  ...change,
})
const running = [{ ref: server.ref, outcome: 'running' as const, error: null }]
const stateWith = (change: {
  plan?: PlanPhase
  bulk?: Partial<BulkView>
  action?: Parameters<typeof powerAction>[0]
  backup?: BackupRun['phase']
  download?: DownloadView['phase']
}) => {
  const store = createStore(
    appState({ servers: [serverView({ action: change.action ? powerAction(change.action) : null })] }),
  )
  if (change.plan !== undefined) store.update(put('plans', planView({ phase: change.plan })))
  if (change.bulk !== undefined) store.update(put('bulks', bulk(change.bulk)))
  if (change.backup !== undefined) {
    const isRunning = ['saving', 'asking', 'running'].includes(change.backup)
    store.update(put('backupRuns', backupRun({ phase: change.backup, endedAt: isRunning ? null : 2 })))
  }
  if (change.download !== undefined) store.update(put('downloads', downloadView({ phase: change.download })))
  return store.get()
}

describe('the app is busy', () => {
  it.each<[string, Parameters<typeof stateWith>[0], boolean]>([
    ['nothing runs', {}, false],
    ['a countdown', { plan: 'counting' }, true],
    ['a plan that was missed and waits for the person', { plan: 'missed' }, false],
    ['a bulk action', { bulk: {} }, true],
    ['one that is paused', { bulk: { phase: 'paused' } }, false],
    ['one that is paused, a server of it under way', { bulk: { phase: 'paused', items: running } }, true],
    ['one that has ended', { bulk: { phase: 'done', endedAt: 2 } }, false],
    ['one that is followed', { action: { phase: 'accepted' } }, true],
    ['one that was confirmed', { action: { phase: 'confirmed' } }, false],
    ['one that hangs', { action: { phase: 'stalled' } }, false],
    ['a backup that is made', { backup: 'running' }, true],
    ['one whose end was not seen', { backup: 'not-seen' }, false],
    ['a download', { download: 'running' }, true],
  ])('%s', (_what, change, expected) => {
    expect(isBusy(stateWith(change))).toBe(expected)
  })

  it.each([
    ['a restore', put('restores', restoreView()), true],
    ['one that has ended', put('restores', restoreView({ phase: 'done', endedAt: 2 })), false],
    ['a reinstall', put('reinstalls', reinstallRun()), true],
    ['files on their way', put('fileMoves', fileMove()), true],
  ])('%s', (_what, change, expected) => {
    expect(isBusy(change(appState({ servers: [server] })))).toBe(expected)
  })
})

describe('the system is kept from suspending the app', () => {
  const start = () => createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const kinds = () => [...held.values()]

  it('only while something runs, and once', () => {
    const store = start()
    const awake = keepAwakeWhileBusy(store)
    expect(kinds()).toEqual([])
    store.update(put('plans', planView({ phase: 'counting' })))
    store.update(changeServer(server.ref, (now) => ({ ...now, action: powerAction({ phase: 'accepted' }) })))
    expect(kinds()).toEqual(['prevent-app-suspension'])
    store.update(drop('plans', planView({}).id))
    expect(kinds()).toEqual(['prevent-app-suspension'])
    store.update(changeServer(server.ref, (now) => ({ ...now, action: powerAction({ phase: 'confirmed' }) })))
    expect(kinds()).toEqual([])
    awake.dispose()
  })

  it('is over with the app, whatever still runs', () => {
    const store = start()
    store.update(put('plans', planView({ phase: 'counting' })))
    const awake = keepAwakeWhileBusy(store)
    expect(kinds()).toEqual(['prevent-app-suspension'])
    awake.dispose()
    expect(kinds()).toEqual([])
    store.update(put('plans', planView({ phase: 'counting', zeroAt: 5 })))
    expect(kinds()).toEqual([])
  })
})
