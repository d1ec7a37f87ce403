import { expect, it } from 'vitest'
import { isEndedBySomebody } from '../../../../electron/notify/stopped-elsewhere.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'

const minute = 60_000
/** It was last seen up at noon, and offline half a minute later. */
const down = { lastUpAt: 0, at: 30_000 }

type Own = { readonly signal: PowerSignal; readonly startedAt: number } | null

it.each<[string, readonly (readonly [event: string, at: number])[], Own, boolean]>([
  ['nothing', [], null, false],
  ['a stop', [['server:power.stop', 10_000]], null, true],
  ['a kill by a clock that is behind', [['server:power.kill', -50_000]], null, true],
  ['a restart, spelled with a dot', [['server.power.restart', 29_000]], null, true],
  ['a start', [['server:power.start', 10_000]], null, false],
  [
    'a stop and then a start',
    [
      ['server:power.stop', 5_000],
      ['server:power.start', 10_000],
    ],
    null,
    false,
  ],
  [
    'a start and then a stop, in any order',
    [
      ['server:power.stop', 10_000],
      ['server:power.start', 5_000],
    ],
    null,
    true,
  ],
  ['a stop of long before', [['server:power.stop', -2 * minute]], null, false],
  ['a restart of our own', [['server:power.restart', -30_000]], { signal: 'restart', startedAt: -31_000 }, false],
  ['a kill after a restart of our own', [['server:power.kill', 9_000]], { signal: 'restart', startedAt: 0 }, true],
  [
    'a stop long after one of our own',
    [['server:power.stop', 9_000]],
    { signal: 'stop', startedAt: -5 * minute },
    true,
  ],
  ['something else', [['server:console.command', 9_000]], null, false],
])('%s', (_what, events, own, isEnded) => {
  const told = events.map(([event, at]) => ({ event, at }))
  expect(isEndedBySomebody(told, down, own)).toBe(isEnded)
})
