import { describe, expect, it } from 'vitest'
import { menuModel } from '../../../../electron/tray/menu-model.ts'
import { trayFace } from '../../../../electron/tray/reading.ts'
import { createPlayersSight, isPersonsAct, isPlayersSame, isSeenInTray } from '../../../../electron/tray/seen-change.ts'
import type { KeyView } from '../../../../shared/keys/contract.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { activityEntry, appState, consoleEntry, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupRun, downloadView } from '../../../fixtures/backup-view.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { countedView } from '../../../fixtures/players-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const resources = { cpuPercent: 12, memoryBytes: 2 ** 30, diskBytes: null, uptimeMs: 60_000 }
const running = serverView({ state: 'running', observedAt: 1_000, resources })
const other = serverView({ identifier: 'b2c3d4e5', name: 'Creative', state: 'offline' })
const key = keyView({ declared: ['power'] })
const parts = { panels: [panelView()], keys: [key], servers: [running, other] }
const before = appState(parts)

const withServer = (more: Partial<ServerView>) => appState({ ...parts, servers: [{ ...running, ...more }, other] })
const withKey = (more: Partial<KeyView>) => appState({ ...parts, keys: [{ ...key, ...more }] })
/** A state in which all that is equal is the same, as it is after a change of the store. */
const changed = (slice: keyof AppState, { [slice]: value }: AppState): AppState => ({ ...before, [slice]: value })

const drawn = (state: AppState) => JSON.stringify([menuModel(state, 0), trayFace(state, 0)])

describe('what the tray does not show', () => {
  it.each<[string, AppState]>([
    ['a new reading of the same state', changed('servers', withServer({ observedAt: 21_000 }))],
    ['another load', changed('servers', withServer({ resources: { ...resources, cpuPercent: 99 } }))],
    ['how many servers a list had', changed('keys', withKey({ serverCount: 7 }))],
    ['how far a download is', changed('downloads', appState({ downloads: [downloadView()] }))],
    ['a trend', changed('trends', appState({ trends: { [running.ref]: { samples: [[1, 2, 3]] } } }))],
  ])('%s', (_what, after) => {
    expect(after).not.toEqual(before)
    expect(isSeenInTray(before, after)).toBe(false)
    expect(drawn(after)).toBe(drawn(before))
  })
})

describe('what it may show', () => {
  it.each<[string, AppState]>([
    ['a state', changed('servers', withServer({ state: 'starting' }))],
    ['a backup', changed('backupRuns', appState({ backupRuns: [backupRun({ ref: running.ref })] }))],
    [
      'a server that came',
      changed('servers', appState({ servers: [running, other, serverView({ identifier: 'c3d4e5f6' })] })),
    ],
    ['one that went', changed('servers', appState({ servers: [other] }))],
    ['another order', changed('servers', appState({ servers: [other, running] }))],
    ['what was declared of a key', changed('keys', withKey({ declared: [] }))],
    ['the network', changed('app', appState({ app: { online: false } }))],
  ])('%s', (_what, after) => expect(isSeenInTray(before, after)).toBe(true))
})

it('shows every field that it does not know', () => {
  const consoles = { [running.ref]: { entries: [consoleEntry()], stream: null } }
  expect(isSeenInTray(before, changed('consoles', appState({ consoles })))).toBe(true)
  expect(isSeenInTray(before, changed('activity', appState({ activity: [activityEntry()] })))).toBe(true)
  expect(isSeenInTray(before, before)).toBe(false)
})

const withAction = (more: Parameters<typeof powerAction>[0]) =>
  changed('servers', withServer({ action: powerAction({ id: 'a', ...more }) }))
const withPlan = (more: Parameters<typeof planView>[0] = {}) => changed('plans', appState({ plans: [planView(more)] }))

it.each<[string, AppState, AppState, boolean]>([
  ['nothing', before, { ...before }, false],
  ['a state that was read', before, changed('servers', withServer({ state: 'offline' })), false],
  ['a signal', before, withAction({ origin: 'window' }), true],
  ['what becomes of a signal', withAction({ phase: 'sending' }), withAction({ phase: 'accepted' }), false],
  ['a key more', before, changed('keys', appState({ keys: [key, keyView({ id: 'other' })] })), true],
  ['what is learned of a key', before, changed('keys', withKey({ health: { kind: 'works', at: 5 } })), false],
  ['a setting', before, changed('preferences', appState({ preferences: { pinned: [running.ref] } })), true],
  [
    'a server that is off on purpose',
    before,
    changed('preferences', appState({ preferences: { expectedOff: [running.ref] } })),
    false,
  ],
  ['a plan', before, withPlan({ origin: 'window' }), true],
  ['a plan that was moved', withPlan({ origin: 'schedule' }), withPlan({ origin: 'schedule', zeroAt: 99_000 }), true],
  ['a plan that was cancelled', withPlan(), withPlan({ phase: 'cancelled' }), true],
  ['a plan that goes on', withPlan(), withPlan({ phase: 'signalling' }), false],
])('%s: whether a person did it', (_, from, to, isAct) => {
  expect(isPersonsAct(from, to)).toBe(isAct)
})

const table = (online: number | null, more: Parameters<typeof countedView>[1] = {}) => {
  const view = countedView(online, more)
  return { [view.ref]: view }
}

it('says the same of two readings with one number, and not of two numbers, nor of none and 0', () => {
  expect(isPlayersSame(table(7, { at: 1 }), table(7, { at: 60_000 }))).toBe(true)
  expect(isPlayersSame(table(7), table(8))).toBe(false)
  expect(isPlayersSame(table(0), table(null))).toBe(false)
  expect(isPlayersSame(table(7), {})).toBe(false)
  expect(
    isPlayersSame(
      { ...table(7, { ref: running.ref }), ...table(2, { ref: other.ref }) },
      table(7, { ref: running.ref }),
    ),
  ).toBe(false)
  expect(isPlayersSame(table(7), table(7, { frozenSince: 5 }))).toBe(false)
})

it('shows the first counts together, and then a change once a minute', () => {
  const sight = createPlayersSight()
  const first = table(1, { ref: running.ref })
  const both = { ...first, ...table(2, { ref: other.ref }) }
  expect(sight({}, 0)).toEqual({ players: {}, at: null })
  expect(sight(first, 1_000)).toEqual({ players: {}, at: 3_000 })
  expect(sight(both, 3_000)).toEqual({ players: both, at: null })
  const changed = { ...both, ...table(9, { ref: running.ref }) }
  expect(sight(changed, 10_000)).toEqual({ players: both, at: 63_000 })
  expect(sight(both, 20_000)).toEqual({ players: both, at: null })
  expect(sight(changed, 62_999)).toEqual({ players: both, at: 63_000 })
  expect(sight(changed, 63_000)).toEqual({ players: changed, at: null })
})
