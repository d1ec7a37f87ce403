import { describe, expect, it } from 'vitest'
import { outcomeOf, stallAfterMs } from '../../../../electron/servers/outcome.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'
import type { ServerState } from '../../../../shared/model/server.ts'
import { anAction, aServer } from '../../../fixtures/state.ts'

const minute = 60_000
const up = (uptimeMs: number) => ({ cpuPercent: 0, memoryBytes: 0, diskBytes: 0, uptimeMs })

type Case = {
  what: string
  signal: PowerSignal
  state: ServerState
  seenDown?: boolean
  uptimeMs?: number
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
    what: 'restart was too quick to be seen, but the uptime is young',
    signal: 'restart',
    state: 'running',
    uptimeMs: 2_000,
    outcome: 'confirmed',
  },
  { what: 'restart is down', signal: 'restart', state: 'offline', seenDown: true, outcome: null },
  {
    what: 'a reading from before the action counts for nothing',
    signal: 'stop',
    state: 'offline',
    observedAt: 0,
    outcome: null,
  },
  { what: 'unknown is no outcome', signal: 'stop', state: 'unknown', outcome: null },
  { what: 'start stalls', signal: 'start', state: 'starting', now: stallAfterMs.start + 1_001, outcome: 'stalled' },
  { what: 'stop stalls', signal: 'stop', state: 'stopping', now: stallAfterMs.stop + 1_001, outcome: 'stalled' },
]

describe('outcomeOf', () => {
  it.each(cases)(
    '$what',
    ({ signal, state, seenDown = false, uptimeMs = 0, observedAt = 11_000, now = 12_000, outcome }) => {
      const action = anAction({ signal, startedAt: 1_000, changedAt: 1_000 })
      const server = aServer({ state, observedAt, resources: up(uptimeMs), action })
      expect(outcomeOf(server, action, seenDown, now)).toBe(outcome)
    },
  )
})
