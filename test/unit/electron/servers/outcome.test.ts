import { describe, expect, it } from 'vitest'
import { type Evidence, forAction, noEvidence, withTold } from '../../../../electron/servers/evidence.ts'
import { outcomeOf } from '../../../../electron/servers/outcome.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import type { ServerState } from '../../../../shared/model/server.ts'
import { powerAction } from '../../../fixtures/server-view.ts'

const minute = 60_000

type Case = {
  what: string
  signal: PowerSignal
  /** What an open console told after the action. */
  told: ServerState[]
  phase?: 'accepted' | 'stalled'
  now?: number
  outcome: ReturnType<typeof outcomeOf>
}

const cases: Case[] = [
  { what: 'start reaches running', signal: 'start', told: ['running'], outcome: 'confirmed' },
  { what: 'start is still starting', signal: 'start', told: ['starting'], outcome: null },
  { what: 'stop reaches offline', signal: 'stop', told: ['offline'], outcome: 'confirmed' },
  { what: 'stop is still stopping', signal: 'stop', told: ['stopping'], outcome: null },
  { what: 'kill reaches offline', signal: 'kill', told: ['offline'], outcome: 'confirmed' },
  { what: 'restart still shows the old run', signal: 'restart', told: ['running'], outcome: null },
  { what: 'restart is down', signal: 'restart', told: ['offline'], outcome: null },
  { what: 'restart was down and is back', signal: 'restart', told: ['offline', 'running'], outcome: 'confirmed' },
  {
    what: 'a stop that stalled comes after all',
    signal: 'stop',
    told: ['offline'],
    phase: 'stalled',
    outcome: 'confirmed',
  },
  {
    what: 'a stop that stalled stays so',
    signal: 'stop',
    told: ['stopping'],
    phase: 'stalled',
    now: 99 * minute,
    outcome: null,
  },
  { what: 'kill stalls after a minute', signal: 'kill', told: ['running'], now: minute + 1_001, outcome: 'stalled' },
  { what: 'nothing was seen since the action', signal: 'stop', told: [], outcome: null },
  { what: 'unknown is no outcome', signal: 'stop', told: ['unknown'], outcome: null },
  { what: 'start stalls', signal: 'start', told: ['starting'], now: 3 * minute + 1_001, outcome: 'stalled' },
  { what: 'stop stalls', signal: 'stop', told: ['stopping'], now: 5 * minute + 1_001, outcome: 'stalled' },
]

describe('outcomeOf', () => {
  it.each(cases)('$what', ({ signal, told, phase = 'accepted', now = 12_000, outcome }) => {
    const before = withTold(noEvidence, { state: 'offline', uptimeMs: null }, 500)
    const evidence = told.reduce<Evidence>(
      (known, state, index) => withTold(known, { state, uptimeMs: null }, 2_000 + index),
      forAction(before, 1_000),
    )
    const action = powerAction({ signal, phase, startedAt: 1_000, changedAt: 1_000 })
    const stallMinutes = { start: 3, stop: 5, restart: 10 }
    expect(outcomeOf(action, evidence, { now, stallMinutes })).toBe(outcome)
  })
})
