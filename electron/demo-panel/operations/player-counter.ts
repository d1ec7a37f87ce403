import type { GameAccess } from '../games/games.ts'
import { profileOf } from '../games/profile.ts'
import { refusal } from '../http/envelope.ts'
import { createRateLimits } from '../http/rate-limit.ts'
import { json, type Reply, withHeaders } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { type Operation, onServer } from './operation.ts'

type Deps = { readonly now: () => number; readonly games: GameAccess }

/**
 * The panel's plugin `player-counter`, which asks the game from the panel's own machine: a count, and the names. Two
 * requests a minute for each server, whoever asks. A query that failed is an empty object with 200.
 */
export function playerCounterOperations({ now, games }: Deps): readonly Operation[] {
  const limits = createRateLimits({ requests: 2, windowMs: 60_000 })

  /** The answer to one that may ask, where the game has a query. */
  function ask(server: LiveServer, answer: (players: readonly string[]) => Reply): Reply {
    const rate = limits.take(server.uuid, now())
    const reply = rate.passed ? answerOf(server, answer) : refusal.tooManyRequests()
    return withHeaders(reply, rate.headers)
  }

  function answerOf(server: LiveServer, answer: (players: readonly string[]) => Reply): Reply {
    if (server.reportedState() !== 'running') return refusal.noQuery('Server is offline')
    const { doors } = profileOf(server.definition(), 0)
    if (doors.every(({ voice }) => voice === null)) return refusal.noQuery('Server has no query')
    const trap = games.trap(server)
    const hasFailed = server.isHung() || (trap !== null && trap !== 'fake-names')
    return hasFailed ? json({}) : answer(server.players())
  }

  return [
    onServer('GET', '/query', null, ({ server }) =>
      ask(server, (players) => {
        const { name } = server.definition()
        const { map } = profileOf(server.definition(), 0)
        return json({ hostname: name, map, current_players: players.length, max_players: server.slots() })
      }),
    ),
    onServer('GET', '/query/players', null, ({ server }) => {
      const isTold = server.definition().game === 'minecraft'
      return ask(server, (players) => (isTold ? json(players) : refusal.noQuery('Server query has no player list')))
    }),
  ]
}
