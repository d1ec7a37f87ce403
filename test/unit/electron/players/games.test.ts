import { describe, expect, it } from 'vitest'
import { games, isSure, portsOf } from '../../../../electron/players/games.ts'
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
  ])('%s may prove that nobody is on: %s', (id, sure) => expect(isSure(id)).toBe(sure))

  it('takes bots off in games of Source alone', () => {
    expect(gameIds.filter((id) => games[id].info.hasBotsInCount)).toEqual(['cs2', 'gmod', 'tf2'])
  })
})

describe('portsOf', () => {
  it.each<[GameId, number | null, Record<string, string>, readonly number[]]>([
    ['minecraft-java', 25_565, {}, [25_565]],
    ['minecraft-java', 25_565, { QUERY_PORT: '25566' }, [25_565]],
    ['minecraft-java', null, {}, []],
    ['rust', 28_015, { QUERY_PORT: '28017' }, [28_017, 28_015]],
    ['rust', 28_015, { QUERY_PORT: '28015' }, [28_015]],
    ['rust', 28_015, { QUERY_PORT: '0' }, [28_015]],
    ['rust', 28_015, { QUERY_PORT: '99999' }, [28_015]],
    ['rust', 28_015, { QUERY_PORT: '28017; rm' }, [28_015]],
    ['rust', 28_015, { QUERY_PORT: '', A2S_PORT: '28020' }, [28_020, 28_015]],
    ['valheim', 2_456, {}, [2_457]],
    ['valheim', 65_535, {}, []],
    ['dayz', 2_302, {}, [27_016]],
    ['dayz', 2_400, {}, [27_114, 27_016]],
    ['ark-se', 7_777, { QUERY_PORT: '27020' }, [27_020, 27_015]],
    ['v-rising', 9_876, {}, [9_877, 9_891]],
    ['factorio', 34_197, {}, [34_197]],
  ])('%s at %s with %o', (id, primary, variables, ports) => expect(portsOf(id, primary, variables)).toEqual(ports))
})
