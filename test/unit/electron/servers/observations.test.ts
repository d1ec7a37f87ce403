import { describe, expect, it } from 'vitest'
import { endTrends, noteObservation, seedTrends } from '../../../../electron/servers/observations.ts'
import type { Observation } from '../../../../electron/servers/observe.ts'
import type { Sample } from '../../../../shared/load-history/contract.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { aServer, aState } from '../../../fixtures/state.ts'

const { ref } = aServer()
const resources = { cpuPercent: 10, memoryBytes: 100, diskBytes: null, uptimeMs: null }
const reading = (at: number): Observation => ({
  kind: 'reading',
  at,
  reading: { state: 'running', resources, freshForMs: 20_000 },
})
const offline = (at: number): Observation => ({
  kind: 'reading',
  at,
  reading: { state: 'offline', resources: null, freshForMs: 20_000 },
})
const stateAfter = (...seen: readonly Observation[]) =>
  seen.reduce<AppState>((state, one) => noteObservation(ref, one)(state), aState())
/** The samples in a line: `0 10/100`, seconds and load; `–` where a line ends. */
const drawn = (state: AppState) =>
  state.trends[ref]?.samples.map(([at, cpu, memory]) => `${at / 1_000} ${cpu ?? '–'}/${memory ?? '–'}`).join(', ')

describe('a line', () => {
  it.each<[string, readonly Observation[], string | undefined]>([
    ['ends where the server is down, once', [reading(0), offline(20_000), offline(40_000)], '0 10/100, 20 –/–'],
    [
      'ends where the panel holds the server',
      [reading(0), { kind: 'held', at: 20_000, condition: 'suspended' }],
      '0 10/100, 20 –/–',
    ],
    ['ends where no answer came for too long', [reading(0), { kind: 'failed', at: 100_000 }], '0 10/100, 100 –/–'],
    ['goes on through one failed poll', [reading(0), { kind: 'failed', at: 20_000 }], '0 10/100'],
    ['is not begun by a server that is down', [offline(0)], undefined],
  ])('%s', (_, seen, expected) => {
    expect(drawn(stateAfter(...seen))).toBe(expected)
  })

  it('ends for all servers at once, as with sleep, and only where it goes on', () => {
    const ended = endTrends(5_000)(stateAfter(reading(0)))
    expect(drawn(ended)).toBe('0 10/100, 5 –/–')
    expect(endTrends(9_000)(ended)).toBe(ended)
    const none = aState()
    expect(endTrends(5_000)(none)).toBe(none)
  })
})

describe('earlier readings', () => {
  it('are put in front of those of this run', () => {
    const state = stateAfter(reading(10_000))
    const samples: Sample[] = [0, 10_000, 20_000].map((at) => [at, 1, 2])
    expect(drawn(seedTrends({ [ref]: { samples } })(state))).toBe('0 1/2, 10 10/100')
  })

  it('change nothing where there is nothing to add, or no such server', () => {
    const state = stateAfter(reading(0))
    expect(seedTrends({ [ref]: { samples: [[1, 1, 1]] } })(state)).toBe(state)
    const gone = aServer({ id: 'b1b2c3d4' })
    expect(seedTrends({ [gone.ref]: { samples: [[0, 1, 1]] } })(state)).toBe(state)
  })
})
