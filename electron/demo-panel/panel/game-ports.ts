import { randomInt } from 'node:crypto'
import { games } from '../machine/games.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { chance } from '../machine/random.ts'

/** Below the ports that systems give to outgoing connections, one of which could take a port while its server is stopped. */
const [lowest, highest] = [20_000, 32_000]

export const anyPort = () => randomInt(lowest, highest)

/** The ports of a server's game, the default one first. */
export type PortsOf = (server: LiveServer) => readonly number[]

/** The same at each start. Nobody listens at them: the panel's plugin counts the players. */
export const gamePorts: PortsOf = ({ uuid, definition }) => {
  const first = lowest + Math.floor(chance(uuid, 'port') * (highest - lowest))
  return games[definition().game].ports.map((offset) => first + offset)
}
