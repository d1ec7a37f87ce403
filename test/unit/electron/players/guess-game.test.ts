import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { games, isSure } from '../../../../electron/players/games.ts'
import { type GameSigns, guessGame } from '../../../../electron/players/guess-game.ts'
import { type GameId, gameIds } from '../../../../shared/model/players.ts'

const guess = (signs: Partial<GameSigns>) => {
  const guessed = guessGame({ egg: null, image: null, programs: '', features: [], variables: {}, ...signs })
  return guessed === null ? null : `${guessed.id} by ${guessed.by}`
}

describe('guessGame', () => {
  it.each<[string, Partial<GameSigns>, string | null]>([
    ['an image of a language', { image: 'ghcr.io/parkervcp/yolks:rust_latest' }, null],
    ['an image of one game', { image: 'ghcr.io/pterodactyl/games:rust' }, 'rust by image'],
    ['an image of many games', { image: 'ghcr.io/pterodactyl/games:source' }, 'steam by features'],
    ['an image whose maker sounds like a game', { image: 'ghcr.io/rust-hosting/yolks:debian' }, null],
    [
      'Steam’s number before the egg',
      { egg: 'Custom Source Engine Game', variables: { SRCDS_APPID: '4020' } },
      'gmod by variables',
    ],
    ['a number nobody knows', { egg: 'Rust', variables: { SRCDS_APPID: '1' } }, 'rust by egg'],
    ['a variable', { egg: 'My server', variables: { BEDROCK_VERSION: 'latest' } }, 'minecraft-bedrock by variables'],
    ['a variable of objects', { variables: JSON.parse('{"__proto__":"x"}') }, null],
    ['a number of Steam that nobody knows', { variables: { SRCDS_APPID: '1' } }, 'steam by features'],
    ['what its command runs', { programs: './srcds_run garrysmod', features: ['gsl_token'] }, 'gmod by command'],
    [
      'a proxy that shows the features of a server',
      { programs: 'velocity.jar', features: ['eula'] },
      'minecraft-proxy by command',
    ],
    ['a program in Java that sounds like a server', { programs: './forge web' }, null],
    ['a voice server with a port of queries', { programs: './ts3server', variables: { QUERY_PORT: '10011' } }, null],
    ['a game that tells nobody, on Java', { egg: 'Hytale', image: 'yolks:java_25' }, null],
    ['a word inside a word', { egg: 'Trusty Papers' }, null],
    ['nothing', {}, null],
  ])('by %s', (_, signs, guessed) => expect(guess(signs)).toBe(guessed))

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 500 }), fc.string({ maxLength: 500 }), (egg, image) => {
        expect(() => guess({ egg, image })).not.toThrow()
      }),
    )
  })
})

describe('games', () => {
  it.each<[GameId, boolean]>([
    ['minecraft-java', true],
    ['rust', true],
    ['minecraft-proxy', false],
    ['valheim', false],
    ['dont-starve-together', false],
    ['terraria', false],
    ['steam', false],
  ])('%s may prove that nobody is on: %s', (id, sure) => expect(isSure(id)).toBe(sure))

  it('takes bots off in games of Source alone', () => {
    expect(gameIds.filter((id) => games[id].info.hasBotsInCount)).toEqual(['cs2', 'csgo', 'gmod', 'tf2'])
  })
})
