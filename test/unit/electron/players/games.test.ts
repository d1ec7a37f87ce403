import { describe, expect, it } from 'vitest'
import { games, gamesInOrder, isSure } from '../../../../electron/players/games.ts'
import { gameNames } from '../../../../shared/model/player-words.ts'
import { type GameId, gameIds } from '../../../../shared/model/players.ts'

describe('games', () => {
  it('has a name of its own for each', () => {
    expect(new Set(gameIds.map((id) => gameNames[id])).size).toBe(gameIds.length)
  })

  it.each<[GameId, boolean]>([
    ['minecraft-java', true],
    ['rust', true],
    ['minecraft-proxy', false],
    ['valheim', false],
    ['dont-starve-together', false],
    ['terraria', false],
    ['steam', false],
  ])('%s may prove that nobody is on: %s', (id, sure) => expect(isSure(id)).toBe(sure))

  it('are all looked for, each once', () => {
    expect([...gamesInOrder].sort()).toEqual([...gameIds].sort())
  })

  it('takes bots off in games of Source alone', () => {
    expect(gameIds.filter((id) => games[id].info.hasBotsInCount)).toEqual(['cs2', 'csgo', 'gmod', 'tf2'])
  })
})
