import { expect, it } from 'vitest'
import { isEndedBySomebody } from '../../../../electron/notify/stopped-elsewhere.ts'
import type { PowerSignal } from '../../../../shared/model/power.ts'

const minute = 60_000
/** It was last seen up at noon, and offline half a minute later. */
const down = { lastUpAt: 0, at: 30_000 }

type Own = { readonly signal: PowerSignal; readonly startedAt: number } | null

const at = (event: string, ms: number) => ({ event, at: ms })
const power = (signal: string, ms: number) => at(`server:power.${signal}`, ms)

it.each<[string, readonly ReturnType<typeof at>[], Own, boolean]>([
  ['nothing', [], null, false],
  ['a stop', [power('stop', 10_000)], null, true],
  ['a kill by a clock that is behind', [power('kill', -50_000)], null, true],
  ['a restart, spelled with a dot', [at('server.power.restart', 29_000)], null, true],
  ['a start', [power('start', 10_000)], null, false],
  ['a stop and then a start', [power('stop', 5_000), power('start', 10_000)], null, false],
  ['a start and then a stop, in any order', [power('stop', 10_000), power('start', 5_000)], null, true],
  ['a stop of long before', [power('stop', -2 * minute)], null, false],
  ['a restart of our own', [power('restart', -30_000)], { signal: 'restart', startedAt: -31_000 }, false],
  ['a kill after a restart of our own', [power('kill', 9_000)], { signal: 'restart', startedAt: 0 }, true],
  ['a stop long after one of our own', [power('stop', 9_000)], { signal: 'stop', startedAt: -5 * minute }, true],
  ['something else', [at('server:console.command', 9_000)], null, false],
])('%s', (_what, events, own, isEnded) => {
  expect(isEndedBySomebody(events, down, own)).toBe(isEnded)
})
