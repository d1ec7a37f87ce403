import type { Schedule } from '../../shared/model/restart.ts'

type Times = Pick<Schedule, 'days' | 'time' | 'timeZone'>

const dayMs = 24 * 3_600_000
const minuteMs = 60_000

/** Reads how far a zone's clocks are ahead of UTC at a moment, in milliseconds, to the second. */
function offsetReader(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0
    const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
    return shown - Math.floor(at / 1_000) * 1_000
  }
}

/**
 * The moment at which a zone's clocks show `shown` (given as if it were UTC). One that they show twice is the first
 * of the two; one that they skip is the first minute after the gap.
 */
function momentOf(shown: number, offsetAt: (at: number) => number): number {
  const offsets = [offsetAt(shown - dayMs), offsetAt(shown + dayMs)]
  const moments = offsets.map((offset) => shown - offset).filter((at) => at + offsetAt(at) === shown)
  if (moments.length > 0) return Math.min(...moments)
  // In the gap: the change lies between the two readings of the time.
  let [before, after] = [Math.min(...offsets.map((offset) => shown - offset)), 0]
  after = Math.max(...offsets.map((offset) => shown - offset))
  const later = offsetAt(after)
  while (after - before > 1_000) {
    const middle = Math.floor((before + after) / 2_000) * 1_000
    if (offsetAt(middle) === later) after = middle
    else before = middle
  }
  return Math.ceil(after / minuteMs) * minuteMs
}

/** Zero of the first run after `after`, in unix milliseconds, by the clocks of the schedule's own zone. */
export function nextRun({ days, time, timeZone }: Times, after: number): number {
  const offsetAt = offsetReader(timeZone)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const here = after + offsetAt(after)
  const today = here - (((here % dayMs) + dayMs) % dayMs)
  // From the day before, whose run a gap may have put into today, to the same day next week.
  for (let ahead = -1; ahead <= 8; ahead += 1) {
    const day = today + ahead * dayMs
    if (!days.includes(new Date(day).getUTCDay())) continue
    const at = momentOf(day + hours * 3_600_000 + minutes * minuteMs, offsetAt)
    if (at > after) return at
  }
  return after + 7 * dayMs
}
