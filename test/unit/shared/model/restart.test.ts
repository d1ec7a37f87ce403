import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bulkCounts, bulkName, countsText } from '../../../../shared/bulk/words.ts'
import { invokeContract } from '../../../../shared/ipc/contract.ts'
import { consoleCommandSchema } from '../../../../shared/model/console-schema.ts'
import { defaultPreferences } from '../../../../shared/model/preferences.ts'
import { preferencesSchema } from '../../../../shared/model/preferences-schema.ts'
import {
  announcedBy,
  defaultRestartChoices,
  fittingWarnings,
  idleStopFor,
  planOf,
  restartChoicesFor,
  restartPresets,
  warningText,
  warningTime,
} from '../../../../shared/model/restart.ts'
import {
  idleStopSchema,
  restartChoicesSchema,
  scheduleSchema,
  timeZoneSchema,
  warningsSchema,
} from '../../../../shared/model/restart-schema.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { isWaiting, waitingText, waitText, wasAnnounced } from '../../../../shared/restart/plan-words.ts'
import { anyCharacter } from '../../../fixtures/any-character.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { bulkView, planStep, planView, restartChoices, scheduleView } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const { ref } = serverView()

describe('the choices', () => {
  it('that the app begins with, and those of every preset, are valid', () => {
    expect(preferencesSchema.safeParse(defaultPreferences).success).toBe(true)
    for (const { game: _, ...preset } of restartPresets) {
      expect(restartChoicesSchema.safeParse({ ...defaultRestartChoices, ...preset }).success).toBe(true)
      expect(preset.text).toContain('{time}')
    }
  })

  it('speak the commands of a game that is known, where a person left them as they were', () => {
    const { text, cancelText } = announcedBy('project-zomboid', defaultRestartChoices)
    expect([text, cancelText]).toEqual([
      'servermsg "Server restarts in {time}"',
      'servermsg "The restart was cancelled"',
    ])
    const own = restartChoices({ text: 'say soon', cancelText: null, lastCommand: null })
    expect(announcedBy('project-zomboid', own)).toEqual(own)
    expect(announcedBy('minecraft-java', defaultRestartChoices)).toEqual(defaultRestartChoices)
    for (const game of [null, 'dayz'] as const)
      expect(announcedBy(game, defaultRestartChoices)).toBe(defaultRestartChoices)
  })

  it.each([
    [null, 'say Nobody is on. Server stops in {time}'],
    ['7-days-to-die', 'say "Nobody is on. Server stops in {time}"'],
    ['factorio', 'Nobody is on. Server stops in {time}'],
  ] as const)('of an empty server that stops: %s says %s', (game, text) => {
    const stop = idleStopFor(game)
    expect(stop).toEqual({ minutes: 30, warn: { text, seconds: 60 } })
    expect(idleStopSchema.safeParse({ ...stop, ref }).success).toBe(true)
  })

  it('name each game in one preset at most', () => {
    const ids = restartPresets.flatMap((preset) => preset.ids)
    expect(ids).toEqual([...new Set(ids)])
  })

  it('of a server go before those for all', () => {
    const own = restartChoices({ text: 'own' })
    const preferences = { ...defaultPreferences, restart: { all: defaultRestartChoices, servers: { [ref]: own } } }
    expect(restartChoicesFor({ preferences }, ref)).toBe(own)
    expect(restartChoicesFor({ preferences: defaultPreferences }, ref)).toBe(defaultRestartChoices)
  })

  it('of before it knew of players, and schedules of then, are read as those that mind none', () => {
    const { players, ...older } = defaultRestartChoices
    expect(restartChoicesSchema.parse(older)).toEqual({ ...older, players })
    const {
      nextAt: _nextAt,
      lastRun: _lastRun,
      waitMinutes,
      ...schedule
    } = scheduleView({ choices: defaultRestartChoices })
    expect(scheduleSchema.parse({ ...schedule, choices: older })).toEqual({ ...schedule, waitMinutes })
  })

  it.each([
    { rule: 'when-empty', otherwise: 'kill' },
    { rule: 'at-most', players: -1 },
    { rule: 'at-most', players: 1e9 },
    { rule: 'full' },
    null,
  ])('take no rule such as %j', (players) => {
    expect(restartChoicesSchema.safeParse({ ...defaultRestartChoices, players }).success).toBe(false)
  })

  it('leave out warnings that no longer fit', () => {
    expect(fittingWarnings([600, 300, 60], 300_000)).toEqual([300, 60])
  })
})

describe('the words of a warning', () => {
  it.each([
    [1, '1 second'],
    [60, '1 minute'],
    [90, '1 minute 30 seconds'],
    [5_400, '1 hour 30 minutes'],
    [86_400, '24 hours'],
  ])('%i seconds are %s', (seconds, words) => expect(warningTime(seconds)).toBe(words))

  it('name the server without letting its name become a command', () => {
    expect(warningText('say {server}: {time} ({other})', 5, 'Ünï 1; op me')).toBe(
      'say Ünï 1 op me: 5 seconds ({other})',
    )
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (name) => {
        const text = warningText('say {server} {time}', 5, name)
        expect(text).not.toMatch(/[;"`$\\|<>\n\r\0]/)
        expect(consoleCommandSchema.safeParse(text).success).toBe(true)
        expect(text.isWellFormed()).toBe(true)
      }),
    )
  })

  it('are whole characters, and no more than a console takes', () => {
    const name = `a${'𝔖'.repeat(80)}`
    expect(warningText('say {server}', 5, name)).toBe(`say a${'𝔖'.repeat(59)}`)
    for (const text of ['{server}'.repeat(250), `a${'{server}'.repeat(249)}`]) {
      const command = warningText(text, 5, name)
      expect(command.isWellFormed()).toBe(true)
      expect(consoleCommandSchema.safeParse(command).success).toBe(true)
    }
  })
})

describe('a plan in words', () => {
  it.each([
    [3, '3 on'],
    [null, `not known since ${clockTime(5)}`],
  ])('waits: %j', (online, text) => expect(waitText({ online, since: 5 })).toBe(text))

  it.each([
    ['restart', { online: 3, since: 5 }, `Waiting for an empty server: 3 on · at the latest ${clockTime(60_000)}`],
    [
      'skip',
      { online: null, since: 5 },
      `Waiting for an empty server: not known since ${clockTime(5)} · until ${clockTime(60_000)}`,
    ],
    ['skip', null, `Waiting for an empty server · until ${clockTime(60_000)}`],
  ] as const)('waits, and then: %s, with %j', (otherwise, waiting, text) => {
    const choices = restartChoices({ players: { rule: 'when-empty', otherwise } })
    expect(waitingText(planView({ choices, waiting }))).toBe(text)
  })

  it.each([
    ['before any warning', {}, true],
    ['gone back after its last call', { steps: [planStep({ kind: 'last-call' })] }, true],
    ['once players were warned of its end', { steps: [planStep()] }, false],
    ['while it is brought forward', { latestAt: 90_000, phase: 'last-command' }, false],
    ['once it has ended', { phase: 'cancelled' }, false],
    ['that minds nobody', { choices: restartChoices() }, false],
    [
      'that restarts only if few are on',
      { choices: restartChoices({ players: { rule: 'at-most', players: 2 } }) },
      false,
    ],
  ] as const)('waits or counts down: %s', (_what, more, isIt) => {
    const choices = restartChoices({ players: { rule: 'when-empty', otherwise: 'restart' } })
    expect(isWaiting({ ...planView({ choices }), ...more, steps: 'steps' in more ? [...more.steps] : [] })).toBe(isIt)
  })

  it('was announced once a warning arrived, or may have', () => {
    expect(wasAnnounced({ steps: [planStep({ result: 'unconfirmed' })] })).toBe(true)
    expect(wasAnnounced({ steps: [planStep({ result: 'failed' }), planStep({ kind: 'restart' })] })).toBe(false)
  })

  it('is the one that runs, else the one that ended last', () => {
    const [old, running] = [planView({ id: 'old', phase: 'missed' }), planView({ id: 'new' })]
    expect(planOf(appState({ plans: [running, old] }), ref)?.id).toBe('new')
    expect(planOf(appState({ plans: [old] }), ref)?.id).toBe('old')
    expect(planOf(appState(), ref)).toBeNull()
  })
})

describe('a bulk action', () => {
  const item = (outcome: 'confirmed' | 'failed' | 'waiting') => ({ ref, outcome, error: null })

  it('is summed up', () => {
    const bulk = bulkView([item('confirmed'), item('confirmed'), item('failed'), item('waiting')])
    expect(bulkName(bulk)).toBe('Restart of 4 servers')
    expect(countsText(bulkCounts(bulk))).toBe('2 done, 1 failed')
  })

  it.each([
    ['a kill without its count', { work: { kind: 'power', signal: 'kill' } }, false],
    ['a kill with another count', { work: { kind: 'power', signal: 'kill' }, confirmed: 2 }, false],
    ['a kill with its count', { work: { kind: 'power', signal: 'kill' }, confirmed: 1 }, true],
    ['the same server twice', { work: { kind: 'power', signal: 'stop' }, refs: [ref, ref] }, false],
    ['no server', { work: { kind: 'power', signal: 'stop' }, refs: [] }, false],
    ['a command of two lines', { work: { kind: 'command', text: 'a\nb' } }, false],
  ])('begins with %s: %s', (_, request, isValid) => {
    const parsed = invokeContract['bulk:start'].request.safeParse({ refs: [ref], staggerMs: 0, ...request })
    expect(parsed.success).toBe(isValid)
  })
})

it.each([
  [[], true],
  [[600, 60, 1], true],
  [[60, 60], false],
  [[1, 60], false],
  [[0], false],
  [[86_401], false],
  [[1.5], false],
  [Array.from({ length: 31 }, (_, i) => 31 - i), false],
])('takes warnings of %j: %s', (warnings, isValid) => {
  expect(warningsSchema.safeParse(warnings).success).toBe(isValid)
})

it.each([
  ['Europe/Berlin', true],
  ['Etc/GMT+3', true],
  ['Europe/Nowhere', false],
  ['+02:00', false],
  ['../etc/passwd', false],
])('takes the time zone %j: %s', (zone, isValid) => expect(timeZoneSchema.safeParse(zone).success).toBe(isValid))
