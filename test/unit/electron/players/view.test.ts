import { expect, it } from 'vitest'
import { longestKnownMs } from '../../../../electron/players/turns.ts'
import { type Known, mergedView, type PlayersAnswer } from '../../../../electron/players/view.ts'
import type { PlayerCount, PlayersView } from '../../../../shared/model/players-schema.ts'
import { playerCount, playersView } from '../../../fixtures/players-view.ts'

const now = 10_000_000
const game = playerCount({ online: 7, at: now - 1_000 })
const lines = playerCount({ online: 2, source: 'console', isSure: false, at: now - 5_000 })
const list = (at: number) => playerCount({ online: 3, source: 'list-command', isSure: false, at })
const answer = (count: PlayerCount | null): PlayersAnswer => ({
  count,
  unknown: count === null ? 'not-told' : null,
  game: null,
  address: null,
})
const known = (more: Partial<Known> = {}): Known => ({
  asked: null,
  byConsole: null,
  notAsked: null,
  believedUntil: null,
  frozenSince: null,
  ...more,
})
const counted = (count: PlayerCount | null): PlayersView => playersView({ count })

it.each<[string, PlayersView, Known, PlayerCount | PlayersView['unknown']]>([
  ['nothing was tried', counted(null), known(), null],
  ['the game told', counted(null), known({ asked: answer(game) }), game],
  ['the game told, and so does the console', counted(lines), known({ asked: answer(game), byConsole: lines }), game],
  ['the game told before the console', counted(game), known({ byConsole: lines }), game],
  ['a newer list', counted(game), known({ byConsole: list(now) }), list(now)],
  ['an older list', counted(game), known({ byConsole: list(now - 2_000) }), game],
  [
    'it was not told, and what is believed stays',
    counted(game),
    known({ asked: answer(null), believedUntil: now + 1 }),
    game,
  ],
  ['it is not believed any more', counted(game), known({ asked: answer(null), believedUntil: now }), 'not-told'],
  ['the console takes its place', counted(game), known({ believedUntil: now, byConsole: lines }), lines],
  ['too old', counted({ ...game, at: now - longestKnownMs }), known(), 'no-answer'],
  ['a console that was closed', counted(lines), known({ byConsole: 'closed' }), lines],
  ['a console that tells nothing any more', counted(lines), known(), 'no-answer'],
  ['a closed one, too old', counted(list(now - longestKnownMs)), known({ byConsole: 'closed' }), 'no-answer'],
  ['the game may not be asked', counted(game), known({ notAsked: 'off' }), 'off'],
  ['it may not be asked, but the console tells', counted(game), known({ notAsked: 'off', byConsole: lines }), lines],
  ['the server does not run', counted(game), known({ notAsked: 'not-running' }), 'not-running'],
])('%s', (_what, view, sources, expected) => {
  const { count, unknown } = mergedView(view, sources, now)
  expect(count ?? unknown).toEqual(expected)
  expect(count === null || unknown === null).toBe(true)
})
