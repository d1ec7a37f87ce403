import { z } from 'zod'
import { profileOf } from '../games/profile.ts'
import { item, list, refusal } from '../http/envelope.ts'
import { createRateLimits } from '../http/rate-limit.ts'
import { refuse, replyOf } from '../http/refused.ts'
import { json, type Reply, withHeaders } from '../http/reply.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { on, onInput } from './operation.ts'

const kickInput = z.object({ name: z.string().max(40) })

/** A panel extension that manages players: like all extensions for keys with all permissions. */
export const playerRows = [
  on('GET', '/extensions/players', 'all', ({ server }) =>
    json(list(server.players().map((name) => item('player', { name })))),
  ),
  onInput('POST', '/extensions/players/kick', 'all', kickInput, (call, { name }) => {
    if (!call.server.players().includes(name)) refuse(refusal.notFoundForServer())
    call.server.command(`kick ${name}`)
    call.record('extension:players.kick', { name })
  }),
]

/**
 * The panel's plugin `player-counter`, which asks the game from the panel's own machine: a count, and the names. Two
 * requests a minute for each server, whoever asks. A query that failed is an empty object with 200.
 */
export function playerCounterRows(now: () => number) {
  const limits = createRateLimits({ requests: 2, windowMs: 60_000 })

  function ask(server: LiveServer, answer: () => unknown): Reply {
    const rate = limits.take(server.uuid, now())
    if (!rate.passed) return withHeaders(refusal.tooManyRequests(), rate.headers)
    return withHeaders(
      replyOf(() => {
        if (server.reportedState() !== 'running') refuse(refusal.noQuery('Server is offline'))
        if (!profileOf(server.definition(), 0).isCounted) refuse(refusal.noQuery('Server has no query'))
        return json(answer())
      }),
      rate.headers,
    )
  }

  return [
    on('GET', '/query', null, ({ server }) =>
      ask(server, () => {
        const { map } = profileOf(server.definition(), 0)
        const { name: hostname } = server.definition()
        return { hostname, map, current_players: server.players().length, max_players: server.slots() }
      }),
    ),
    on('GET', '/query/players', null, ({ server }) =>
      ask(server, () => {
        const isTold = server.definition().game === 'minecraft'
        return isTold ? server.players() : refuse(refusal.noQuery('Server query has no player list'))
      }),
    ),
  ]
}
