import { expect, type Page } from '@playwright/test'
import { appError } from '../../../shared/errors.ts'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import { systemZone } from '../../../shared/model/time-words.ts'
import type { PanelSchedule } from '../../../shared/panel-schedules/contract.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import { keyView } from '../../fixtures/app-state.ts'
import { panelSchedule, panelTask } from '../../fixtures/panel-schedule.ts'
import { restartChoices, scheduleView } from '../../fixtures/plan-view.ts'
import { ago, keysOf, openArea, type Scene, survival, the } from './world.ts'

const view = (page: Page) => page.getByRole('region', { name: 'Survival', exact: true })
const { ref } = survival
const key = keyView({ serverCount: 8, health: { kind: 'works', at: ago(130) } })
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
  'panelSchedules:list': { ok: true as const, value: { schedules, leftOut, denied } },
})

/** The schedules of the open server on its panel, as they were left. */
const opened = (more: Partial<AppState> = {}) => openArea('schedules', more)
const listed = (page: Page) => view(page).getByRole('table', { name: 'Schedules on the panel' }).waitFor()
const unfold = (name: string) => (page: Page) =>
  view(page)
    .getByRole('button', { name: `Tasks of ${name}` })
    .click()
const menu = (name: string) => (page: Page) =>
  view(page)
    .getByRole('button', { name: `More for ${name}` })
    .click()
const choose = (name: string, item: string) => async (page: Page) => {
  await menu(name)(page)
  await page.getByRole('menuitem', { name: item }).click()
}
const narrow = { width: 640, height: 420 }

/** The schedules that a server's panel keeps: what they do and when, what can be done, and what went wrong. */
export const panelScheduleScenes: readonly Scene[] = [
  {
    name: 'panel-schedules',
    state: opened(),
    answers: list(all, 1),
    act: listed,
    shows: ['Every day at 04:00', 'Paused', 'No tasks', 'On the panel'],
  },
  {
    name: 'panel-schedules-tasks',
    state: opened(),
    answers: list(all),
    act: unfold('Nightly restart'),
    shows: ['5 min later', 'back up without', the('button', 'Add a task…')],
  },
  {
    name: 'panel-schedules-planned',
    state: opened({ schedules: plannedHere }),
    answers: list([nightly, paused]),
    act: listed,
    size: { width: 980, height: 640 },
    shows: ['On this computer', 'Weekdays at 18:30', 'Active', the('button', 'Plan a restart…')],
  },
  {
    name: 'panel-schedules-planned-menu',
    state: opened({ schedules: plannedHere }),
    answers: list([nightly, paused]),
    act: menu('the planned restart, Weekdays at 18:30'),
    shows: [the('menuitem', 'Pause'), the('menuitem', /^Create on panel…/), the('menuitem', 'Remove…')],
  },
  {
    name: 'panel-schedules-planned-unread',
    state: opened({ schedules: plannedHere }),
    answers: { 'panelSchedules:list': { ok: false, error: appError('timeout') } },
    size: { width: 980, height: 640 },
    shows: [appError('timeout').message, 'Weekdays at 18:30', the('button', 'Plan a restart…')],
  },
  { name: 'panel-schedules-none', state: opened(), answers: list([]), shows: ['No schedules on the panel'] },
  {
    name: 'panel-schedules-stuck',
    state: opened(),
    answers: list([stuck, weekly]),
    act: listed,
    shows: [/It has been running for 5 h/, the('button', 'Reset')],
  },
  {
    name: 'panel-schedules-not-all',
    state: { ...opened(), keys: keysOf({ ...key, declared: ['power', 'console', 'backups-view'] }) },
    answers: list(all),
    size: { width: 980, height: 640 },
    act: (page) =>
      expect(view(page).getByRole('button', { name: 'Schedules' })).toHaveAttribute(
        'title',
        'Schedules need a key with all permissions.',
      ),
    shows: [the('button', 'Schedules')],
  },
  {
    name: 'panel-schedules-refused',
    state: opened(),
    answers: { 'panelSchedules:list': { ok: false, error: appError('all-permissions-needed') } },
    shows: [appError('all-permissions-needed').message],
  },
  {
    name: 'panel-schedules-menu',
    state: opened(),
    answers: list(all),
    act: menu('First workday'),
    shows: [the('menuitem', /^Run now.*no tasks/), the('menuitem', 'Pause')],
  },
  {
    name: 'panel-schedules-only-looks',
    state: opened(),
    answers: list(all, 0, ['create', 'update', 'delete']),
    act: menu('Announce'),
    shows: [the('menuitem', /^Pause.*your account may not do it/)],
  },
  {
    name: 'panel-schedules-run-refused',
    state: opened(),
    answers: {
      ...list(all),
      'panelSchedules:run': {
        ok: false,
        error: appError('panel-refused', { detail: 'This server has reached its limit of 3 backups.' }),
      },
    },
    act: choose('Nightly restart', 'Run now'),
    shows: [/limit of 3 backups/],
  },
  {
    name: 'panel-schedules-edit',
    state: opened(),
    answers: list(all),
    act: async (page) => {
      await listed(page)
      await view(page)
        .getByRole('button', { name: /^More for Weekly backup/ })
        .click()
      await page.getByRole('menuitem', { name: 'Edit…' }).click()
    },
    shows: [/Runs Mondays and Fridays at 18:30/],
  },
  {
    name: 'panel-schedules-edit-cron',
    state: opened(),
    answers: list(all),
    act: choose('First workday', 'Edit…'),
    shows: [(page) => page.getByRole('textbox', { name: 'Day of week' })],
  },
  {
    name: 'panel-schedules-meanwhile',
    state: opened(),
    answers: {
      ...list(all),
      'panelSchedules:update': {
        ok: true,
        value: { meanwhile: { ...nightly, name: 'Nightly', cron: cron('30', '5') } },
      },
    },
    act: async (page) => {
      await choose('Nightly restart', 'Edit…')(page)
      await page.getByRole('button', { name: 'Save' }).click()
    },
    shows: ['Every day at 05:30', the('button', 'Take theirs')],
  },
  {
    name: 'panel-schedules-task',
    state: opened(),
    answers: list(all),
    act: async (page) => {
      await unfold('Nightly restart')(page)
      await choose('task 2 of Nightly restart', 'Edit…')(page)
    },
    shows: [(page) => page.getByLabel('Files to leave out, one in each line')],
  },
  {
    name: 'panel-schedules-delete',
    state: opened(),
    answers: list(all),
    act: choose('Nightly restart', 'Delete…'),
    shows: [the('button', 'Delete schedule')],
  },
  {
    name: 'panel-schedules-narrow',
    state: opened(),
    size: narrow,
    answers: list([stuck, ...all]),
    act: listed,
    shows: ['Stuck', 'Every day at 04:00'],
  },
  {
    name: 'panel-schedules-edit-narrow',
    state: opened(),
    size: narrow,
    answers: list(all),
    act: choose('First workday', 'Edit…'),
    shows: [(page) => page.getByRole('textbox', { name: 'Day of week' })],
  },
]
