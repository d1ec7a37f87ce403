import { expect, test } from 'vitest'
import type { PanelSchedule, PanelTask } from '../../../shared/panel-schedules/contract.ts'
import { panelScheduleEditSchema } from '../../../shared/panel-schedules/contract.ts'
import { editOf, isStuck } from '../../../shared/panel-schedules/panel-schedules.ts'

const minute = 60_000
const task = (offsetSeconds: number): PanelTask => ({
  id: 1,
  sequence: 1,
  action: 'power',
  payload: 'restart',
  offsetSeconds,
  isQueued: false,
  continuesOnFailure: false,
})
const schedule: PanelSchedule = {
  id: 1,
  name: 'Nightly',
  cron: { minute: '0', hour: '4', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
  isActive: true,
  isProcessing: true,
  onlyWhenOnline: false,
  lastRunAt: null,
  nextRunAt: null,
  zoneMinutes: null,
  updatedAt: 0,
  tasks: [],
}

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

test('the edit of a schedule says all that an update resets', () => {
  expect(editOf(schedule)).toEqual({
    name: 'Nightly',
    cron: schedule.cron,
    isActive: true,
    onlyWhenOnline: false,
  })
})

test.each(['', '0 4', '* ; rm', '"', '0\n', 'é'])('a cron field can’t be %j', (minuteField) => {
  const cron = { ...schedule.cron, minute: minuteField }
  expect(panelScheduleEditSchema.safeParse({ ...editOf(schedule), cron }).success).toBe(minuteField === '0\n')
})
