import { expect, it } from 'vitest'
import { nextTimeOfDay } from '../../../../electron/cli/restart.ts'

it.each([
  ['a time that is ahead today', '2026-06-01T10:00:00Z', '12:01', '2026-06-01T10:01:00Z'],
  ['the time that it is', '2026-06-01T10:00:00Z', '12:00', '2026-06-02T10:00:00Z'],
  ['a day whose clocks skip it', '2026-03-28T20:00:00Z', '02:30', '2026-03-29T01:00:00Z'],
  ['the day after such a one', '2026-03-29T04:00:00Z', '02:30', '2026-03-30T00:30:00Z'],
  ['the day before it', '2026-03-28T00:00:00Z', '02:30', '2026-03-28T01:30:00Z'],
  ['a day whose clocks show it twice', '2026-10-24T22:00:00Z', '02:30', '2026-10-25T00:30:00Z'],
])('knows the next time of day: %s', (_, now, time, at) => {
  expect(new Date(nextTimeOfDay(time, Date.parse(now), 'Europe/Berlin'))).toEqual(new Date(at))
})
