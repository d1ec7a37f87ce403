import { describe, expect, it } from 'vitest'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import {
  allPlayers,
  countText,
  disconnectAllText,
  disconnectText,
  effectText,
  gameText,
  onNowAllText,
  onNowText,
  slotsText,
  sourceText,
} from '../../../../shared/model/player-words.ts'
import { commandFor, commandsOf } from '../../../../shared/model/players.ts'
import { countedView, playerCount } from '../../../fixtures/players-view.ts'

const [a, b, c] = ['home/a1b2c3d4', 'home/b1b2c3d4', 'home/c1b2c3d4'].map((ref) => serverRefSchema.parse(ref)) as [
  ReturnType<typeof serverRefSchema.parse>,
  ReturnType<typeof serverRefSchema.parse>,
  ReturnType<typeof serverRefSchema.parse>,
]
const table = (...views: ReturnType<typeof countedView>[]) => Object.fromEntries(views.map((view) => [view.ref, view]))

it('counts and their sources', () => {
  expect(slotsText({ online: 7, max: 20 })).toBe('7 / 20')
  expect(slotsText({ online: 7, max: 20 }, '/')).toBe('7/20')
  expect(slotsText({ online: 7, max: null })).toBe('7')
  expect(countText({ online: 1, max: null })).toBe('1 player')
  expect(countText({ online: 1, max: 20 })).toBe('1 / 20 players')
  expect(sourceText({ source: 'game', at: 0 }, 20_400)).toBe('asked the game 20 s ago')
  expect(sourceText({ source: 'panel', at: 0 }, 240_000)).toBe('asked the panel 4 min ago')
  expect(sourceText({ source: 'console', at: 0 }, 7_200_000)).toBe('read in the console 2 h ago')
  expect(sourceText({ source: 'game', at: 5_000 }, 0)).toBe('asked the game 0 s ago')
  expect(gameText({ id: 'minecraft-java', by: 'image' })).toBe('Minecraft Java, by its image')
})

describe('who is disconnected', () => {
  it.each([
    [undefined, null],
    [countedView(null, { unknown: 'off' }), null],
    [countedView(null, { unknown: 'not-running' }), null],
    [countedView(null), 'It is not known whether anybody is on.'],
    [countedView(0), 'Nobody is on.'],
    [countedView(null, { count: playerCount({ isSure: false }), unknown: null }), 'Nobody seems to be on.'],
    [countedView(1), '1 player will be disconnected.'],
    [countedView(7), '7 players will be disconnected.'],
  ])('%j', (view, words) => expect(disconnectText(view)).toBe(words))

  it.each([
    [countedView(1), '1 player is on now.'],
    [countedView(7), '7 players are on now.'],
  ])('where a restart waits for them: %j', (view, words) => expect(onNowText(view)).toBe(words))

  it('in the question before a signal', () => {
    expect(effectText('restart', undefined)).toBe('Players are disconnected without a warning.')
    expect(effectText('restart', countedView(7))).toBe('7 players will be disconnected without a warning.')
    expect(effectText('stop', countedView(0))).toBe('Nobody is on.')
    expect(effectText('stop', countedView(null))).toBe(
      'It is not known whether anybody is on. Players are disconnected without a warning.',
    )
    expect(effectText('kill', countedView(7))).toContain('is lost. 7 players will be disconnected.')
    expect(effectText('start', countedView(7))).toBe('It starts at once.')
  })

  it('of several servers', () => {
    const refs = [a, b, c]
    expect(disconnectAllText({}, refs)).toBeNull()
    expect(disconnectAllText(table(countedView(0, { ref: a })), [a])).toBe('Nobody is on.')
    const some = table(countedView(7, { ref: a }), countedView(24, { ref: b }), countedView(null, { ref: c }))
    expect(onNowAllText(some, refs)).toBe('31 players on 2 servers now. Not known for 1 server.')
    expect(onNowAllText(table(countedView(0, { ref: a })), refs)).toBe('Nobody is on. Not known for 2 servers.')
    expect(disconnectAllText(some, refs)).toBe('31 players on 2 servers will be disconnected. Not known for 1 server.')
  })
})

it('adds up those of servers that run, and tells none where none is known', () => {
  const servers = { [a]: { state: 'running' as const }, [b]: { state: 'offline' as const } }
  expect(allPlayers({ players: {}, servers })).toBeNull()
  expect(allPlayers({ players: table(countedView(null, { ref: a })), servers })).toBeNull()
  expect(allPlayers({ players: table(countedView(7, { ref: a }), countedView(5, { ref: b })), servers })).toBe(7)
})

it('puts only names into commands that games allow', () => {
  const kick = commandsOf('minecraft-java')?.kick ?? ''
  expect(commandFor(kick, 'Grace_H')).toBe('kick Grace_H ')
  for (const name of ['a; stop', 'two words', '', '$&', '@a', '"x"', 'x'.repeat(33)])
    expect(commandFor(kick, name)).toBeNull()
  expect(commandsOf('valheim')).toBeNull()
  expect(commandsOf(null)).toBeNull()
})
