import { describe, expect, it } from 'vitest'
import { type Evidence, forAction, noEvidence, withTold } from '../../../../electron/servers/evidence.ts'
import { outcomeOf, stallAfterMs } from '../../../../electron/servers/outcome.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import type { ServerState } from '../../../../shared/model/server-schema.ts'
import { powerAction } from '../../../fixtures/server-view.ts'

const minute = 60_000

type Case = {
  what: string
  signal: PowerSignal
  /** What an open console told after the action. */
  told: ServerState[]
  /** When the first of it was told. */
  at?: number
  phase?: 'accepted' | 'stalled'
  now?: number
  overMs?: number
  outcome: ReturnType<typeof outcomeOf>
}

const cases: Case[] = [
  ...(['start', 'restart'] as const).map(
    (signal): Case => ({
      what: `${signal} is never stalled while it starts`,
      signal,
      told: ['starting'],
      at: 99 * minute,
      now: 99 * minute + 1,
      outcome: null,
    }),
  ),
  { what: 'start reaches running', signal: 'start', told: ['running'], outcome: 'confirmed' },
  { what: 'stop reaches offline', signal: 'stop', told: ['offline'], outcome: 'confirmed' },
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
  {
    what: 'kill stalls after a minute',
    signal: 'kill',
    told: ['running'],
    at: minute + 1_001,
    now: minute + 1_002,
    overMs: 20_000,
    outcome: 'stalled',
  },
  { what: 'nothing was seen since the action', signal: 'stop', told: [], outcome: null },
  ...(
    [
      ['start', 'offline', 3],
      ['stop', 'stopping', 5],
      ['restart', 'offline', 10],
    ] as const
  ).flatMap(([signal, state, limit]): Case[] => {
    const late = limit * minute + 1_001
    return [
      { what: `${signal} stalls`, signal, told: [state], at: late, now: late + 1, overMs: 20_000, outcome: 'stalled' },
      { what: `${signal} is seen right after a sleep`, signal, told: [state], at: late, now: late + 1, outcome: null },
      { what: `${signal} was last seen within its limit`, signal, told: [state], now: 99 * minute, outcome: null },
      {
        what: `${signal} was not seen for long`,
        signal,
        told: [state],
        now: 99 * minute,
        overMs: 31 * minute,
        outcome: 'unseen',
      },
      { what: `${signal} waits within its limit`, signal, told: [], overMs: 31 * minute, outcome: null },
    ]
  }),
]

describe('outcomeOf', () => {
  it.each(cases)('$what', ({ signal, told, at = 2_000, phase = 'accepted', now = 12_000, overMs = 0, outcome }) => {
    const before = withTold(noEvidence, { state: 'offline', uptimeMs: null }, 500)
    const evidence = told.reduce<Evidence>(
      (known, state, index) => withTold(known, { state, uptimeMs: null }, at + index),
      forAction(before, 1_000),
    )
    const action = powerAction({ signal, phase, startedAt: 1_000, changedAt: 1_000 })
    const lateAt = 1_000 + stallAfterMs(signal, { start: 3, stop: 5, restart: 10 })
    expect(outcomeOf(action, evidence, { now, lateAt, overMs, isBlind: false })).toBe(outcome)
  })
})
