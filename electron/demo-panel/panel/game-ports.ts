import { randomInt } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { games } from '../machine/games.ts'
import type { LiveServer } from '../machine/live-server.ts'
import { perServer } from '../machine/per-server.ts'
import type { Fleet } from './fleet.ts'

/** Below the ports that systems give to outgoing connections, one of which could take a port while its server is stopped. */
export const anyPort = () => randomInt(20_000, 32_000)

export type GamePortsDeps = {
  readonly clock: Clock
  readonly fleet: Pick<Fleet, 'list' | 'find'>
  /** The first port of each server in the last run, by uuid. */
  readonly kept: Readonly<Record<string, number>>
  readonly log: (line: string) => void
}

/** The ports of the servers' games. */
export type GamePorts = {
  /** Those that the panel lists for a server, the default one first. */
  listed(server: LiveServer): readonly number[]
  /** To be called after each change of a server. */
  follow(): void
  start(): Promise<void>
  /** The first port of each server, to be kept. */
  stored(): Record<string, number>
  dispose(): Promise<void>
}

/** Ports at which nobody listens: the panel's plugin counts the players. */
export function createGamePorts({ fleet, kept }: GamePortsDeps): GamePorts {
  const firstOf = perServer(({ uuid }) => kept[uuid] ?? anyPort())
  return {
    listed: (server) => games[server.definition().game].ports.map((offset) => firstOf(server) + offset),
    follow() {},
    async start() {},
    stored: () => Object.fromEntries(fleet.list().map((server) => [server.uuid, firstOf(server)])),
    async dispose() {},
  }
}
