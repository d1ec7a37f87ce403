import { describe, expect, it } from 'vitest'
import {
  type Doubt,
  doubtAtZero,
  doubtOf,
  type FrozenObservation,
  frozenChoices,
  silentAwakeMs,
  withinDay,
} from '../../../../electron/restart/frozen-restart.ts'
import { defaultRestartChoices } from '../../../../shared/model/restart.ts'
import { countedView, playerCount } from '../../../fixtures/players-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const minute = 60_000
const now = 100 * minute
const server = serverView({ state: 'running', observedAt: now - 30_000 })
const at = (minutes: number) => ({ wall: minutes * minute, steady: minutes * minute })
const silence = { first: at(89), last: at(99.5), isItsOwn: true }
const players = countedView(null, { ref: server.ref, frozenSince: 89 * minute })

/** A server whose game hangs for certain, but for what is given. */
const observation = (more: Partial<FrozenObservation> = {}): FrozenObservation => ({
  isWanted: true,
  server,
  players,
  silence,
  hasContact: true,
  lookingSince: 0,
  now,
  ...more,
})

describe('what speaks against taking a server for frozen', () => {
  it.each<[string, Partial<FrozenObservation>, Doubt | null]>([
    ['nothing', {}, null],
    ['nobody chose it, or allowed to ask', { isWanted: false }, 'not-wanted'],
    ['its panel does not answer', { hasContact: false }, 'no-contact'],
    ['it is not known to run', { server: { ...server, state: 'unknown' } }, 'not-running'],
    ['the panel holds it', { server: { ...server, condition: 'installing' } }, 'not-running'],
    ['it was never read', { server: { ...server, observedAt: null } }, 'not-running'],
    ['it was read too long ago', { server: { ...server, observedAt: now - 120_001 } }, 'not-running'],
    ['it was read by a clock that was ahead', { server: { ...server, observedAt: now + 120_001 } }, 'not-running'],
    ['its game is not frozen', { players: { ...players, frozenSince: null } }, 'answers'],
    ['it never answered this computer', { silence: null }, 'answers'],
    [
      'its console told of players since',
      { players: { ...players, count: playerCount({ source: 'console', at: 90 * minute }) } },
      'answers',
    ],
    ['only an old count is left', { players: { ...players, count: playerCount({ at: 88 * minute }) } }, null],
    ['all other games are silent as well', { silence: { ...silence, isItsOwn: false } }, 'own-network'],
    ['the computer sleeps, or has no network', { lookingSince: null }, 'paused'],
    ['it was not awake for long enough', { lookingSince: silence.last.steady - silentAwakeMs + 1 }, 'paused'],
    ['it just was', { lookingSince: silence.last.steady - silentAwakeMs }, null],
  ])('%s', (_what, more, doubt) => {
    expect(doubtOf(observation(more))).toBe(doubt)
  })
})

describe('right before the signal', () => {
  const zeroAt = now + 500
  it.each<[string, number, number, ReturnType<typeof doubtAtZero>]>([
    ['the game was asked again', zeroAt, silence.last.steady + 60_000, null],
    ['it was not asked for a minute', zeroAt, silence.last.steady + 60_001, 'not-asked'],
    ['that does not count yet', now + 30_000, silence.last.steady + 90_000, null],
  ])('%s', (_what, zero, steady, doubt) => {
    expect(doubtAtZero(observation(), zero, steady)).toBe(doubt)
  })
  it('every other doubt counts as well', () => {
    expect(doubtAtZero(observation({ hasContact: false }), zeroAt, silence.last.steady)).toBe('no-contact')
  })
})

it('warns as the person chose, at least once, and minds nobody', () => {
  const chosen = { ...defaultRestartChoices, players: { rule: 'at-most', players: 0 } as const, killAfterMinutes: 7 }
  expect(frozenChoices(chosen)).toEqual({ ...chosen, players: { rule: 'any' } })
  expect(frozenChoices({ ...chosen, warnings: [3_600, 300] }).warnings).toEqual([3_600, 300])
  expect(frozenChoices({ ...chosen, warnings: [3_600, 301] }).warnings).toEqual([60])
  expect(frozenChoices({ ...chosen, warnings: [] }).warnings).toEqual([60])
})

it('keeps the restarts of a day, also where the clock was set', () => {
  const day = 24 * 60 * minute
  const { ref } = server
  const noon = 100 * day
  expect(withinDay({ [ref]: [noon - day, noon - day + 1, noon, noon + day - 1, noon + day] }, noon)).toEqual({
    [ref]: [noon - day + 1, noon, noon + day - 1],
  })
  expect(withinDay({ [ref]: [0] }, noon)).toEqual({})
})
