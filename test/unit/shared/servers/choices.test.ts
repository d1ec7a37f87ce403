import { describe, expect, it } from 'vitest'
import type { BackupRun } from '../../../../shared/backups/contract.ts'
import { appError } from '../../../../shared/errors.ts'
import type { Permission } from '../../../../shared/keys/permission.ts'
import { missingPower } from '../../../../shared/keys/server-keys.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { powerChoices, whyNoBackupNow, whyNoReinstall } from '../../../../shared/servers/choices.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun, restoreView } from '../../../fixtures/backup-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const now = new Date(2026, 0, 15, 12, 30).getTime()
const server = serverView()

function stateWith(more: { dialect?: 'core'; declared?: Permission[]; run?: Partial<BackupRun> } = {}) {
  const { dialect, declared, run } = more
  return appState({
    panels: [panelView(dialect && { dialect })],
    keys: [keyView(declared && { declared })],
    backupRuns: run === undefined ? [] : [backupRun({ ref: server.ref, ...run })],
  })
}
it.each<[ServerView['condition'], string | null]>([
  [null, null],
  ['installing', 'installing'],
  // It is the way out.
  ['install-failed', null],
  ['maintenance', 'node in maintenance'],
])('a reinstall of a server that its panel holds (%s) cannot begin: %s', (condition, why) => {
  const state = { ...stateWith(), reinstalls: {} }
  expect(whyNoReinstall(state, { ...server, condition }, now)).toBe(why)
})

describe('a backup now', () => {
  const limited = (retryAfterMs?: number) => appError('rate-limited', { retryAfterMs })
  it.each<[string, AppState, ServerView, string | null]>([
    ['can be made', stateWith(), server, null],
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
    [
      'that the panel limits for a while',
      stateWith({ run: { phase: 'failed', endedAt: now - 60_000, error: limited(660_000) } }),
      server,
      'again at 12:40',
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

const lackPower = { reason: 'key lacks Power', hint: '' }
it.each([
  ['whose keys lack Power', {}, lackPower, 'key lacks Power'],
  ['that is suspended', { condition: 'suspended' }, null, 'suspended by the panel'],
] as const)('a server %s takes none, and says why', (_, more, lack, why) => {
  const missing = { start: lack, stop: lack, restart: lack, kill: lack }
  expect(Object.values(powerChoices(serverView({ state: 'running', ...more }), missing))).toEqual(Array(4).fill(why))
})

it('a server whose account may only restart it takes nothing else, and says what it lacks', () => {
  const key = keyView()
  const accounts = { [key.id]: { isOwner: false, may: ['control.restart', 'websocket.connect'] } }
  const server = serverView({ state: 'unknown', keyIds: [key.id], accounts })
  const missing = missingPower(appState({ keys: [key], servers: [server] }), server, 0)
  expect(powerChoices(server, missing)).toEqual({
    start: 'account lacks control.start',
    stop: 'account lacks control.stop',
    restart: null,
    kill: 'account lacks control.stop',
  })
  expect(missing.stop?.hint).toBe('The server’s owner can allow it under Users.')
})

it('a key of an owner is shut from nothing before a refusal, however little its panel lists for it', () => {
  const key = keyView()
  const accounts = { [key.id]: { isOwner: true, may: ['websocket.connect'] } }
  const server = serverView({ state: 'running', keyIds: [key.id], accounts })
  expect(Object.values(missingPower(appState({ keys: [key], servers: [server] }), server, 0))).toEqual(
    Array(4).fill(null),
  )
})

it.each([
  [{ state: 'unknown' }, 'start stop restart kill'],
  [{ state: 'running' }, 'stop restart kill'],
  [{ state: 'starting' }, 'stop restart kill'],
  [{ state: 'stopping' }, 'kill'],
  [{ state: 'offline' }, 'start'],
  [{ state: 'running', action: powerAction({ phase: 'accepted' }) }, 'kill'],
  [{ state: 'running', action: powerAction({ phase: 'refused' }) }, 'stop restart kill'],
  [{ state: 'stopping', action: powerAction({ phase: 'stalled' }) }, 'kill'],
  [{ state: 'running', condition: 'suspended' }, ''],
  [{ state: 'running', keyIds: [] }, ''],
] as const)('%j leaves: %s', (more, free) => {
  const choices = powerChoices(serverView(more), null)
  expect(
    Object.entries(choices)
      .filter(([, reason]) => reason === null)
      .map(([signal]) => signal)
      .sort(),
  ).toEqual(free.split(' ').filter(Boolean).sort())
})
