import type { Clock } from '../../lib/clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Fleet } from '../panel/fleet.ts'
import { createGamePorts, type GamePorts } from './game-ports.ts'
import type { GameTrap } from './trap.ts'

/**
 * The games of the demo panel's servers, which answer status pings on loopback, with what tests and the app can make
 * happen. Unknown servers are ignored.
 */
export type DemoGames = {
  /** The port at which players join, wherever the panel says it is; null for an unknown server. */
  port(identifier: string): number | null
  /** Lets something be wrong with the server's query, in place of what was; null puts it right. */
  setTrap(identifier: string, trap: GameTrap | null): Promise<void>
  /** Gives the server other ports, which the panel lists from then on. */
  movePorts(identifier: string): Promise<void>
  /** Lets a running server's process hang, its ports open: nothing answers or prints until a restart, or until lifted. */
  setHung(identifier: string, hung: boolean): void
  /** Lets somebody come now; false where the server does not run, or is full. */
  join(identifier: string, name: string): boolean
  /** Lets somebody go now; false for one who is not on. */
  leave(identifier: string, name: string): boolean
  /** Keeps those who are on, and others away, until it is lifted. */
  hold(identifier: string, held: boolean): void
  /** Who is on, in order of their names. */
  players(identifier: string): readonly string[]
  /** Resolves when every port is as its server is. */
  settled(): Promise<void>
}

/** What the panel itself needs of the games. */
export type GameAccess = {
  /** The ports that the panel lists for a server, the default one first. */
  listed(server: LiveServer): readonly number[]
  trap(server: LiveServer): GameTrap | null
}

type Deps = {
  readonly clock: Clock
  readonly seed: number
  readonly fleet: Pick<Fleet, 'list' | 'find'>
  /** The first port of each server in the last run, by uuid. */
  readonly kept: Readonly<Record<string, number>>
  readonly log: (line: string) => void
}

/** Gives each server its ports, and opens and closes them with it. Nothing waits or runs while nobody asks. */
export function createGames({ clock, seed, fleet, kept, log }: Deps) {
  const ports = new Map<string, GamePorts>()
  /** Ports of servers that are gone, until they are closed. */
  const ending = new Set<Promise<void>>()
  let isStarted = false

  const portsOf = (identifier: string) => ports.get(fleet.find(identifier)?.uuid ?? '')

  function end(one: GamePorts): void {
    const ended: Promise<void> = one.dispose().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  /** Follows the servers, new and deleted ones too; to be called after each change. */
  function follow(): Promise<void>[] {
    if (!isStarted) return []
    const servers = fleet.list()
    for (const [uuid, one] of ports) {
      if (servers.some((server) => server.uuid === uuid)) continue
      ports.delete(uuid)
      end(one)
    }
    return servers.flatMap((server) => {
      const known = ports.get(server.uuid)
      if (known !== undefined) {
        known.follow()
        return []
      }
      const fresh = createGamePorts({ clock, seed, server, kept: kept[server.uuid] ?? 0, log })
      ports.set(server.uuid, fresh)
      return [fresh.take()]
    })
  }

  const controls: DemoGames = {
    port: (identifier) => portsOf(identifier)?.first() || null,
    setTrap: async (identifier, trap) => portsOf(identifier)?.setTrap(trap),
    movePorts: async (identifier) => portsOf(identifier)?.move(),
    setHung: (identifier, hung) => fleet.find(identifier)?.setHung(hung),
    join: (identifier, name) => fleet.find(identifier)?.join(name) ?? false,
    leave: (identifier, name) => fleet.find(identifier)?.leave(name) ?? false,
    hold: (identifier, held) => fleet.find(identifier)?.holdPlayers(held),
    players: (identifier) => fleet.find(identifier)?.players() ?? [],
    async settled() {
      await Promise.all([...ports.values()].map((one) => one.settled()))
      await Promise.all(ending)
    },
  }
  const access: GameAccess = {
    listed: (server) => ports.get(server.uuid)?.listed() ?? [],
    trap: (server) => ports.get(server.uuid)?.trap() ?? null,
  }

  return {
    controls,
    access,
    follow: () => void follow(),
    /** Takes every server's ports. */
    async start(): Promise<void> {
      isStarted = true
      await Promise.all(follow())
    },
    /** The first port of each server, to be kept. */
    stored: (): Record<string, number> =>
      Object.fromEntries(
        fleet.list().flatMap(({ uuid }) => {
          const port = ports.get(uuid)?.first() || kept[uuid]
          return port === undefined ? [] : [[uuid, port]]
        }),
      ),
    async dispose(): Promise<void> {
      isStarted = false
      for (const one of ports.values()) end(one)
      ports.clear()
      await Promise.all(ending)
    },
  }
}
