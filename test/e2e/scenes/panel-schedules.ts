import { appError } from '../../../shared/errors.ts'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import { systemZone } from '../../../shared/model/time-words.ts'
import type { PanelSchedule } from '../../../shared/panel-schedules/contract.ts'
import { fail, ok } from '../../../shared/result.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { panelSchedule, panelTask } from '../../fixtures/panel-schedule.ts'
import { restartChoices, scheduleView } from '../../fixtures/plan-view.ts'
import {
  ago,
  choose,
  click,
  isOffFor,
  keysFor,
  menuOf,
  openArea,
  press,
  type Scene,
  scenesOf,
  steps,
  survival,
  the,
  wide,
} from './world.ts'

const { ref } = survival
const hour = 3_600
const cron = (minute: string, hours: string, dayOfMonth = '*', dayOfWeek = '*') => ({
  minute,
  hour: hours,
  dayOfMonth,
  month: '*',
  dayOfWeek,
})
const nextOn = (date: number, hours: number, minutes = 0) => ({
  nextRunAt: new Date(2026, 0, date, hours, minutes).getTime(),
  zoneMinutes: 0,
})

const nightly = panelSchedule({
  onlyWhenOnline: true,
  lastRunAt: ago(8 * hour + 510),
  ...nextOn(16, 4),
  tasks: [
    panelTask({ payload: 'say Restart in 5 minutes, please find a safe place to log out' }),
    panelTask({ id: 2, sequence: 2, action: 'backup', payload: 'logs\n*.jar', continuesOnFailure: true }),
    panelTask({ id: 3, sequence: 3, action: 'power', payload: 'restart', offsetSeconds: 300 }),
  ],
})
const weekly = panelSchedule({
  id: 5,
  name: 'Weekly backup with a name that is far too long for any list of schedules to hold in one line',
  cron: cron('30', '18', '*', '1,5'),
  lastRunAt: ago(65 * hour + 38 * 60 + 30),
  ...nextOn(16, 18, 30),
})
const paused = panelSchedule({ id: 6, name: 'Save', cron: cron('*/15', '*'), isActive: false, lastRunAt: ago(900) })
const odd = panelSchedule({
  id: 7,
  name: 'First workday',
  cron: cron('0', '3', '1-7', '1'),
  ...nextOn(26, 3),
  tasks: [],
})
const running = panelSchedule({
  id: 8,
  name: 'Announce',
  cron: cron('0', '*/2'),
  isProcessing: true,
  updatedAt: ago(20),
  ...nextOn(15, 14),
})
const stuck = panelSchedule({
  ...nightly,
  id: 9,
  name: 'Restart after backup',
  isProcessing: true,
  updatedAt: ago(5 * hour),
})
const lastRun = { at: ago(9 * hour + 510), done: 0, failed: 0, cancelled: 0, missed: 1, skipped: 0, running: 0 }
const planned = (id: string, more: Partial<ScheduleView>) =>
  scheduleView({ id, refs: [ref], nextAt: new Date(2026, 0, 15, 18, 30).getTime(), ...more })
/** What this computer plans for it, one of which the panel runs. */
const plannedHere = {
  one: planned('one', {
    days: [1, 2, 3, 4, 5],
    time: '18:30',
    timeZone: systemZone(),
    choices: restartChoices({ players: { rule: 'when-empty', otherwise: 'restart' }, backupFirst: 'must' }),
  }),
  two: planned('two', { timeZone: systemZone(), lastRun, nextAt: new Date(2026, 0, 16, 3).getTime() }),
  three: planned('three', { days: [6], timeZone: 'America/New_York', enabled: false, nextAt: null }),
  four: planned('four', { days: [0, 6], time: '05:00', timeZone: systemZone() }),
}
const all = [nightly, weekly, running, paused, odd]

const list = (schedules: readonly PanelSchedule[], leftOut = 0, denied: readonly string[] = []) => ({
  'panelSchedules:list': ok({ schedules, leftOut, denied }),
})

/** The schedules of the open server on its panel, as they were left. */
const opened = (more: Partial<AppState> = {}) => openArea('schedules', more)
const unfold = (name: string) => press(`Tasks of ${name}`)
const scene = scenesOf({ state: opened(), answers: list(all) })

/** The schedules that a server's panel keeps: what they do and when, what can be done, and what went wrong. */
export const panelScheduleScenes: readonly Scene[] = [
  scene('panel-schedules', ['Every day at 04:00', 'Paused', 'No tasks', 'On the panel'], { answers: list(all, 1) }),
  scene('panel-schedules-tasks', ['5 min later', 'back up without', the('button', 'Add a task…')], {
    act: unfold('Nightly restart'),
  }),
  scene(
    'panel-schedules-planned',
    ['On this computer', 'Weekdays at 18:30', 'Active', the('button', 'Plan a restart…')],
    { state: opened({ schedules: plannedHere }), answers: list([nightly, paused]), size: wide },
  ),
  scene(
    'panel-schedules-planned-menu',
    [the('menuitem', 'Pause'), the('menuitem', /^Create on panel…/), the('menuitem', 'Remove…')],
    {
      state: opened({ schedules: plannedHere }),
      answers: list([nightly, paused]),
      act: menuOf('the planned restart, Weekdays at 18:30'),
    },
  ),
  scene(
    'panel-schedules-planned-unread',
    [appError('timeout').message, 'Weekdays at 18:30', the('button', 'Plan a restart…')],
    { state: opened({ schedules: plannedHere }), answers: { 'panelSchedules:list': fail('timeout') }, size: wide },
  ),
  scene('panel-schedules-none', ['No schedules on the panel'], { answers: list([]) }),
  scene('panel-schedules-stuck', [/It has been running for 5 h/, the('button', 'Reset')], {
    answers: list([stuck, weekly]),
  }),
  scene('panel-schedules-not-all', [the('button', 'Schedules')], {
    state: { ...opened(), keys: keysFor('power', 'console', 'backups-view') },
    size: wide,
    act: isOffFor('Schedules', 'Schedules need a key with all permissions.'),
  }),
  scene('panel-schedules-menu', [the('menuitem', /^Run now.*no tasks/), the('menuitem', 'Pause')], {
    act: menuOf('First workday'),
  }),
  scene('panel-schedules-only-looks', [the('menuitem', /^Pause.*your account may not do it/)], {
    answers: list(all, 0, ['create', 'update', 'delete']),
    act: menuOf('Announce'),
  }),
  scene('panel-schedules-edit', [/Runs Mondays and Fridays at 18:30/], {
    act: choose(weekly.name, 'Edit…'),
  }),
  scene('panel-schedules-edit-cron', [(page) => page.getByRole('textbox', { name: 'Day of week' })], {
    act: choose('First workday', 'Edit…'),
  }),
  scene('panel-schedules-meanwhile', ['Every day at 05:30', the('button', 'Take theirs')], {
    answers: { 'panelSchedules:update': ok({ meanwhile: { ...nightly, name: 'Nightly', cron: cron('30', '5') } }) },
    act: steps(choose('Nightly restart', 'Edit…'), click('Save')),
  }),
  scene('panel-schedules-task', [(page) => page.getByLabel('Files to leave out, one in each line')], {
    act: steps(unfold('Nightly restart'), choose('task 2 of Nightly restart', 'Edit…')),
  }),
  scene('panel-schedules-delete', [the('button', 'Delete schedule')], { act: choose('Nightly restart', 'Delete…') }),
]
