import { describe, expect, it } from 'vitest'
import type { GameDetails } from '../../../../electron/panel/game-details.ts'
import type { ListedServer } from '../../../../electron/panel/types.ts'
import { createGames } from '../../../../electron/servers/games.ts'
import { applyList, dropKey } from '../../../../electron/state/updates.ts'
import { serverRef } from '../../../../shared/model/identifier.ts'
import { aKey, aState, identifier, keyId } from '../../../fixtures/state.ts'

const details = (more: Partial<GameDetails> = {}): GameDetails => ({
  allocations: [{ ip: '203.0.113.7', alias: null, port: 25_565, isDefault: true }],
  nodeHost: null,
  egg: null,
  image: 'yolks:java_21',
  programs: '',
  features: [],
  variables: {},
  ...more,
})
const lobby = identifier('a1b2c3d4')
const listed = (game: GameDetails | null): ListedServer => ({
  identifier: lobby,
  name: 'Lobby',
  condition: null,
  limits: null,
  game,
})
const [owner, helper] = [keyId('key-1'), keyId('key-2')]
const ref = serverRef(aKey().panelId, lobby)

/** Both keys of a panel, and lists of theirs as they come in. */
function setUp() {
  let state = aState({ keys: [aKey({ id: owner }), aKey({ id: helper })], servers: [] })
  const games = createGames({ store: { get: () => state } })
  return {
    games,
    list(key: typeof owner, ...servers: ListedServer[]) {
      games.note(key, servers)
      const whole = { servers, leftOut: { unusable: 0, beyondBound: 0 }, dialect: 'pterodactyl' as const }
      state = applyList(key, whole, 0)(state)
    },
    drop(key: typeof owner) {
      state = dropKey(key)(state)
    },
  }
}

describe('what is known of the games of servers', () => {
  it('is what the newest list of a key tells', () => {
    const { games, list } = setUp()
    expect(games.gameOf(ref)).toBeNull()
    list(owner, listed(details()))
    expect(games.gameOf(ref)).toEqual(details())
    const moved = details({ allocations: [{ ip: '203.0.113.7', alias: null, port: 25_999, isDefault: true }] })
    list(owner, listed(moved))
    expect(games.gameOf(ref)).toEqual(moved)
    list(owner, listed(null))
    expect(games.gameOf(ref)).toBeNull()
  })

  it('is what the key tells that may see most', () => {
    const { games, list, drop } = setUp()
    const seen = details({ variables: { QUERY_PORT: '28016' } })
    list(owner, listed(seen))
    list(helper, listed(details()))
    expect(games.gameOf(ref)).toEqual(seen)
    drop(owner)
    expect(games.gameOf(ref)).toEqual(details())
  })

  it('ends with the server, and with its key', () => {
    const { games, list, drop } = setUp()
    list(owner, listed(details()))
    list(owner)
    expect(games.gameOf(ref)).toBeNull()
    list(owner, listed(details()))
    drop(owner)
    list(helper, listed(null))
    expect(games.gameOf(ref)).toBeNull()
  })
})
