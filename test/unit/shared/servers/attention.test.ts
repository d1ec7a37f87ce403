import { describe, expect, it } from 'vitest'
import { appError } from '../../../../shared/errors.ts'
import type { BackupHealth } from '../../../../shared/model/server-schema.ts'
import {
  type Attention,
  attentionIn,
  keyNeeds,
  newsOfRefusalMs,
  panelGraceMs,
  serverNeeds,
} from '../../../../shared/servers/attention.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const now = 10 * newsOfRefusalMs
const { ref } = serverView()
type Server = NonNullable<Parameters<typeof serverView>[0]>
type Parts = NonNullable<Parameters<typeof appState>[0]>

const stateOf = (server: Server, parts: Parts = {}) =>
  appState({ panels: [panelView()], keys: [keyView()], servers: [serverView(server)], ...parts })
const needOf = (server: Server, parts?: Parts) => serverNeeds(stateOf(server, parts), now)(serverView(server))

const refused = (more: Parameters<typeof powerAction>[0] = {}) =>
  powerAction({
    phase: 'refused',
    startedAt: now - 100,
    changedAt: now - 100,
    error: appError('panel-failed'),
    ...more,
  })
const crashed = { how: 'crashed', at: now - 100 } as const
const dayMs = 86_400_000
const backups = (more: Partial<BackupHealth>): Parts => ({
  preferences: { backupDays: 1 },
  backupHealth: { [ref]: { newestGoodAt: null, failedAt: null, readAt: now, ...more } },
})
const plan = (more: Parameters<typeof planView>[0]) => planView({ ref, endedAt: now - 200, zeroAt: now - 300, ...more })
const failing = (code: Parameters<typeof appError>[0], since = 0) =>
  keyView({ health: { kind: 'failing', since, error: appError(code) } })

describe('a server', () => {
  it.each<[string, Server, Parts?]>([
    ['that runs', { state: 'running' }],
    ['whose state no panel tells', { state: 'unknown' }],
    ['that is off on purpose', { state: 'offline' }, { preferences: { expectedOff: [ref] } }],
    ['that is being started', { state: 'offline', action: powerAction({ phase: 'accepted', signal: 'start' }) }],
    ['that is acted on after a crash', { state: 'offline', unexpectedStop: crashed, action: powerAction() }],
    ['that runs again', { state: 'running', unexpectedStop: crashed }],
    ['that is being installed', { state: 'offline', condition: 'installing' }],
    ['whose refusal is an hour old', { state: 'running', action: refused({ changedAt: now - newsOfRefusalMs }) }],
    [
      'whose key was refused, and works again',
      { state: 'running', action: refused({ error: appError('token-refused'), keyId: keyView().id }) },
    ],
    ['whose restart is planned', { state: 'running' }, { plans: [plan({ phase: 'counting', endedAt: null })] }],
    [
      'that was restarted after a missed restart',
      { state: 'running', action: refused({ phase: 'confirmed', error: null }) },
      { plans: [plan({ phase: 'missed' })] },
    ],
    ['whose backups were never read', { state: 'running' }, { preferences: { backupDays: 1 } }],
    ['whose newest good backup is young', { state: 'running' }, backups({ newestGoodAt: now - dayMs })],
    ['whose last backup failed, and whose panel holds it', { condition: 'installing' }, backups({ failedAt: now })],
  ])('%s needs nobody', (_, server, parts) => expect(needOf(server, parts)).toBeNull())

  it.each<[ReturnType<typeof needOf>, string, Server, Parts?]>([
    ['stopped', 'that went down by itself', { state: 'offline', unexpectedStop: crashed }],
    [
      'stopped',
      'that went down by itself, and cannot be read',
      { state: 'unknown', unexpectedStop: { ...crashed, how: 'stopped' } },
    ],
    ['off', 'that is off, and nobody meant it to be', { state: 'offline' }],
    ['off', 'that is off, and its last backup failed', { state: 'offline' }, backups({ failedAt: now })],
    ['backup-failed', 'whose last backup failed', { state: 'running' }, backups({ failedAt: now })],
    ['backup-old', 'whose newest good backup is old', { state: 'running' }, backups({ newestGoodAt: now - dayMs - 1 })],
    ['stalled', 'whose stop stalled', { state: 'stopping', action: powerAction({ phase: 'stalled', signal: 'stop' }) }],
    ['refused', 'whose restart was refused', { state: 'running', action: refused() }],
    ['refused', 'whose restart may not have arrived', { state: 'running', action: refused({ phase: 'unconfirmed' }) }],
    ['suspended', 'that its panel suspends', { condition: 'suspended' }],
    [
      'suspended',
      'that is suspended, and expected off',
      { state: 'offline', condition: 'suspended' },
      { preferences: { expectedOff: [ref] } },
    ],
    [
      'restart-missed',
      'whose planned restart was missed',
      { state: 'running' },
      { plans: [plan({ phase: 'missed' })] },
    ],
    ['restart-failed', 'whose planned restart failed', { state: 'running' }, { plans: [plan({ phase: 'failed' })] }],
    [
      'stopped',
      'that crashed and then refused a start',
      { state: 'offline', unexpectedStop: crashed, action: refused({ signal: 'start' }) },
    ],
  ])('%s: one %s', (need, _, server, parts) => expect(needOf(server, parts)).toBe(need))
})

describe('a key', () => {
  it.each<[string, Parts]>([
    ['that works', {}],
    ['that is read for the first time', { keys: [keyView({ health: { kind: 'checking' } })] }],
    ['whose panel has just gone', { keys: [failing('connection-refused', now - panelGraceMs + 1)] }],
    ['while this computer has no network', { keys: [failing('connection-refused')], app: { online: false } }],
  ])('%s needs nobody', (_, parts) => expect(keyNeeds(stateOf({}, parts), now)).toEqual([]))

  it.each<[string, Parts]>([
    ['that the panel refuses (401)', { keys: [failing('token-refused')] }],
    ['that the panel does not let in from here (403)', { keys: [failing('permission-lacking')] }],
    ['whose token cannot be read', { keys: [failing('token-unreadable')] }],
    ['whose panel went a minute ago', { keys: [failing('connection-refused', now - panelGraceMs)] }],
    ['that the panel has just refused (401)', { keys: [failing('token-refused', now)] }],
  ])('%s needs a person', (_, parts) => expect(keyNeeds(stateOf({}, parts), now)).toEqual([keyView().id]))

  it('a panel that cannot be reached counts once, however many of its keys say so', () => {
    const away = failing('connection-refused')
    const second = { ...away, id: keyView({ id: 'second' }).id }
    const dead = { ...failing('token-refused'), id: keyView({ id: 'dead' }).id }
    expect(keyNeeds(stateOf({}, { keys: [away, second, dead] }), now)).toEqual([away.id, dead.id])
  })
})

it('counts servers and keys, and names both', () => {
  const state = stateOf({ state: 'offline' }, { keys: [failing('token-refused')] })
  expect(attentionIn(state, now)).toEqual({ servers: [ref], keys: [keyView().id], count: 2 } satisfies Attention)
})
