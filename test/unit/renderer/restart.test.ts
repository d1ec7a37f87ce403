import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepName, stepResult, tellPlan, tooLate, warningsTold } from '../../../renderer/features/restart/plan-words.ts'
import { cancelLabel, cancelWord } from '../../../renderer/parts/restart/cancel-plan.ts'
import { cleanChoices, missing, whatPlayersRead } from '../../../renderer/parts/restart/choices.ts'
import { countdownWord, planOutcome } from '../../../renderer/parts/restart/plan-in-row.ts'
import {
  addProblem,
  chipsOf,
  parseSpan,
  parseWarnings,
  spanText,
  warningsLine,
  withWarnings,
} from '../../../renderer/parts/restart/warnings.ts'
import { appError } from '../../../shared/errors.ts'
import { defaultRestartChoices, restartPresets } from '../../../shared/model/restart.ts'
import { planPhaseSchema, planStepSchema, warningsSchema } from '../../../shared/model/restart-schema.ts'
import { planStep, planView, restartChoices } from '../../fixtures/plan-view.ts'
import { powerAction } from '../../fixtures/server-view.ts'

describe('a span as typed', () => {
  test.each([
    ['10m', 600],
    ['90 s', 90],
    ['1h', 3_600],
    ['1 min 30 sec', 90],
    ['2 hours 1 minute', 7_260],
    ['0s', 0],
    ['', null],
    ['10', null],
    ['-5s', null],
    ['1.5m', null],
    ['999999s', null],
    ['1０s', null],
  ])('%j is %j seconds', (text, seconds) => expect(parseSpan(text)).toBe(seconds))

  test('what is shown can be typed again', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 99_999 }), (n) => parseSpan(spanText(n)) === n))
  })
})

describe('warnings as typed', () => {
  test.each([
    ['2m, 45s', [120, 45]],
    ['5-1s', [1, 2, 3, 4, 5]],
    ['1–3 s', [1, 2, 3]],
    [',, 30s ,', [30]],
    ['10m-1m', null],
    ['100-1s', null],
    ['30s, x', null],
    ['', null],
  ])('%j are %j', (text, seconds) => expect(parseWarnings(text)).toEqual(seconds))

  test.each([
    ['600s', 600, null],
    ['601s', 600, 'That is before the countdown begins.'],
    ['24h', null, null],
    ['24h 1s', null, 'Use one second to one day.'],
    ['0s', 600, 'Use one second to one day.'],
    ['', 600, 'Type a time such as 10m, 30s or 5-1s.'],
    ['60-31s', null, null],
    ['60-30s', null, 'Use at most 30 warnings.'],
  ])('%j with %j seconds ahead: %j', (text, lead, why) => expect(addProblem([], text, lead)).toBe(why))

  test('are kept the longest first, each once, as the app takes them', () => {
    expect(withWarnings([60, 10], [30, 10, 300, 300])).toEqual([300, 60, 30, 10])
    const seconds = fc.array(fc.integer({ min: 1, max: 86_400 }), { maxLength: 15 })
    fc.assert(fc.property(seconds, seconds, (a, b) => warningsSchema.safeParse(withWarnings(a, b)).success))
  })
})

describe('chips', () => {
  test.each([
    [[], ''],
    [[600, 60, 30, 10, 5, 4, 3, 2, 1], '10 min, 1 min, 30 s, 10 s, 5 to 1 s'],
    [[62, 61, 60, 59, 58], '1 min 2 s, 1 min 1 s, 60 to 58 s'],
    [[86_400, 3_661], '24 h, 1 h 1 min 1 s'],
  ])('%j are %s', (warnings, labels) => {
    const told = chipsOf(warnings).map(({ label }) => label)
    expect(told.join(', ')).toBe(labels)
  })

  test('hold every warning once, under labels of which none is twice', () => {
    const warnings = fc.uniqueArray(fc.integer({ min: 1, max: 120 }), { maxLength: 30 })
    fc.assert(
      fc.property(warnings, (given) => {
        const sorted = withWarnings([], given)
        const chips = chipsOf(sorted)
        expect(chips.flatMap(({ seconds }) => seconds)).toEqual(sorted)
        expect(new Set(chips.map(({ label }) => label)).size).toBe(chips.length)
      }),
    )
  })

  test('zero and less read 0 s', () => expect([spanText(0), spanText(-5)]).toEqual(['0 s', '0 s']))
})

describe('choices', () => {
  test('a command of blanks alone is missing', () => {
    expect([' \t\n', '', ' say a '].map((command) => missing(command, 'Type it.'))).toEqual([
      'Type it.',
      'Type it.',
      null,
    ])
  })

  test('go out as single lines, as they were typed', () => {
    const typed = restartChoices({
      text: ' say\r\nrestart\u0000 in {time} ',
      lastCommand: { text: '\tsave-all\n', waitSeconds: 7 },
      cancelText: ' say off ',
    })
    expect(cleanChoices(typed)).toEqual({
      ...typed,
      text: ' say restart  in {time} ',
      lastCommand: { text: '\tsave-all ', waitSeconds: 7 },
      cancelText: ' say off ',
    })
    expect(cleanChoices(restartChoices())).toEqual(restartChoices())
  })

  test.each([
    ['say Server restarts in {time}', 'Survival', 'Server restarts in 1 minute'],
    ['SAY {server}: {time}', 'Survival', 'Survival: 1 minute'],
    ['servermsg "Server restarts in {time}"', '', 'Server restarts in 1 minute'],
    ['say "a" and "b"', '', '"a" and "b"'],
    ['tellraw @a {"text":"{time}"}', '', 'tellraw @a {"text":"1 minute"}'],
    ['say {other} {time', 'x', '{other} {time'],
    ['say {server}', 'a"; stop\n{time}', 'a stoptime'],
    ['say {server}', '\u202e🎮', ''],
  ])('players read of %j on %j: %j', (text, name, said) => expect(whatPlayersRead(text, 60, name)).toBe(said))

  test('players of every game read plain words', () => {
    for (const { text } of restartPresets)
      expect(whatPlayersRead(text, 30, 'Survival')).toBe('Server restarts in 30 seconds')
  })
})

const at = new Date(2026, 0, 15, 3, 0, 7).getTime()
const error = appError('server-not-running')

describe('a plan in its row', () => {
  test.each([
    [{ phase: 'counting' }, 'Restarts in 1:00'],
    [{ phase: 'last-command' }, 'Restarts in 1:00'],
    [{ phase: 'signalling' }, null],
  ] as const)('%j counts as %j', (more, word) => {
    expect(countdownWord(planView({ ...more, zeroAt: at + 60_000 }), at)).toBe(word)
  })

  test('a minute begins with 1:00, wherever in its second it was planned', () => {
    expect(countdownWord(planView({ zeroAt: at + 60_700 }), at)).toBe('Restarts in 1:00')
    expect(countdownWord(planView({ zeroAt: at + 60_700 }), at + 1_000)).toBe('Restarts in 0:59')
    expect(countdownWord(planView({ zeroAt: at + 60_700 }), at + 60_000)).toBe('Restarts in 0:00')
  })

  test.each([
    [{ online: 3, since: at }, 'Waiting: 3 on'],
    [{ online: null, since: at }, 'Waiting: not known'],
    [null, 'Waiting: until 03:01'],
  ])('one that waits for an empty server tells what for: %j', (waiting, word) => {
    const choices = restartChoices({ players: { rule: 'when-empty', otherwise: 'skip' } })
    const plan = planView({ choices, waiting, zeroAt: at + 60_000 })
    expect(countdownWord(plan, at)).toBe(word)
    expect(tellPlan(plan, at).hint).toBe('If somebody is still on then, it is given up.')
    expect(cancelLabel('Survival', plan, at)).toBe('Cancel restart of Survival, waiting for an empty server')
  })

  test('only what went wrong stays told', () => {
    const told = planPhaseSchema.options.filter((phase) => planOutcome(planView({ phase }), null) !== null)
    expect(told).toEqual(['failed', 'missed'])
    expect(planOutcome(null, null)).toBeNull()
    expect(planOutcome(planView({ phase: 'missed', zeroAt: at }), null)?.text).toBe('Restart at 03:00 missed.')
    expect(planOutcome(planView({ phase: 'failed', error }), null)).toEqual({
      tone: 'bad',
      short: 'Restart failed',
      text: `Restart with warning failed. ${error.message}`,
      hint: error.hint,
      at: 60_000,
    })
    expect(planOutcome(planView({ phase: 'failed' }), null)?.text).toBe('Restart with warning failed.')
  })
})

test('a signal that was sent after a plan went wrong is the newer news, its own signal is not', () => {
  const plan = planView({ phase: 'failed', zeroAt: at, endedAt: at + 500 })
  expect(planOutcome(plan, powerAction({ startedAt: at }))).not.toBeNull()
  expect(planOutcome(plan, powerAction({ startedAt: at + 501 }))).toBeNull()
  expect(planOutcome({ ...plan, phase: 'missed', endedAt: null }, powerAction({ startedAt: at + 1 }))).toBeNull()
})

describe('a plan in words', () => {
  const waiting = planStep({ secondsBefore: 30, result: 'waiting', sentAt: null })
  test.each([
    [{ steps: [planStep(), waiting] }, 'busy', 'Restarts in 1:00', 'At 03:01. Next warning at 30 s.'],
    [{ steps: [planStep()] }, 'busy', 'Restarts in 1:00', 'At 03:01. No more warnings.'],
    [{ steps: [] }, 'busy', 'Restarts in 1:00', 'At 03:01. No warnings.'],
    [{ phase: 'last-command' }, 'busy', 'Restarts in 1:00', 'The command before it was sent.'],
    [{ phase: 'signalling' }, 'busy', 'Restarting.', 'It can no longer be cancelled.'],
    [{ phase: 'watching' }, 'busy', 'Restarting.', 'The panel accepted it.'],
    [
      { phase: 'watching', outcome: 'stalled' },
      'bad',
      'The restart is stuck.',
      'Kill stops the server at once; unsaved world data is lost.',
    ],
    [{ phase: 'done', outcome: 'confirmed', endedAt: at + 120_000 }, 'ok', 'Restarted 03:02.', ''],
    [
      { phase: 'done', outcome: 'unconfirmed' },
      'ok',
      'Restart accepted 03:01.',
      'This panel doesn’t report server states, so nothing more is known.',
    ],
    [{ phase: 'cancelled' }, 'calm', 'Restart cancelled.', ''],
    [
      { phase: 'cancelled', steps: [planStep({ kind: 'cancel-text' })] },
      'calm',
      'Restart cancelled.',
      'Players were told.',
    ],
    [
      { phase: 'cancelled', steps: [planStep({ kind: 'cancel-text', result: 'unconfirmed' })] },
      'calm',
      'Restart cancelled.',
      'Players may not have been told.',
    ],
    [
      { phase: 'failed', error },
      'bad',
      `Restart with warning failed. ${error.message}`,
      `${error.hint} It is not tried again.`,
    ],
    [{ phase: 'failed' }, 'bad', 'Restart with warning failed.', 'It is not tried again.'],
    [
      { phase: 'missed' },
      'bad',
      'The restart at 03:01 was missed.',
      'This computer was asleep or Servertray was closed. Nothing was sent.',
    ],
  ] as const)('%j', (more, tone, text, hint) => {
    const plan = planView({ zeroAt: at + 60_000, ...more, steps: 'steps' in more ? [...more.steps] : [] })
    expect(tellPlan(plan, at)).toEqual({ tone, text, hint })
  })

  test.each([
    [planStep({ secondsBefore: 90 }), 'Warning at 1 min 30 s'],
    [planStep({ kind: 'last-command', secondsBefore: 5 }), 'Command before it'],
    [planStep({ kind: 'kill' }), 'Kill'],
  ])('%j is called %j', (step, name) => expect(stepName(step)).toBe(name))

  test('each step is told with its result', () => {
    const results = planStepSchema.shape.result.options.map((result) => [
      result,
      stepResult(planStep({ result, sentAt: result === 'sent' ? at : null, error: null })),
    ])
    expect(Object.fromEntries(results)).toEqual({
      waiting: { tone: 'calm', text: 'not yet' },
      sending: { tone: 'busy', text: 'sending…' },
      sent: { tone: 'ok', text: 'sent 03:00:07' },
      unconfirmed: { tone: 'busy', text: 'not confirmed.' },
      failed: { tone: 'bad', text: 'failed.' },
      skipped: { tone: 'calm', text: 'skipped' },
    })
    expect(stepResult(planStep({ result: 'failed', error })).text).toBe(`failed. ${error.message}`)
    expect(stepResult(planStep({ sentAt: null })).text).toBe('sent')
  })

  test('of the warnings, those count that are sent: what did not fit is none of them', () => {
    const early = planStep({ result: 'skipped', sentAt: null })
    const unsure = planStep({ result: 'unconfirmed' })
    const steps = [early, planStep(), unsure, waiting, planStep({ kind: 'restart' })]
    expect(warningsTold(planView({ steps }))).toBe('1 of 3 warnings sent')
    expect(warningsTold(planView({ steps: [early] }))).toBe('')
  })

  test.each([
    [{ phase: 'signalling' }, 'Too late: Survival is restarting'],
    [{ phase: 'done' }, 'Too late: Survival was restarted'],
    [{ phase: 'missed' }, 'The countdown of Survival has ended'],
  ] as const)('a cancellation that comes too late, %j', (more, title) => {
    expect(tooLate(planView(more), 'Survival').title).toBe(title)
  })

  test.each([
    ['nobody was warned', [waiting], 'say off', 'Cancel'],
    ['nothing is to be said', [planStep()], null, 'Cancel'],
    ['players can be told', [planStep()], 'say off', 'Cancel…'],
  ] as const)('the word to cancel where %s', (_, steps, cancelText, word) => {
    const plan = planView({ steps: [...steps], choices: restartChoices({ cancelText }), zeroAt: at + 272_000 })
    expect(cancelWord(plan)).toBe(word)
    expect(cancelLabel('Survival', plan, at)).toBe(`Cancel restart of Survival, 4:32 left${word.slice(6)}`)
  })
})

test.each([
  [defaultRestartChoices.warnings, 300, 'At 5 min, 1 min, 30 s, 10 s …'],
  [defaultRestartChoices.warnings, null, 'At 10 min, 5 min, 1 min, 30 s …'],
  [[60, 3, 2, 1], null, 'At 1 min, 3 to 1 s.'],
  [[600, 300], 60, 'No warning fits into 1 min.'],
  [[], null, 'No warnings.'],
] as const)('the warnings %j before %j s in one line: %s', (warnings, lead, line) => {
  expect(warningsLine(warnings, lead)).toBe(line)
})
