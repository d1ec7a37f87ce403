import { describe, expect, test } from 'vitest'
import {
  cutText,
  differenceTexts,
  eachText,
  handedState,
  lookText,
  panelTimes,
  progressText,
  stepTexts,
  whyNotHandOver,
} from '../../../renderer/features/schedules/handover-words.ts'
import { appError } from '../../../shared/errors.ts'
import {
  type HandedLook,
  type HandoverPreview,
  handoverPhases,
  type PreviewPart,
} from '../../../shared/model/handed.ts'
import { serverRefSchema } from '../../../shared/model/identifier-schema.ts'
import type { ScheduleView } from '../../../shared/model/restart.ts'
import { appState, keyView, panelView } from '../../fixtures/app-state.ts'
import { handedView } from '../../fixtures/handed.ts'
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
    { action: 'command', payload: 'say soon', offsetSeconds: 30, continuesOnFailure: true },
    { action: 'command', payload: 'save-all', offsetSeconds: 80, continuesOnFailure: true },
    { action: 'power', payload: 'restart', offsetSeconds: 10, continuesOnFailure: false },
  ],
  losses: [],
  parts: [part()],
  ...more,
})

describe('why it can’t be handed over', () => {
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
    expect(whyNotHandOver(appState({ ...base, ...more }), scheduleView(schedule), now)).toBe(why)
  })
})

test('each step stands with its time before the restart', () => {
  expect(stepTexts(preview())).toEqual([
    { when: '1 minute 30 seconds before', words: '', code: 'say soon' },
    { when: '10 seconds before', words: '', code: 'save-all' },
    { when: 'Then', words: 'restart', code: '' },
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
    preview({ losses: [{ kind: 'kill' }], parts: [part({ canDelete: false })] }),
    { time: '04:00', timeZone: 'Europe/Berlin' },
    now,
  )
  expect(texts).toHaveLength(4)
  expect(texts.join(' ')).toMatch(/doesn’t kill.*moves from 04:00 to 05:00.*can’t be postponed.*stays there, paused/)
})

test('several servers get a schedule each', () => {
  expect(eachText(preview())).toBeNull()
  expect(eachText(preview({ parts: [part(), part()] }))).toContain('2 servers gets a schedule of its own')
})

test.each<[Partial<HandedLook>, RegExp, boolean]>([
  [{ zeroAt: now + 3_600_000 }, /^Next run .*, by the panel’s word$/, false],
  [{ zeroAt: null }, /^The panel tells no next run$/, true],
  [{ finding: 'paused' }, /paused it on the panel/, true],
  [{ finding: 'changed' }, /changed it on the panel/, true],
  [{ finding: 'gone' }, /deleted it on the panel/, true],
  [{ finding: 'unread', error: appError('timeout') }, /could not be read: .*in time/, true],
])('%j', (more, text, isBad) => {
  const look = lookText({ ref, finding: 'same', zeroAt: null, error: null, ...more }, now)
  expect(look.text).toMatch(text)
  expect(look.isBad).toBe(isBad)
})

test.each(handoverPhases)('%s that was cut says where it runs', (phase) => {
  const cut = cutText(handedView({ phase, error: appError('timeout') }))
  if (phase === 'handed') expect(cut).toBeNull()
  else expect(cut?.hint).toMatch(/in time.*(It runs here as before|It does not run here).*Take it back/)
})

test('the way of several is counted', () => {
  const [one] = handedView().parts
  const parts = one === undefined ? [] : [one, { ...one, stage: 'sent' as const }]
  expect(progressText({ phase: 'switching', parts })).toBe('Switching it on there… 1 of 2')
  expect(progressText({ phase: 'writing', parts })).toBe('Writing it to the panel… 0 of 2')
  expect(progressText({ phase: 'returning', parts: parts.slice(0, 1) })).toBe('Removing it from the panel…')
})

test.each<[Parameters<typeof handedView>[0], { text: string; words: string; tone: string }]>([
  [{}, { text: 'The panel runs it', words: 'On the panel', tone: 'ok' }],
  [
    { isBusy: true, phase: 'returning' },
    { text: 'Removing it from the panel…', words: 'On its way', tone: 'busy' },
  ],
  [{ phase: 'writing' }, { text: 'It was not handed over to the end.', words: 'Cut short', tone: 'bad' }],
  [
    { parts: handedView().parts.map((part) => ({ ...part, trouble: 'gone' })) },
    { text: 'Somebody deleted it on the panel, so it does not run', words: 'Look at it', tone: 'bad' },
  ],
])('in the row of one server, %j stands as %j', (more, told) => {
  const handed = handedView(more)
  expect(handedState(handed, handed.parts[0]?.ref ?? serverView().ref)).toMatchObject(told)
})
