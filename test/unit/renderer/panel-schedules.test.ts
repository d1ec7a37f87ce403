import { describe, expect, test } from 'vitest'
import {
  factTexts,
  lastText,
  nextText,
  offsetText,
  panelZoneText,
  scheduleDifferences,
  stateOf,
  stuckText,
  taskDifferences,
  taskText,
} from '../../../renderer/features/panel-schedules/schedule-text.ts'
import {
  cronOfForm,
  type WhenForm,
  whenFormOf,
  whenProblem,
  withKind,
} from '../../../renderer/features/panel-schedules/when-form.ts'
import type { PanelCron } from '../../../shared/panel-schedules/contract.ts'
import { editOf } from '../../../shared/panel-schedules/panel-schedules.ts'
import { panelSchedule, panelTask } from '../../fixtures/panel-schedule.ts'

const minute = 60_000
const hour = 60 * minute
const now = new Date(2026, 0, 15, 12, 0).getTime()
const cron = (text: string): PanelCron => {
  const [minuteField = '', hourField = '', dayOfMonth = '', month = '', dayOfWeek = ''] = text.split(' ')
  return { minute: minuteField, hour: hourField, dayOfMonth, month, dayOfWeek }
}

describe('a row says', () => {
  test.each([
    ['Active', {}],
    ['No tasks', { tasks: [] }],
    ['Paused', { isActive: false }],
    ['Running', { isProcessing: true, updatedAt: now - minute }],
    ['Running', { isProcessing: true, isActive: false, updatedAt: now }],
    ['Stuck', { isProcessing: true, updatedAt: now - hour }],
  ])('%s', (words, more) => {
    expect(stateOf(panelSchedule(more), now).words).toBe(words)
  })

  test.each([
    ['Next today at 23:59', { nextRunAt: new Date(2026, 0, 15, 23, 59).getTime() }],
    ['Next tomorrow at 04:00', { nextRunAt: new Date(2026, 0, 16, 4, 0).getTime() }],
    ['Next Wednesday at 04:00', { nextRunAt: new Date(2026, 0, 21, 4, 0).getTime() }],
    ['Next 22 Jan at 04:00', { nextRunAt: new Date(2026, 0, 22, 4, 0).getTime() }],
    ['Due now', { nextRunAt: now - 1 }],
    ['Next run not told', { nextRunAt: null }],
    ['No next run', { nextRunAt: now + hour, isActive: false }],
  ])('%s', (words, more) => {
    expect(nextText(panelSchedule(more), now)).toBe(words)
  })

  test('when it ran last', () => {
    expect(lastText(panelSchedule({ lastRunAt: now - 5 * minute }), now)).toBe('Last 5 min ago')
    expect(lastText(panelSchedule(), now)).toBe('Has not run yet')
  })

  test('for how long it has been stuck', () => {
    expect(stuckText(panelSchedule({ updatedAt: now - 3 * hour }), now).message).toContain('for 3 h,')
  })
})

describe('the area says', () => {
  test('how many there are, and what of them does not go well', () => {
    expect(factTexts([], now)).toEqual([])
    const stuck = panelSchedule({ isProcessing: true, updatedAt: now - hour })
    expect(factTexts([panelSchedule(), stuck, panelSchedule({ isActive: false })], now)).toEqual([
      '3 schedules',
      '1 stuck',
      '1 paused',
    ])
  })

  test('by whose clock times are, at the moment of the next run', () => {
    const winter = panelSchedule({ nextRunAt: now, zoneMinutes: 60 })
    const asked: number[] = []
    const here = (zone: number) => (at: number) => {
      asked.push(at)
      return zone
    }
    expect(panelZoneText([panelSchedule(), winter], here(60))).toBe(
      'Times are UTC+1, by the panel’s clock and this computer’s alike.',
    )
    expect(panelZoneText([winter], here(120))).toMatch(
      /panel’s clock, UTC\+1\. Next and last runs are by this computer’s/,
    )
    expect(panelZoneText([panelSchedule()], here(0))).toBeNull()
    expect(asked).toEqual([now, now])
  })
})

describe('a task is told', () => {
  test.each([
    ['command', 'say hi', 'command', 'say hi'],
    ['power', 'restart', 'restart the server', ''],
    ['power', 'explode', 'power', 'explode'],
    ['backup', '', 'back up', ''],
    ['backup', 'logs\n*.jar', 'back up without', 'logs, *.jar'],
    ['delete_files', 'logs', 'delete files', 'logs'],
    ['dance', 'x', 'dance', 'x'],
  ])('%s with %j', (action, payload, words, code) => {
    expect(taskText({ action, payload })).toEqual({ words, code })
  })

  test.each([
    [0, true, 'At once'],
    [0, false, 'Right after'],
    [300, false, '5 min later'],
    [90, true, 'After 1 min 30 s'],
  ])('after %i s, first: %s', (offsetSeconds, isFirst, words) => {
    expect(offsetText({ offsetSeconds }, isFirst)).toBe(words)
  })
})

test('what two people set is compared where it differs', () => {
  const mine = editOf(panelSchedule({ name: 'Mine' }))
  const theirs = editOf(panelSchedule({ cron: cron('30 4 * * *'), isActive: false }))
  expect(scheduleDifferences(theirs, mine)).toEqual([
    { name: 'Name', theirs: 'Nightly restart', mine: 'Mine' },
    { name: 'When', theirs: 'Every day at 04:30', mine: 'Every day at 04:00' },
    { name: 'Paused', theirs: 'yes', mine: 'no' },
  ])
  expect(
    taskDifferences(panelTask({ offsetSeconds: 60 }), {
      action: 'power',
      payload: 'stop',
      offsetSeconds: 0,
      continuesOnFailure: false,
    }),
  ).toEqual([
    { name: 'What', theirs: 'Command say Restart soon', mine: 'Stop the server' },
    { name: 'When', theirs: '1 min later', mine: 'Right after' },
  ])
})

describe('the form of when', () => {
  test.each([
    ['0 4 * * *', { kind: 'daily', time: '04:00' }],
    ['0 4 * 2 *', { kind: 'cron' }],
    ['L W ? # x', { kind: 'cron' }],
  ])('of %s is picked, and stands for the same', (text, form) => {
    const shown = whenFormOf(cron(text))
    expect(shown).toMatchObject(form)
    expect(cronOfForm(shown)).toEqual(cron(text))
    expect(whenProblem(shown)).toBeNull()
  })

  test('tells of a time that never comes before it is sent', () => {
    expect(whenProblem(whenFormOf(cron('0 4 31 2 *')))).toContain('would never run')
  })

  test.each<[string, Partial<WhenForm>, string]>([
    ['a week without a day', { kind: 'weekly', days: [] }, 'Choose at least one day.'],
    ['no time', { kind: 'daily', time: '' }, 'Type a time of day.'],
    ['a field of cron that is empty', { kind: 'cron', raw: cron('0 4 * *') }, 'Fill in all five fields.'],
    ['a field of cron with other signs', { kind: 'cron', raw: cron('0 4 * * ;') }, 'Fill in all five fields.'],
  ])('says of %s what is missing', (_, more, words) => {
    const form = { ...whenFormOf(cron('0 4 * * *')), ...more }
    expect(cronOfForm(form)).toBeNull()
    expect(whenProblem(form)).toContain(words)
  })

  test('is typed on from what was picked', () => {
    const typed = withKind(whenFormOf(cron('*/15 * * * *')), 'cron')
    expect(typed.raw).toEqual(cron('*/15 * * * *'))
    expect(cronOfForm({ ...typed, raw: { ...typed.raw, hour: '4' } })).toMatchObject({ hour: '4' })
  })
})
