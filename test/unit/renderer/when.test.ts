import fc from 'fast-check'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { dayAndTime, nextClockTime, zeroAt } from '../../../renderer/parts/restart/when.ts'
import { clockTime } from '../../../shared/model/time-words.ts'

// Summer time begins on 29 March 2026 at 02:00 there, and ends on 25 October at 03:00.
vi.stubEnv('TZ', 'Europe/Berlin')
afterAll(() => void vi.unstubAllEnvs())

const utc = (text: string) => Date.parse(`${text}Z`)
const told = (at: number | null) => at && new Date(at).toISOString().slice(0, 16)

test('this computer is in Berlin', () => expect(new Date(utc('2026-01-15T12:00')).getHours()).toBe(13))

describe('the next time that the clock shows', () => {
  test.each([
    ['later today', '15:00', '2026-01-15T13:59', '2026-01-15T14:00'],
    ['a past time is tomorrow', '03:00', '2026-01-15T12:00', '2026-01-16T02:00'],
    ['this very minute is over', '13:00', '2026-01-15T12:00', '2026-01-16T12:00'],
    ['a second before it', '13:00', '2026-01-15T11:59:59', '2026-01-15T12:00'],
    ['past the end of a year', '00:00', '2026-12-31T22:59', '2026-12-31T23:00'],
    ['over a night of 23 hours', '03:00', '2026-03-28T12:00', '2026-03-29T01:00'],
    ['over a night of 25 hours', '03:00', '2026-10-24T12:00', '2026-10-25T02:00'],
    ['a time that the night leaves out comes an hour later', '02:30', '2026-03-28T12:00', '2026-03-29T01:30'],
    ['the day after that it is itself again', '02:30', '2026-03-29T01:40', '2026-03-30T00:30'],
    ['a time that comes twice: the first', '02:30', '2026-10-24T12:00', '2026-10-25T00:30'],
    ['a time that comes twice: the second, once the first is over', '02:30', '2026-10-25T00:45', '2026-10-25T01:30'],
    ['a time that comes twice: in the second hour', '02:30', '2026-10-25T01:15', '2026-10-25T01:30'],
    ['a time that comes twice: both over', '02:30', '2026-10-25T01:45', '2026-10-26T01:30'],
  ])('%s', (_, time, now, next) => expect(told(nextClockTime(time, utc(now)))).toBe(next))

  test.each(['', '3:00', '24:00', '12:60', '12:00:00', ' 12:00', '-1:00', '１２:00', 'ab:cd', 'Infinity'])(
    '%j is none',
    (time) => expect(nextClockTime(time, 0)).toBeNull(),
  )

  test('is always ahead, within a day and the hour that a day can have more', () => {
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    const now = fc.integer({ min: utc('2026-01-01T00:00'), max: utc('2027-12-31T00:00') })
    fc.assert(
      fc.property(time, now, ([h, m], at) => {
        const text = `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`
        const next = nextClockTime(text, at) ?? 0
        expect(next).toBeGreaterThan(at)
        expect(next - at).toBeLessThanOrEqual(25 * 3_600_000)
        // Only a time that a night leaves out is shown as another one.
        expect(clockTime(next) === text || h === 2).toBe(true)
      }),
    )
  })
})

describe('zero', () => {
  test('in minutes, or at a time, or not at all', () => {
    const now = utc('2026-01-15T12:00')
    expect(zeroAt({ kind: 'in', minutes: 5 }, now)).toBe(now + 300_000)
    expect(told(zeroAt({ kind: 'at', time: '14:00' }, now))).toBe('2026-01-15T13:00')
    expect(zeroAt({ kind: 'at', time: '' }, now)).toBeNull()
  })

  test.each([
    ['2026-01-15T14:00', 'today at 15:00'],
    ['2026-01-15T22:59', 'today at 23:59'],
    ['2026-01-15T23:00', 'tomorrow at 00:00'],
    ['2026-01-17T02:00', 'Saturday at 03:00'],
    ['2026-01-22T12:00', '22 Jan at 13:00'],
  ])('%s is %j', (at, text) => expect(dayAndTime(utc(at), utc('2026-01-15T12:00'))).toBe(text))

  test.each([
    ['2026-03-28T22:00', '2026-03-29T01:00', 'tomorrow at 03:00'],
    ['2026-10-24T21:00', '2026-10-25T22:30', 'tomorrow at 23:30'],
    ['2026-10-24T23:00', '2026-10-25T22:30', 'today at 23:30'],
  ])('days are counted by the calendar where the clocks change: %s to %s', (now, at, text) =>
    expect(dayAndTime(utc(at), utc(now))).toBe(text),
  )
})
