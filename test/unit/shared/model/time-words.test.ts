import { afterEach, describe, expect, test } from 'vitest'
import { nextClockTime } from '../../../../renderer/parts/restart/when.ts'
import { clockTime, clockTimeWithSeconds, setHourCycle, timeOfDay } from '../../../../shared/model/time-words.ts'

const at = (hours: number, minutes: number, seconds = 0) => new Date(2026, 0, 15, hours, minutes, seconds).getTime()

afterEach(() => setHourCycle('h23'))

describe('a time of day', () => {
  test.each([
    [0, 0, '00:00', '12:00\u00a0AM'],
    [0, 59, '00:59', '12:59\u00a0AM'],
    [1, 5, '01:05', '1:05\u00a0AM'],
    [11, 59, '11:59', '11:59\u00a0AM'],
    [12, 0, '12:00', '12:00\u00a0PM'],
    [13, 4, '13:04', '1:04\u00a0PM'],
    [23, 59, '23:59', '11:59\u00a0PM'],
  ])('%i:%i is %s, or %s', (hours, minutes, h23, h12) => {
    expect(clockTime(at(hours, minutes))).toBe(h23)
    expect(clockTime(at(hours, minutes), 'h12')).toBe(h12)
    expect(timeOfDay(h23)).toBe(h23)
    expect(timeOfDay(h23, 'h12')).toBe(h12)
  })

  test('with seconds', () => {
    expect(clockTimeWithSeconds(at(14, 4, 9))).toBe('14:04:09')
    expect(clockTimeWithSeconds(at(14, 4, 9), 'h12')).toBe('2:04:09\u00a0PM')
  })

  test('is told as the person chose from then on', () => {
    setHourCycle('h12')
    expect(clockTime(at(14, 4))).toBe('2:04\u00a0PM')
    setHourCycle('h23')
    expect(clockTime(at(14, 4))).toBe('14:04')
  })

  // Where the clocks go back, 02:30 comes twice.
  test.each(['h23', 'h12'] as const)('that is typed is found whatever way is chosen: %s', (cycle) => {
    setHourCycle(cycle)
    const zone = process.env.TZ
    process.env.TZ = 'Europe/Berlin'
    const first = Date.UTC(2026, 9, 25, 0, 30)
    expect(nextClockTime('02:30', first + 60_000)).toBe(first + 3_600_000)
    if (zone === undefined) delete process.env.TZ
    else process.env.TZ = zone
  })
})
