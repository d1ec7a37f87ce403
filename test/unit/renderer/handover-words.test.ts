import { describe, expect, test } from 'vitest'
import {
  differenceTexts,
  eachText,
  panelTimes,
  stepTexts,
  whyNotOnPanel,
} from '../../../renderer/features/schedules/handover-words.ts'
import { serverRefSchema } from '../../../shared/model/identifier-schema.ts'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import type { HandoverPreview, PreviewPart } from '../../../shared/restart/handover-schema.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { restartChoices, scheduleView } from '../../fixtures/plan-view.ts'
import { serverView } from '../../fixtures/server-view.ts'

const now = Date.UTC(2026, 0, 15, 11)
const ref = serverRefSchema.parse('home/a1b2c3d4')

const part = (more: Partial<PreviewPart> = {}): PreviewPart => ({
  ref,
  name: 'Survival',
  zoneMinutes: 0,
  cron: { minute: '50', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' },
  stop: null,
  canDelete: true,
  ...more,
})
const preview = (more: Partial<HandoverPreview> = {}): HandoverPreview => ({
  zeroAt: now,
  leadSeconds: 120,
  tasks: [
    { action: 'command', payload: 'say soon', offsetSeconds: 30, continuesOnFailure: false },
    { action: 'command', payload: 'save-all', offsetSeconds: 80, continuesOnFailure: false },
    { action: 'power', payload: 'restart', offsetSeconds: 10, continuesOnFailure: false },
  ],
  losses: [],
  parts: [part()],
  ...more,
})

describe('why it can’t be created on the panel', () => {
  const survival = serverView({ identifier: 'a1b2c3d4' })
  const base = { panels: [panelView()], keys: [keyView()], servers: [survival] }
  test.each<[string | null, Partial<ScheduleView>, Parameters<typeof appState>[0]]>([
    [null, {}, {}],
    ['it is paused', { enabled: false }, {}],
    ['the panel cannot see players', { choices: restartChoices({ players: { rule: 'at-most', players: 1 } }) }, {}],
    ['the panel can’t wait for a backup', { choices: restartChoices({ backupFirst: 'must' }) }, {}],
    ['a server is not in the list', {}, { servers: [] }],
    ['not on this panel', {}, { panels: [panelView({ dialect: 'core' })] }],
    ['it needs a key with all permissions', {}, { keys: [keyView({ declared: ['power'] })] }],
  ])('%s', (why, schedule, more) => {
    expect(whyNotOnPanel(appState({ ...base, ...more }), scheduleView(schedule), now)).toBe(why)
  })
})

test('each step stands with its time before the restart', () => {
  expect(stepTexts(preview())).toEqual([
    { when: '1 minute 30 seconds before', command: 'say soon' },
    { when: '10 seconds before', command: 'save-all' },
    { when: 'Then', command: null },
  ])
})

describe('when the panel begins', () => {
  test('is told once where all panels tell the same', () => {
    expect(panelTimes(preview({ parts: [part(), part({ name: 'Creative' })] }))).toEqual([
      'The panel begins every day at 02:50 by its own clock (UTC), 2 minutes before the restart.',
    ])
  })

  test('is told for each clock, and where that is not known yet', () => {
    const texts = panelTimes(preview({ parts: [part(), part({ name: 'Creative', zoneMinutes: null })] }))
    expect(texts).toEqual([
      expect.stringMatching(/^Survival: The panel begins every day at 02:50/),
      expect.stringMatching(/^Creative: The panel tells its clock only when something is written/),
    ])
  })
})

test('what is different is told, with clocks and what may not be deleted', () => {
  const texts = differenceTexts(
    preview({
      losses: ['The panel’s schedule doesn’t kill a server whose stop hangs.'],
      parts: [part({ canDelete: false })],
    }),
    { time: '04:00', timeZone: 'Europe/Berlin' },
    now,
  )
  expect(texts).toHaveLength(4)
  expect(texts.join(' ')).toMatch(/doesn’t kill.*moves from 04:00 to 05:00.*can’t be postponed.*can only be paused/)
})

test('several servers get a schedule each', () => {
  expect(eachText(preview())).toBeNull()
  expect(eachText(preview({ parts: [part(), part()] }))).toContain('2 servers gets a schedule of its own')
})
