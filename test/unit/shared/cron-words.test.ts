import { Cron } from 'croner'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { setHourCycle } from '../../../shared/model/time-words.ts'
import type { PanelCron } from '../../../shared/panel-schedules/contract.ts'
import {
  type CronForm,
  cronFields,
  cronForm,
  cronWords,
  hourSteps,
  minuteSteps,
  neverComes,
} from '../../../shared/panel-schedules/cron-words.ts'
import { sizeOf } from '../../fixtures/run.ts'

afterEach(() => setHourCycle('h23'))

function fieldsOf(text: string): PanelCron {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = text.split(' ')
  return { minute, hour, dayOfMonth, month, dayOfWeek }
}
const textOf = ({ minute, hour, dayOfMonth, month, dayOfWeek }: PanelCron) =>
  [minute, hour, dayOfMonth, month, dayOfWeek].join(' ')

it.each([
  ['0 4 31 2 *', true],
  ['0 4 30,31 feb *', true],
  ['0 4 31 4,6,9,11 *', true],
  ['99 4 * * *', true],
  ['0 4-25 * * *', true],
  ['0 4 0 * *', true],
  ['0 4 29 2 *', false],
  // Cron takes the days that fit either of both.
  ['0 4 31 2 1', false],
  ['*/99 4 L * MON#2', false],
  ['0 4 * * 7', false],
])('%s never comes: %j', (text, never) => expect(neverComes(fieldsOf(text))).toBe(never))

describe('a rule in words', () => {
  it.each([
    ['0 4 * * *', 'every day at 04:00'],
    ['5 0 * */1 0-6', 'every day at 00:05'],
    ['0 4,16 * * *', 'every day at 04:00 and 16:00'],
    ['0,30 4 * * *', 'every day at 04:00 and 04:30'],
    ['30 18 * * 1,5', 'Mondays and Fridays at 18:30'],
    ['30 18 * * fri,MON', 'Mondays and Fridays at 18:30'],
    ['0 4 * * 7', 'Sundays at 04:00'],
    ['0 4 * * 6,7', 'Saturdays and Sundays at 04:00'],
    ['0 */6 * * 1', 'Mondays at 00:00, 06:00, 12:00 and 18:00'],
    ['0 4 * * MON-FRI', 'weekdays at 04:00'],
    ['0 4 * * */2', 'Tuesdays, Thursdays, Saturdays and Sundays at 04:00'],
    ['* * * * *', 'every minute'],
    ['0,30 * * * *', 'every 30 minutes'],
    ['0-59/5 * * * *', 'every 5 minutes'],
    ['0 * * * *', 'every hour'],
    ['15 * * * *', 'every hour at 15 past'],
    ['0 */6 * * *', 'every 6 hours from 00:00'],
    ['15 0,6,12,18 * * *', 'every 6 hours from 00:15'],
    ['0 3 1 * *', 'on the 1st of each month at 03:00'],
    ['0 3 1,15 * *', 'on the 1st and 15th of each month at 03:00'],
    ['0 3 2,3,11,12 */1 *', 'on the 2nd, 3rd, 11th and 12th of each month at 03:00'],
    ['0 3 31 * *', 'on the 31st of each month, where it has one, at 03:00'],
    ['0 3 1-31 * *', 'every day at 03:00'],
  ])('%s is %s', (text, words) => expect(cronWords(fieldsOf(text))).toBe(words))

  it.each([
    ['every 45 minutes, which are not', '*/45 * * * *'],
    ['five hours, which do not fit the day', '0 */5 * * *'],
    ['minutes of some hours', '*/10 4-8 * * *'],
    ['hours of some days', '0 */3 * * 1'],
    ['both kinds of days, of which cron takes either', '0 4 1 * 1'],
    ['the same with all days of a month written out', '0 4 1-31 * 1'],
    ['the same with all days of a week written out', '0 4 1 * 0-6'],
    ['some months', '0 4 * 1 *'],
    ['too many times', '0 1,2,4,5,6 * * *'],
    ['too many days', '0 4 1,2,3,4,5 * *'],
    ['the third Friday', '0 4 * * 5#3'],
    ['a step from one value', '5/15 * * * *'],
    ['a span that goes back', '0 4 * * 6-1'],
    ['a step of nothing', '*/0 * * * *'],
    ['a value that is too large', '60 4 * * *'],
    ['no value', ', 4 * * *'],
    ['two steps', '*/5/2 * * * *'],
    ['a sign', '-1 4 * * *'],
    ['a name in the wrong place', 'mon 4 * * *'],
  ])('%s is told as it is: %s', (_what, text) => {
    expect(cronWords(fieldsOf(text))).toBe(text)
    expect(cronForm(fieldsOf(text))).toBeNull()
  })

  it('tells hours as the person chose', () => {
    setHourCycle('h12')
    expect(cronWords(fieldsOf('30 18 * * 1'))).toBe('Mondays at 6:30\u00a0PM')
    expect(cronWords(fieldsOf('15 */6 * * *'))).toBe('every 6 hours from 12:15\u00a0AM')
  })

  it('shows nothing unsafe or long', () => {
    const hostile = { ...fieldsOf('0 4 * * *'), minute: `\u202e\u0007${'9,'.repeat(100_000)}` }
    const words = cronWords(hostile)
    expect(words.length).toBeLessThanOrEqual(100)
    expect(words).toMatch(/^[\d,…]+$/)
    expect(cronForm(hostile)).toBeNull()
  })

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 5, maxLength: 5 }), (texts) => {
        const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = ''] = texts
        const fields = { minute, hour, dayOfMonth, month, dayOfWeek }
        expect(cronWords(fields).length).toBeLessThanOrEqual(200)
        cronForm(fields)
      }),
    )
  })
})

describe('a picked form', () => {
  it('takes all days of the week for every day, and days in their order', () => {
    const time = '04:00'
    expect(cronFields({ kind: 'weekly', days: [6, 5, 4, 3, 2, 1, 0], time })?.dayOfWeek).toBe('*')
    expect(cronFields({ kind: 'weekly', days: [5, 1], time })?.dayOfWeek).toBe('1,5')
  })

  it.each<CronForm>([
    { kind: 'daily', time: '' },
    { kind: 'daily', time: '24:00' },
    { kind: 'weekly', days: [], time: '04:00' },
  ])('%j is not written', (form) => expect(cronFields(form)).toBeNull())
})

const runs = sizeOf({ short: 300, long: 5_000 })
const begin = Date.UTC(2026, 0, 30, 12)

/** The next runs as a library for cron finds them, in UTC. */
const runsOf = (fields: PanelCron) =>
  new Cron(textOf(fields), { timezone: 'UTC', paused: true }).nextRuns(12, new Date(begin))

const timeArb = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)

const formArb: fc.Arbitrary<CronForm> = fc.oneof(
  fc.record({ kind: fc.constant('minutes' as const), everyMinutes: fc.constantFrom(...minuteSteps) }),
  fc.record({
    kind: fc.constant('hours' as const),
    everyHours: fc.constantFrom(...hourSteps),
    minute: fc.integer({ min: 0, max: 59 }),
  }),
  fc.record({ kind: fc.constant('daily' as const), time: timeArb }),
  fc.record({
    kind: fc.constant('weekly' as const),
    days: fc
      .uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 })
      .map((days) => days.toSorted((a, b) => a - b)),
    time: timeArb,
  }),
  fc.record({ kind: fc.constant('monthly' as const), day: fc.integer({ min: 1, max: 31 }), time: timeArb }),
)

/** Whether a run at this time is one that the form tells of. */
function isMeant(form: CronForm, run: Date): boolean {
  if (form.kind === 'minutes') return run.getUTCMinutes() % form.everyMinutes === 0
  if (form.kind === 'hours') return run.getUTCHours() % form.everyHours === 0 && run.getUTCMinutes() === form.minute
  if (run.toISOString().slice(11, 16) !== form.time) return false
  if (form.kind === 'weekly') return form.days.includes(run.getUTCDay())
  return form.kind === 'daily' || run.getUTCDate() === form.day
}

const everyMs = (form: CronForm) => {
  if (form.kind === 'minutes') return form.everyMinutes * 60_000
  if (form.kind === 'hours') return form.everyHours * 3_600_000
  return form.kind === 'daily' ? 86_400_000 : null
}

it('runs when the form says, and at no other time', () => {
  fc.assert(
    fc.property(formArb, (form) => {
      const fields = cronFields(form)
      if (fields === null) throw new Error('there are no fields')
      expect(cronForm(fields)).toEqual(form)
      expect(cronWords(fields)).not.toBe(textOf(fields))
      const times = runsOf(fields)
      expect(times.filter((run) => !isMeant(form, run))).toEqual([])
      const apart = everyMs(form)
      const gaps = times.slice(1).map((run, i) => run.getTime() - (times[i]?.getTime() ?? 0))
      if (apart !== null) expect(gaps.every((gap) => gap === apart)).toBe(true)
      if (form.kind === 'weekly') expect(new Set(times.map((run) => run.getUTCDay())).size).toBe(form.days.length)
    }),
    { numRuns: runs },
  )
})

/** A field as people write it: some of it common, some not. */
const fieldArb = (least: number, most: number) => {
  const value = fc.integer({ min: least, max: most })
  const span = fc.tuple(value, value).map((ends) => `${Math.min(...ends)}-${Math.max(...ends)}`)
  const step = fc.constantFrom(1, 2, 3, 5, 6, 10, 12, 15, 20, 30, 31)
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('*') },
    { weight: 3, arbitrary: value.map(String) },
    fc.array(value, { minLength: 2, maxLength: 4 }).map((all) => all.join(',')),
    span,
    step.map((by) => `*/${Math.min(by, most)}`),
    fc.tuple(span, step).map(([from, by]) => `${from}/${Math.min(by, most)}`),
  )
}

it('keeps the runs of what it found a form for', () => {
  let found = 0
  fc.assert(
    fc.property(
      fc.record({
        minute: fieldArb(0, 59),
        hour: fieldArb(0, 23),
        dayOfMonth: fc.oneof({ weight: 3, arbitrary: fc.constant('*') }, fieldArb(1, 31)),
        month: fc.oneof({ weight: 5, arbitrary: fc.constant('*') }, fieldArb(1, 12)),
        dayOfWeek: fc.oneof({ weight: 3, arbitrary: fc.constant('*') }, fieldArb(0, 7)),
      }),
      (fields) => {
        const form = cronForm(fields)
        if (form === null) return
        found += 1
        const again = cronFields(form)
        if (again === null) throw new Error('there are no fields')
        expect(runsOf(again)).toEqual(runsOf(fields))
      },
    ),
    { numRuns: runs * 5 },
  )
  expect(found).toBeGreaterThan(runs / 20)
})
