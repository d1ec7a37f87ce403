import { expect, test } from 'vitest'
import { panelScheduleEditSchema } from '../../../shared/panel-schedules/contract.ts'
import { editOf, isStuck } from '../../../shared/panel-schedules/panel-schedules.ts'
import { panelSchedule, panelTask } from '../../fixtures/panel-schedule.ts'

const minute = 60_000
const task = (offsetSeconds: number) => panelTask({ offsetSeconds })
const schedule = panelSchedule({ isProcessing: true, tasks: [] })

test.each([
  { what: 'a run of a moment', at: minute, tasks: [task(0)], stuck: false },
  { what: 'a run that waits between its tasks', at: 40 * minute, tasks: [task(900), task(900)], stuck: false },
  { what: 'a run for longer than that', at: 46 * minute, tasks: [task(900), task(900)], stuck: true },
  { what: 'a run without tasks', at: 16 * minute, tasks: [], stuck: true },
])('$what is stuck: $stuck', ({ at, tasks, stuck }) => {
  expect(isStuck({ ...schedule, tasks }, at)).toBe(stuck)
})

test('one that does not run, or tells no time, is not stuck', () => {
  expect(isStuck({ ...schedule, isProcessing: false }, 1e12)).toBe(false)
  expect(isStuck({ ...schedule, updatedAt: null }, 1e12)).toBe(false)
})

test.each(['', '0 4', '* ; rm', '"', '0\n', 'é'])('a cron field can’t be %j', (minuteField) => {
  const cron = { ...schedule.cron, minute: minuteField }
  expect(panelScheduleEditSchema.safeParse({ ...editOf(schedule), cron }).success).toBe(minuteField === '0\n')
})
