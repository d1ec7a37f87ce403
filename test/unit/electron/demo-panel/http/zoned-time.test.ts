import { describe, expect, it } from 'vitest'
import { wallTime, zonedTime } from '../../../../../electron/demo-panel/http/zoned-time.ts'

describe('times with the offset of a zone', () => {
  const winter = Date.UTC(2026, 0, 1, 12) + 999
  const summer = Date.UTC(2026, 6, 1, 12)
  it.each([
    ['UTC', winter, '2026-01-01T12:00:00+00:00'],
    ['Europe/Berlin', winter, '2026-01-01T13:00:00+01:00'],
    ['Europe/Berlin', summer, '2026-07-01T14:00:00+02:00'],
    ['America/St_Johns', winter, '2026-01-01T08:30:00-03:30'],
    ['Asia/Kathmandu', winter, '2026-01-01T17:45:00+05:45'],
    ['Pacific/Kiritimati', winter, '2026-01-02T02:00:00+14:00'],
  ])('%s', (zone, at, expected) => {
    expect(zonedTime(at, zone)).toBe(expected)
    expect(Date.parse(zonedTime(at, zone))).toBe(at - (at % 1000))
  })

  it('leave none as it is', () => expect(zonedTime(null, 'UTC')).toBeNull())
  it('are plain where a name is made of them', () => expect(wallTime(winter, 'UTC')).toBe('2026-01-01 12:00:00'))
})
