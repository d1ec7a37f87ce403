import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRun } from '../../../../electron/restart/next-run.ts'

const everyDay = [0, 1, 2, 3, 4, 5, 6]
const at = (iso: string) => Date.parse(iso)
const shown = (time: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(time)

describe('nextRun', () => {
  it.each([
    ['later today', 'UTC', '03:00', '2026-06-01T02:59:00Z', '2026-06-01T03:00:00Z'],
    ['tomorrow, when it is now', 'UTC', '03:00', '2026-06-01T03:00:00Z', '2026-06-02T03:00:00Z'],
    ['by the clocks of its zone', 'Europe/Berlin', '03:00', '2026-06-01T00:00:00Z', '2026-06-01T01:00:00Z'],
    // 02:30 does not exist on 29 March 2026 in Berlin: clocks go from 02:00 to 03:00 at 01:00 UTC.
    [
      'in a gap, at the first minute after it',
      'Europe/Berlin',
      '02:30',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00Z',
    ],
    // Clocks go from 23:00 on the 29th to midnight there.
    [
      'in a gap that ends its day, at midnight',
      'America/Scoresbysund',
      '23:53',
      '2025-03-29T21:12:00Z',
      '2025-03-30T01:00:00Z',
    ],
    ['in a gap of half an hour', 'Australia/Lord_Howe', '02:15', '2026-10-03T12:00:00Z', '2026-10-03T15:30:00Z'],
    ['in a gap of two hours', 'Antarctica/Troll', '01:10', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00Z'],
    // There was no 30 December 2011 there.
    ['on a day that is left out', 'Pacific/Apia', '12:00', '2011-12-29T23:00:00Z', '2011-12-30T10:00:00Z'],
    // 02:30 comes twice on 25 October 2026: at 00:30 and 01:30 UTC.
    ['of a time that comes twice, the first', 'Europe/Berlin', '02:30', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00Z'],
    ['between the two, the next day', 'Europe/Berlin', '02:30', '2026-10-25T01:00:00Z', '2026-10-26T01:30:00Z'],
  ])('%s', (_, timeZone, time, after, next) => {
    expect(new Date(nextRun({ days: everyDay, time, timeZone }, at(after))).toISOString()).toBe(
      new Date(next).toISOString(),
    )
  })

  it('keeps to its days, as they are in its zone', () => {
    // Monday 00:30 in Tokyo is Sunday 15:30 UTC.
    const monday = { days: [1], time: '00:30', timeZone: 'Asia/Tokyo' }
    expect(new Date(nextRun(monday, at('2026-06-02T00:00:00Z'))).toISOString()).toBe('2026-06-07T15:30:00.000Z')
  })

  it('comes once a day and at its time, in every zone and all through the year', () => {
    const zones = [
      'UTC',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Asia/Tehran',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: at('2025-01-01T00:00:00Z'), max: at('2027-01-01T00:00:00Z') }),
        (timeZone, hour, minute, start) => {
          const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
          const first = nextRun({ days: everyDay, time, timeZone }, start)
          const second = nextRun({ days: everyDay, time, timeZone }, first)
          expect(first).toBeGreaterThan(start)
          // A day is 23 to 25 hours long; a gap moves one run by an hour at most.
          expect(second - first).toBeGreaterThanOrEqual(22 * 3_600_000)
          expect(second - first).toBeLessThanOrEqual(26 * 3_600_000)
          expect(first % 60_000).toBe(0)
          expect(shown(first, timeZone).slice(0, 10)).not.toBe(shown(second, timeZone).slice(0, 10))
        },
      ),
      { numRuns: 400 },
    )
  })
})
