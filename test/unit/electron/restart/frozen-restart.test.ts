import { describe, expect, it } from 'vitest'
import { frozenChoices, silentAwakeMs, whyNotFrozen, withinDay } from '../../../../electron/restart/frozen-restart.ts'
import type { ErrorCode } from '../../../../shared/errors.ts'
import type { PlayersView } from '../../../../shared/model/players-schema.ts'
import { defaultPreferences } from '../../../../shared/model/preferences.ts'
import { defaultRestartChoices } from '../../../../shared/model/restart.ts'
import type { ServerView } from '../../../../shared/model/server-schema.ts'
import { appState, panelView } from '../../../fixtures/app-state.ts'
import { countedView, playerCount } from '../../../fixtures/players-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const minute = 60_000
const now = 100 * minute
const server = serverView({ state: 'running', observedAt: now - 30_000 })
const at = (minutes: number) => ({ wall: minutes * minute, steady: minutes * minute })
const silence = { first: at(89), last: at(99.5), isItsOwn: true }
const frozen = countedView(null, { ref: server.ref, frozenSince: 89 * minute })

type Given = {
  readonly isChosen?: boolean
  readonly mayAsk?: boolean
  readonly server?: Partial<ServerView>
  readonly players?: Partial<PlayersView>
  readonly silence?: typeof silence | null
  readonly online?: boolean
  readonly lookingSince?: number | null
}

/** Why a server is left alone whose game hangs for certain, but for what is given. */
function why(given: Given): ErrorCode | null {
  const { isChosen = true, mayAsk = true, online = true, lookingSince = 0 } = given
  const state = appState({ panels: [panelView()], servers: [{ ...server, ...given.server }] })
  const players = { asked: true, panels: mayAsk ? [server.panelId] : [], servers: [] }
  const preferences = { ...defaultPreferences, players, frozenRestarts: isChosen ? [server.ref] : [] }
  const whole = {
    ...state,
    app: { ...state.app, online },
    preferences,
    players: { [server.ref]: { ...frozen, ...given.players } },
  }
  const seen = { silence: given.silence === undefined ? silence : given.silence, lookingSince, now }
  return whyNotFrozen(whole, server.ref, seen)?.code ?? null
}

describe('what speaks against taking a server for frozen', () => {
  it.each<[string, Given, ErrorCode | null]>([
    ['nothing', {}, null],
    ['nobody chose it', { isChosen: false }, 'cancelled'],
    ['nobody allowed to ask', { mayAsk: false }, 'cancelled'],
    ['this computer has no network', { online: false }, 'freeze-in-doubt'],
    ['it is not known to run', { server: { state: 'unknown' } }, 'freeze-in-doubt'],
    ['the panel holds it', { server: { condition: 'installing' } }, 'freeze-in-doubt'],
    ['it was never read', { server: { observedAt: null } }, 'freeze-in-doubt'],
    ['it was read too long ago', { server: { observedAt: now - 120_001 } }, 'freeze-in-doubt'],
    ['it was read by a clock that was ahead', { server: { observedAt: now + 120_001 } }, 'freeze-in-doubt'],
    ['its game is not frozen', { players: { frozenSince: null } }, 'game-answers-again'],
    ['it never answered this computer', { silence: null }, 'game-answers-again'],
    [
      'its console told of players since',
      { players: { count: playerCount({ source: 'console', at: 90 * minute }) } },
      'game-answers-again',
    ],
    ['only an old count is left', { players: { count: playerCount({ at: 88 * minute }) } }, null],
    ['all other games are silent as well', { silence: { ...silence, isItsOwn: false } }, 'freeze-in-doubt'],
    ['the computer sleeps, or has no network', { lookingSince: null }, 'freeze-in-doubt'],
    ['it was not awake for long enough', { lookingSince: silence.last.steady - silentAwakeMs + 1 }, 'freeze-in-doubt'],
    ['it just was', { lookingSince: silence.last.steady - silentAwakeMs }, null],
  ])('%s', (_what, given, code) => {
    expect(why(given)).toBe(code)
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
