import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../../electron/servers/outcome.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import type { ServerState } from '../../../../shared/model/server.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const minute = 60_000
const up = (uptimeMs: number) => ({ cpuPercent: 0, memoryBytes: 0, diskBytes: 0, uptimeMs })

type Case = {
  what: string
  signal: PowerSignal
  state: ServerState
  seenDown?: boolean
  uptimeMs?: number
  startedBefore?: number
  phase?: 'accepted' | 'stalled'
  observedAt?: number
  now?: number
  outcome: ReturnType<typeof outcomeOf>
}

const cases: Case[] = [
  { what: 'start reaches running', signal: 'start', state: 'running', outcome: 'confirmed' },
  { what: 'start is still starting', signal: 'start', state: 'starting', outcome: null },
  { what: 'stop reaches offline', signal: 'stop', state: 'offline', outcome: 'confirmed' },
  { what: 'stop is still stopping', signal: 'stop', state: 'stopping', outcome: null },
  { what: 'kill reaches offline', signal: 'kill', state: 'offline', outcome: 'confirmed' },
  { what: 'restart still shows the old run', signal: 'restart', state: 'running', uptimeMs: 5 * minute, outcome: null },
  {
    what: 'restart was seen down and is back',
    signal: 'restart',
    state: 'running',
    seenDown: true,
    outcome: 'confirmed',
  },
  {
    what: 'restart was too quick to be seen, but its uptime tells of another run',
    signal: 'restart',
    state: 'running',
    uptimeMs: 2_000,
    startedBefore: -minute,
    outcome: 'confirmed',
  },
  {
    what: 'restart of a server that had just started: a cached answer of that run is no proof',
    signal: 'restart',
    state: 'running',
    uptimeMs: 9_000,
    startedBefore: -15_000,
    outcome: null,
  },
  {
    what: 'restart of a server of which nothing was known: a young uptime may be an old answer',
    signal: 'restart',
    state: 'running',
    uptimeMs: 2_000,
    outcome: null,
  },
  {
    what: 'restart of a server of which nothing was known: no answer is that old',
    signal: 'restart',
    state: 'running',
    uptimeMs: 2_000,
    observedAt: 31_000,
    outcome: 'confirmed',
  },
  {
    what: 'a stop that stalled comes after all',
    signal: 'stop',
    state: 'offline',
    phase: 'stalled',
    outcome: 'confirmed',
  },
  {
    what: 'a stop that stalled stays so',
    signal: 'stop',
    state: 'stopping',
    phase: 'stalled',
    now: 99 * minute,
    outcome: null,
  },
  { what: 'kill stalls after a minute', signal: 'kill', state: 'running', now: minute + 1_001, outcome: 'stalled' },
  { what: 'restart is down', signal: 'restart', state: 'offline', seenDown: true, outcome: null },
  {
    what: 'a reading from before the action counts for nothing',
    signal: 'stop',
    state: 'offline',
    observedAt: 0,
    outcome: null,
  },
  { what: 'unknown is no outcome', signal: 'stop', state: 'unknown', outcome: null },
  { what: 'start stalls', signal: 'start', state: 'starting', now: 3 * minute + 1_001, outcome: 'stalled' },
  { what: 'stop stalls', signal: 'stop', state: 'stopping', now: 5 * minute + 1_001, outcome: 'stalled' },
]

describe('outcomeOf', () => {
  it.each(cases)(
    '$what',
    ({ signal, state, seenDown = false, startedBefore = null, phase = 'accepted', outcome, ...more }) => {
      const { uptimeMs = 0, observedAt = 11_000, now = 12_000 } = more
      const action = powerAction({ signal, phase, startedAt: 1_000, changedAt: 1_000 })
      const server = serverView({ state, observedAt, resources: up(uptimeMs), action })
      const stallMinutes = { start: 3, stop: 5, restart: 10 }
      const witness = { wasSeenDown: seenDown, startedBefore }
      expect(outcomeOf(server, action, witness, { now, stallMinutes })).toBe(outcome)
    },
  )
})
