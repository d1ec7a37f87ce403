import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import { whyNoBackupNow, whyNoBackups } from '../../../../shared/model/backup-choices.ts'
import type { BackupRun } from '../../../../shared/model/backup-run.ts'
import type { Permission } from '../../../../shared/model/permission.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun, restoreView } from '../../../fixtures/backup-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const now = new Date(2026, 0, 15, 12, 30).getTime()
const server = serverView()

function stateWith(more: { dialect?: 'core'; declared?: Permission[]; keys?: number; run?: Partial<BackupRun> } = {}) {
  const { dialect, declared, keys = 1, run } = more
  const known = { ...(declared !== undefined && { declared }) }
  return appState({
    panels: [panelView(dialect && { dialect })],
    keys: [keyView(known), ...(keys > 1 ? [keyView({ id: 'second', ...known })] : [])],
    backupRuns: run === undefined ? [] : [backupRun({ ref: server.ref, ...run })],
  })
}
const both = { ...server, keyIds: [...server.keyIds, keyView({ id: 'second' }).id] }

describe('the backups of a server', () => {
  it.each([
    ['can be seen', stateWith(), server, null],
    ['of a panel of the core document', stateWith({ dialect: 'core' }), server, 'not on this panel'],
    ['with a key that lacks it', stateWith({ declared: ['power'] }), server, 'this key lacks Backups: view'],
    ['with two keys that lack it', stateWith({ declared: ['power'], keys: 2 }), both, 'these keys lack Backups: view'],
    ['with a key that may only look', stateWith({ declared: ['backups-view'] }), server, null],
  ] as const)('%s', (_, state, of, why) => {
    expect(whyNoBackups(state, of, now)).toBe(why)
  })
})

describe('a backup now', () => {
  const limited = (retryAfterMs?: number) => appError('rate-limited', { retryAfterMs })
  it.each<[string, AppState, ServerView, string | null]>([
    ['can be made', stateWith(), server, null],
    ['of a panel of the core document', stateWith({ dialect: 'core' }), server, 'not on this panel'],
    ['without a key', stateWith(), { ...server, keyIds: [] }, 'no key reaches it'],
    ['with a key that may only look', stateWith({ declared: ['backups-view'] }), server, 'key lacks Backups: full'],
    ['of a server that its panel holds', stateWith(), { ...server, condition: 'suspended' }, 'suspended by the panel'],
    ['while another one is made', stateWith({ run: {} }), server, 'one is being made'],
    [
      'while a restore is running',
      appState({ panels: [panelView()], keys: [keyView()], restores: [restoreView({ ref: server.ref })] }),
      server,
      'a restore is running',
    ],
    ['after one that is done', stateWith({ run: { phase: 'done', endedAt: now } }), server, null],
    [
      'that the panel limits for a while',
      stateWith({ run: { phase: 'failed', endedAt: now - 60_000, error: limited(660_000) } }),
      server,
      'again at 12:40',
    ],
    [
      'that it no longer limits',
      stateWith({ run: { phase: 'failed', endedAt: now - 660_000, error: limited(660_000) } }),
      server,
      null,
    ],
    [
      'that it limits without a time',
      stateWith({ run: { phase: 'failed', endedAt: now, error: limited() } }),
      server,
      null,
    ],
  ])('%s', (_, state, of, why) => {
    expect(whyNoBackupNow(state, of, now)).toBe(why)
  })
})
