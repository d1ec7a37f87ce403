import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatLoad } from '../../../../electron/load-history/file.ts'
import {
  keepMs,
  maxPoints,
  pointOf,
  samplesOf,
  thinned,
  withEnd,
  within,
} from '../../../../electron/load-history/points.ts'
import type { LoadPoint } from '../../../../shared/load-history/contract.ts'
import { maxHistoryPoints } from '../../../../shared/load-history/load-history.ts'
import { serverRef } from '../../../../shared/model/identifier.ts'
import { identifier, panelId } from '../../../fixtures/state.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** On the full half hour, so that slots begin where a test says. */
const now = Date.UTC(2026, 0, 15, 12)
const ago = (ms: number) => now - ms
const point = (at: number, cpu: number | null = 10, memory: number | null = 100): LoadPoint =>
  pointOf([at, cpu, memory])

describe('thinning', () => {
  it.each([
    ['half minutes in the last hour', 40 * minute, 30_000],
    ['five minutes in the last day', 3 * hour, 5 * minute],
    ['half hours in the last week', 3 * day, 30 * minute],
  ])('keeps one point for %s: mean and highest value', (_, back, width) => {
    const start = ago(back)
    const points = [point(start, 10, 100), point(start + width / 3, 40, 400), point(start + width - 1, 10, 100)]
    expect(thinned(points, now)).toEqual([[start, 20, 40, 200, 400]])
  })

  it('keeps the readings of a half minute that has only begun', () => {
    const points = [point(now), point(now + 1_000), point(now + 2_000)]
    expect(thinned(points, now + 3_000)).toEqual(points)
  })

  it('drops what is older than a week', () => {
    expect(thinned([point(ago(keepMs)), point(ago(keepMs) + 30 * minute)], now)).toHaveLength(1)
  })

  it('takes nothing for a value that was not told, and keeps the end of a line', () => {
    const start = ago(10 * minute)
    expect(thinned([point(start, null, 100), point(start + 1, 30, null)], now)).toEqual([[start, 30, 30, 100, 100]])
    expect(thinned([point(start, null, null)], now)).toEqual([[start, null, null, null, null]])
  })

  it('keeps what lies ahead as it is, behind the rest, and drops the furthest where there is no room', () => {
    const ahead = Array.from({ length: maxPoints + 5 }, (_, i) => point(now + (i + 1) * minute))
    const kept = thinned([...ahead, point(ago(minute))], now)
    expect(kept).toHaveLength(maxPoints)
    expect(kept[0]?.[0]).toBe(ago(minute))
    expect(kept.slice(1)).toEqual(ahead.slice(0, maxPoints - 1))
  })

  it('loses nothing to a clock that is wrong for one run', () => {
    const points = thinned([point(ago(hour)), point(ago(minute))], now)
    expect(thinned(thinned(points, now - 3_650 * day), now)).toEqual(points)
  })
})

/** Readings of a week, with pauses, at most one a second, of whatever a panel may tell. */
const value = fc.oneof(fc.double(), fc.double({ min: 0, max: 400 }), fc.constant(null))
const readings = fc
  .array(fc.tuple(fc.integer({ min: 1_000, max: 6 * hour }), value, value), { maxLength: 400 })
  .map((steps) => {
    let at = ago(8 * day)
    return steps.map(([ms, cpu, memory]): LoadPoint => {
      at += ms
      return point(at, cpu, memory)
    })
  })

describe('properties', () => {
  it('thinning again changes nothing, and thinning in between what comes to the same times', () => {
    fc.assert(
      fc.property(readings, fc.integer({ min: 0, max: 2 * day }), (points, later) => {
        const once = thinned(points, now)
        expect(thinned(once, now)).toEqual(once)
        const times = (all: readonly LoadPoint[]) => all.map(([at]) => at)
        expect(times(thinned(once, now + later))).toEqual(times(thinned(points, now + later)))
      }),
    )
  })

  it('points are in order, each time once, and no value lies outside of what was read', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1_000, max: 2 * hour }), fc.double({ min: 0, max: 100, noNaN: true }))),
        (steps) => {
          let at = ago(6 * day)
          const kept = thinned(
            steps.map(([ms, cpu]) => {
              at += ms
              return point(at, cpu, null)
            }),
            now,
          )
          expect(kept.every(([at], i) => i === 0 || at > (kept[i - 1]?.[0] ?? 0))).toBe(true)
          const values = steps.map(([, cpu]) => cpu)
          for (const [, cpu, most] of kept) {
            expect(cpu).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
            expect(cpu).toBeLessThanOrEqual((most ?? 0) + 1e-9)
            expect(values).toContain(most)
          }
        },
      ),
    )
  })

  it('an answer is bounded, in order and within its span', () => {
    fc.assert(
      fc.property(readings, fc.constantFrom('hour' as const, 'day' as const), (points, span) => {
        const answer = within(thinned(points, now), span, now)
        expect(answer.length).toBeLessThanOrEqual(maxHistoryPoints)
        expect(answer.every(([at]) => at > ago(day) - minute && at <= now)).toBe(true)
        expect(answer.map(([at]) => at)).toEqual(answer.map(([at]) => at).toSorted((a, b) => a - b))
      }),
    )
  })
})

describe('the bound: 50 servers and a week in 2 MB', () => {
  it('holds whatever a panel tells: no point takes more than 46 bytes, and there are no more of them', () => {
    const anything = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constant(Number.MAX_VALUE), fc.constant(null))
    const time = fc.integer({ min: 0, max: 253_402_300_799_000 })
    const ref = serverRef(panelId('home'), identifier('a1b2c3d4'))
    const sizeOf = (points: readonly LoadPoint[]) => JSON.stringify(formatLoad(new Map([[ref, points]]))).length
    const empty = sizeOf([])
    fc.assert(
      fc.property(
        fc.array(fc.tuple(time, anything, anything, anything, anything), { maxLength: 2_000 }),
        time,
        (points, when) => {
          const kept = thinned(points, when)
          expect(kept.length).toBeLessThanOrEqual(maxPoints)
          expect(sizeOf(kept) - empty).toBeLessThanOrEqual(kept.length * 46)
        },
      ),
      { numRuns: 30 },
    )
    // 50 servers at that most, with their names.
    expect(50 * (maxPoints * 46 + 200)).toBeLessThan(2_000_000)
  })
})

it('an answer gives one point for each step, none from the future, and the highest value beside the mean', () => {
  const points = [point(ago(30_000), 10), point(ago(20_000), 30), point(ago(1_000), 50), point(now + hour, 90)]
  expect(within(points, 'hour', now)).toEqual([[ago(15_000), 30, 50, 100, 100]])
  expect(within([point(ago(hour))], 'hour', now)).toEqual([])
  expect(within([point(ago(hour))], 'day', now)).toEqual([[ago(hour) + 150_000, 10, 10, 100, 100]])
})

it('a trend begins with what is recent, and not with what lies ahead', () => {
  const points = [point(now + 1), point(ago(minute)), point(ago(11 * minute)), point(ago(5 * minute), null, null)]
  expect(samplesOf(points, ago(10 * minute), now)).toEqual([
    [ago(5 * minute), null, null],
    [ago(minute), 10, 100],
  ])
})

it('the end of the app ends the line', () => {
  expect(withEnd([])).toEqual([])
  expect(withEnd([point(1)])).toEqual([point(1), [2, null, null, null, null]])
})
