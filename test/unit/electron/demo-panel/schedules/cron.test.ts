import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextDue } from '../../../../../electron/demo-panel/schedules/cron.ts'

const fields = (text: string) => {
  const [minute = '', hour = '', day_of_month = '', month = '', day_of_week = ''] = text.split(' ')
  return { minute, hour, day_of_month, month, day_of_week }
}
/** A Thursday. */
const start = Date.UTC(2026, 0, 1, 12)
const due = (text: string, zone = 'UTC') => {
  const at = nextDue(fields(text), zone, start)
  return at === null ? null : new Date(at).toISOString().slice(0, 16)
}

describe('the next time of a cron expression', () => {
  it.each([
    ['*/5 * * * *', '2026-01-01T12:05'],
    ['0 12 * * *', '2026-01-02T12:00'],
    ['30 4 * * 1-5', '2026-01-02T04:30'],
    ['0 0 * JAN MON', '2026-01-05T00:00'],
    ['0 0 29 2 *', '2028-02-29T00:00'],
    ['15,45 1-3 1 */6 *', '2026-07-01T01:15'],
  ])('%s', (text, expected) => expect(due(text)).toBe(expected))

  it('is by the clocks of the zone', () => {
    expect(due('0 4 * * *', 'Europe/Berlin')).toBe('2026-01-02T03:00')
    expect(due('0 4 * * *', 'America/New_York')).toBe('2026-01-02T09:00')
  })

  it.each(['61 * * * *', 'a * * * *', '* * * *', '0 0 30 2 *', '; rm * * *', '* * * * * *', '@daily * * * *'])(
    'is none for %s',
    (text) => {
      const known = fields(text)
      const wide = text.split(' ').length > 5 ? { ...known, day_of_week: '* *' } : known
      expect(nextDue(wide, 'UTC', start)).toBeNull()
    },
  )

  it('takes any text without a throw', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('*', '*/0', '0-', 'L', '5#9', 'W', '?', '1'.repeat(500)))
    fc.assert(
      fc.property(fc.tuple(part, part, part, part, part), ([minute, hour, day_of_month, month, day_of_week]) => {
        const at = nextDue({ minute, hour, day_of_month, month, day_of_week }, 'UTC', start)
        expect(at === null || at > start).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})
