import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { gapsOf, highestOf, linesOf, nearestTo, type PlotPoint, plotSummary } from '../../../renderer/ui/plot-points.ts'
import { clockTime } from '../../../shared/model/time-words.ts'

const at = (time: number, value: number | null = 1, peak = value): PlotPoint => [time, value, peak]
const times = (points: readonly PlotPoint[], gapMs = 10) => linesOf(points, gapMs).map((line) => line.map(([t]) => t))

describe('lines', () => {
  it.each<[string, readonly PlotPoint[], number[][]]>([
    ['nothing', [], []],
    ['one', [at(0), at(10), at(20)], [[0, 10, 20]]],
    ['two, where nothing was read for longer', [at(0), at(11), at(12)], [[0], [11, 12]]],
    ['two, where a value was not told', [at(0), at(1, null), at(2)], [[0], [2]]],
    ['none of unknown values', [at(0, null), at(1, null)], []],
    ['a zero as what it is', [at(0, 0), at(1, 0)], [[0, 1]]],
  ])('%s', (_, points, expected) => {
    expect(times(points)).toEqual(expected)
  })

  it('hold every known point once, and no two of one line lie further apart', () => {
    const points = fc.array(fc.tuple(fc.nat(30), fc.option(fc.nat(100)))).map((steps) => {
      let time = 0
      return steps.map(([step, value]) => {
        time += step + 1
        return at(time, value)
      })
    })
    fc.assert(
      fc.property(points, (all) => {
        const lines = linesOf(all, 10)
        expect(lines.flat().map(([time]) => time)).toEqual(
          all.filter(([, value]) => value !== null).map(([time]) => time),
        )
        for (const line of lines) {
          expect(line.length).toBeGreaterThan(0)
          for (const [i, [time]] of line.entries()) expect(time - (line[i - 1]?.[0] ?? time)).toBeLessThanOrEqual(10)
        }
      }),
    )
  })
})

it('gaps lie between lines, and behind the last one; what ended only for a moment is none', () => {
  const lines = linesOf([at(0), at(30), at(32), at(33, null), at(35)], 10)
  expect(gapsOf(lines, 10, 40)).toEqual([{ from: 0, to: 30 }])
  expect(gapsOf(lines, 10, 60)).toEqual([
    { from: 0, to: 30 },
    { from: 35, to: 60 },
  ])
  expect(gapsOf([], 10, 60)).toEqual([])
})

test('the nearest point, and the highest', () => {
  const [line = []] = linesOf([at(0, 1, 9), at(10, 5, 5), at(20, 2, 9)], 10)
  expect([-5, 4, 6, 99].map((time) => nearestTo(line, time))).toEqual([0, 0, 1, 2])
  expect(nearestTo([], 5)).toBe(-1)
  expect(highestOf(line)?.[0]).toBe(20)
  expect(highestOf([])).toBeUndefined()
})

describe('the summary', () => {
  const format = (value: number) => `${value} %`
  const minute = 60_000

  it('says the value now, the range, and when nothing was known', () => {
    const lines = linesOf([at(0, 10), at(5 * minute, 30, 50), at(40 * minute, 20)], 10 * minute)
    const gaps = gapsOf(lines, 10 * minute, 45 * minute)
    const [five, forty] = [5, 40].map((time) => clockTime(time * minute))
    expect(plotSummary('CPU in the last hour', 20, lines.flat(), gaps, format)).toBe(
      'CPU in the last hour, now 20 %. Between 10 % and 50 %, 20 % on average, ' +
        `highest at ${five}. No readings ${five} to ${forty}.`,
    )
  })

  it('does not say zero for what is not known', () => {
    expect(plotSummary('CPU', null, [], [], format)).toBe('CPU, now unknown. No readings.')
  })
})
