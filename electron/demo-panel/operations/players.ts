import { z } from 'zod'
import { item, list, refusal } from '../http/envelope.ts'
import { json, noContent } from '../http/reply.ts'
import { type Operation, onServer } from './operation.ts'

const kickInput = z.object({ name: z.string().max(40) })

/** A panel extension that manages players: like all extensions for keys with all permissions. */
export const playerOperations: readonly Operation[] = [
  onServer('GET', '/extensions/players', 'all', ({ server }) =>
    json(list(server.players().map((name) => item('player', { name })))),
  ),
  onServer('POST', '/extensions/players/kick', 'all', (call) => {
    const input = call.input(kickInput)
    if (!input.ok) return input.reply
    if (!call.server.players().includes(input.value.name)) return refusal.notFoundForServer()
    call.server.command(`kick ${input.value.name}`)
    call.record('extension:players.kick', { name: input.value.name })
    return noContent
  }),
]
