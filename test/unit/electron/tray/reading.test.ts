import { describe, expect, it } from 'vitest'
import { type TrayReading, trayFace } from '../../../../electron/tray/reading.ts'
import type { PlanView } from '../../../../shared/model/restart-schema.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

let count = 0
function server(more: Parameters<typeof serverView>[0]): ServerView {
  count += 1
  return serverView({ identifier: String(10_000_000 + count), ...more })
}

const running = server({ state: 'running' })
const offline = server({ state: 'offline' })
const unknown = server({})
const moving = server({ condition: 'transferring' })
const off = server({ state: 'offline' })
const restarting = server({ state: 'offline', action: powerAction({ phase: 'accepted' }) })
const starting = server({ state: 'starting' })
const stalled = server({ state: 'stopping', action: powerAction({ phase: 'stalled' }) })

/** Off on purpose. */
const preferences = { expectedOff: [off.ref] }

describe('the icon', () => {
  it.each([
    ['ok', [running]],
    ['ok', [running, moving]],
    ['ok', [off]],
    ['attention', [running, offline]],
    ['attention', [offline, unknown, unknown]],
    ['attention', [stalled, unknown]],
    ['busy', [restarting]],
    ['busy', [starting, running]],
    ['attention', [offline, restarting]],
    ['busy', [unknown, restarting]],
    ['unknown', [unknown]],
    ['unknown', []],
  ] satisfies [TrayReading, ServerView[]][])('%s', (reading, servers) => {
    expect(trayFace(appState({ servers, preferences }), 0).reading).toBe(reading)
  })

  it.each([
    ['unknown', [running]],
    ['attention', [running, offline]],
    ['busy', [restarting]],
  ] satisfies [TrayReading, ServerView[]][])('%s without a network', (reading, servers) => {
    expect(trayFace(appState({ app: { online: false }, servers, preferences }), 0).reading).toBe(reading)
  })
})

describe('the words', () => {
  it.each([
    [true, [running, off], '1 running · 1 offline', 'Servertray: 1 running, 1 offline'],
    [
      true,
      [running, offline],
      '1 running · 1 offline · 1 needs attention',
      'Servertray: 1 running, 1 offline, 1 needs attention',
    ],
    [true, [], 'No servers', 'Servertray: no servers'],
    [false, [running], 'No network · 1 running', 'Servertray: no network, 1 running'],
  ])('with a network %s', (online, servers, line, tooltip) => {
    expect(trayFace(appState({ app: { online }, servers, preferences }), 0)).toMatchObject({ line, tooltip })
  })

  it('say in the tooltip that a restart is planned, and of several which comes next', () => {
    const soon = planView({ ref: running.ref, zeroAt: 60_000 })
    const later = planView({ id: 'later', ref: offline.ref, name: 'Gone', zeroAt: 120_000 })
    const tooltip = (...plans: PlanView[]) => trayFace(appState({ servers: [running], plans }), 0).tooltip
    expect(tooltip(soon)).toBe(`Servertray: ${running.name} restarts ${clockTime(60_000)}, 1 running`)
    expect(tooltip(later)).toBe(`Servertray: Gone restarts ${clockTime(120_000)}, 1 running`)
    expect(tooltip(later, soon)).toBe(`Servertray: 2 restarts planned, next ${clockTime(60_000)}, 1 running`)
    expect(tooltip({ ...soon, phase: 'done' })).toBe('Servertray: 1 running')
  })
})
