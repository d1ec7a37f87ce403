import { afterAll, describe, expect, test, vi } from 'vitest'
import {
  daysText,
  lastText,
  namesText,
  nextText,
  panelSchedules,
  rowLast,
  rowName,
  rowNext,
  rowRule,
  rowTimes,
  scheduleProblem,
  timesText,
  wentWrong,
} from '../../../renderer/features/schedules/schedule-words.ts'
import { ruleText } from '../../../renderer/parts/restart/choices.ts'
import { permissions } from '../../../shared/keys/permission.ts'
import type { RestartChoices } from '../../../shared/model/restart-schema.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { restartChoices, scheduleView } from '../../fixtures/plan-view.ts'
import { serverView } from '../../fixtures/server-view.ts'

vi.stubEnv('TZ', 'Europe/Berlin')
afterAll(() => void vi.unstubAllEnvs())

const utc = (text: string) => Date.parse(`${text}Z`)
const now = utc('2026-01-15T11:08')

describe('when a schedule runs', () => {
  test.each([
    [[0, 1, 2, 3, 4, 5, 6], 'Every day'],
    [[5, 4, 3, 2, 1], 'Weekdays'],
    [[0, 6], 'Weekends'],
    [[5, 1, 3], 'Mon, Wed, Fri'],
    [[], ''],
  ])('%j are %j', (days, text) => expect(daysText(days)).toBe(text))

  test.each([
    [{ rule: 'any' }, null],
    [{ rule: 'at-most', players: 3 }, 'Only if at most 3 are on'],
    [{ rule: 'when-empty', otherwise: 'restart' }, 'When empty, from 60 min before, then with warning'],
    [{ rule: 'when-empty', otherwise: 'skip' }, 'When empty, from 60 min before, or not at all'],
  ] as const)('%j in words', (players, text) => {
    expect(ruleText(players, 60)).toBe(text)
    expect(ruleText(players, null)).toBe(text?.replace('from 60 min before, ', '') ?? null)
  })

  test('with its time zone', () => {
    expect(timesText(scheduleView({ days: [6, 0], timeZone: 'America/New_York' }))).toBe(
      'Weekends at 03:00, America/New_York',
    )
  })

  test.each([
    ['2026-01-16T02:00', true, 'Next run tomorrow at 03:00, in 14 h 52 min'],
    ['2026-01-15T11:00', true, 'Next run today at 12:00, in 1 min'],
    ['2026-01-22T02:00', true, 'Next run 22 Jan at 03:00, in 6 d 14 h'],
    ['2026-01-16T02:00', false, 'Paused'],
    [null, true, 'No next run'],
  ])('next at %s, enabled %s: %j', (at, enabled, text) =>
    expect(nextText({ nextAt: at === null ? null : utc(at), enabled }, now)).toBe(text),
  )

  test('over the night in which the clocks change', () => {
    expect(nextText({ nextAt: utc('2026-03-29T01:00'), enabled: true }, utc('2026-03-28T02:00'))).toBe(
      'Next run tomorrow at 03:00, in 23 h',
    )
  })
})

describe('what came of it', () => {
  const run = { at: utc('2026-01-15T02:00'), done: 0, failed: 0, cancelled: 0, missed: 0, skipped: 0, running: 0 }
  test.each([
    [null, 'Has not run yet', false],
    [run, 'Last run 15 Jan 2026, 03:00: nothing to restart', false],
    [{ ...run, done: 2, failed: 1 }, 'Last run 15 Jan 2026, 03:00: 2 done, 1 failed', true],
    [
      { ...run, running: 1, cancelled: 1, skipped: 1 },
      'Last run 15 Jan 2026, 03:00: 1 running, 1 cancelled, 1 skipped',
      false,
    ],
  ])('%j: %j', (last, text, isWrong) => {
    expect(lastText(last)).toBe(text)
    expect(wentWrong(last)).toBe(isWrong)
  })
})

test.each([
  [[], ''],
  [['A', 'B', 'C'], 'A, B, C'],
  [['A', 'B', 'C', 'D'], 'A, B, C and 1 more'],
])('%j in short: %j', (names, text) => expect(namesText(names)).toBe(text))

describe('what is wrong in the form', () => {
  const ref = serverView().ref
  test.each([
    [[], [], '', 'Choose at least one server.'],
    [[ref], [], '', 'Choose at least one day.'],
    [[ref], [0], '', 'Type a time of day.'],
    [[ref], [0], '24:00', 'Type a time of day.'],
    [[ref], [0], '03:00:00', 'Type a time of day.'],
    [[ref], [0], '23:59', null],
  ])('%j, %j, %j: %j', (refs, days, time, why) => expect(scheduleProblem({ refs, days, time })).toBe(why))
})

describe('the schedules of the panel', () => {
  const server = serverView()
  const withAll = keyView({ declared: [...permissions] })
  const base = { panels: [panelView()], keys: [withAll] }

  test('are found for a key with all permissions', () => {
    expect(panelSchedules(appState(base), [server])).toEqual({
      panel: 'Home panel',
      server: 'Survival',
      ref: server.ref,
    })
  })

  test.each([
    ['a key that lacks one', { keys: [keyView({ declared: permissions.slice(1) })] }],
    ['the demo panel', { panels: [panelView({ kind: 'demo' })] }],
    ['a panel that is gone', { panels: [] }],
  ])('not for %s', (_, more) => expect(panelSchedules(appState({ ...base, ...more }), [server])).toBeNull())

  test('the first server that has them is taken', () => {
    const other = serverView({ identifier: 'e17ac055', name: 'Other', keyIds: ['none'] })
    expect(panelSchedules(appState(base), [other, server])?.server).toBe('Survival')
    expect(panelSchedules(appState(base), [])).toBeNull()
  })
})

describe('a row of one server', () => {
  const run = { at: utc('2026-01-15T02:00'), done: 0, failed: 0, cancelled: 0, missed: 0, skipped: 0, running: 0 }

  test.each([
    [{ timeZone: 'Europe/Berlin' }, 'Every day at 03:00'],
    [{ timeZone: 'UTC', days: [1] }, 'Mon at 03:00, UTC'],
  ])('%j runs %s', (more, text) => expect(rowTimes(scheduleView(more), 'Europe/Berlin')).toBe(text))

  test.each<[Partial<RestartChoices>, string[], string]>([
    [{}, [], 'Warns at 10 s, 5 s'],
    [{ warnings: [] }, [], 'No warnings'],
    [{ warnings: [600, 300, 60, 30, 10] }, [], 'Warns at 10 min, 5 min, 1 min, 30 s …'],
    [
      { warnings: [], players: { rule: 'at-most', players: 2 }, backupFirst: 'must' },
      ['Lobby', 'Creative'],
      'No warnings · Only if at most 2 are on · Backs up first · with Lobby, Creative',
    ],
  ])('with %j and %j does: %s', (choices, others, text) =>
    expect(rowRule(scheduleView({ choices: restartChoices(choices) }), others)).toBe(text),
  )

  test('is named by its times, and by the other servers that it restarts', () => {
    const times = rowTimes(scheduleView())
    expect(rowName(scheduleView(), [])).toBe(`the planned restart, ${times}`)
    expect(rowName(scheduleView(), ['Lobby'])).toBe(`the planned restart, ${times}, with Lobby`)
  })

  test('tells its next and its last run', () => {
    expect(rowNext({ enabled: true, nextAt: utc('2026-01-16T02:00') }, now)).toBe('Next tomorrow at 03:00')
    expect(rowNext({ enabled: true, nextAt: null }, now)).toBe('No next run')
    expect(rowNext({ enabled: false, nextAt: utc('2026-01-16T02:00') }, now)).toBe('No next run')
    expect(rowLast(null, now)).toBe('Has not run yet')
    expect(rowLast({ ...run, at: now - 12 * 60_000, done: 2, failed: 1 }, now)).toBe(
      'Last 12 min ago: 2 done, 1 failed',
    )
  })
})
