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
const samples = (state: AppState) => state.trends[ref]?.samples

describe('a line', () => {
  it.each<[string, readonly Observation[], readonly Sample[] | undefined]>([
    [
      'goes on with each reading',
      [reading(0), reading(20_000)],
      [
        [0, 10, 100],
        [20_000, 10, 100],
      ],
    ],
    [
      'ends where the server is down, once',
      [reading(0), offline(20_000), offline(40_000)],
      [
        [0, 10, 100],
        [20_000, null, null],
      ],
    ],
    [
      'ends where the panel has the server no more',
      [reading(0), { kind: 'gone', at: 20_000 }],
      [
        [0, 10, 100],
        [20_000, null, null],
      ],
    ],
    [
      'ends where the panel holds the server',
      [reading(0), { kind: 'held', at: 20_000, condition: 'suspended' }],
      [
        [0, 10, 100],
        [20_000, null, null],
      ],
    ],
    [
      'ends where no answer came for too long',
      [reading(0), { kind: 'failed', at: 100_000 }],
      [
        [0, 10, 100],
        [100_000, null, null],
      ],
    ],
    ['goes on through one failed poll', [reading(0), { kind: 'failed', at: 20_000 }], [[0, 10, 100]]],
    ['is not begun by a server that is down', [offline(0)], undefined],
  ])('%s', (_, seen, expected) => {
    expect(samples(stateAfter(...seen))).toEqual(expected)
  })

  it('ends for all servers at once, as with sleep, and only where it goes on', () => {
    const state = stateAfter(reading(0))
    const ended = endTrends(5_000)(state)
    expect(samples(ended)).toEqual([
      [0, 10, 100],
      [5_000, null, null],
    ])
    expect(endTrends(9_000)(ended)).toBe(ended)
    const none = aState()
    expect(endTrends(5_000)(none)).toBe(none)
  })
})

describe('earlier readings', () => {
  it('are put in front of those of this run', () => {
    const state = stateAfter(reading(10_000))
    const seeds = {
      [ref]: {
        samples: [
          [0, 1, 2],
          [10_000, 3, 4],
          [20_000, 5, 6],
        ] as Sample[],
      },
    }
    expect(samples(seedTrends(seeds)(state))).toEqual([
      [0, 1, 2],
      [10_000, 10, 100],
    ])
  })

  it('change nothing where there is nothing to add, or no such server', () => {
    const state = stateAfter(reading(0))
    expect(seedTrends({ [ref]: { samples: [[1, 1, 1]] } })(state)).toBe(state)
    const gone = aServer({ id: 'b1b2c3d4' })
    expect(seedTrends({ [gone.ref]: { samples: [[0, 1, 1]] } })(state)).toBe(state)
  })
})
