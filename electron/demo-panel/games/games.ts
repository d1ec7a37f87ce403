import type { Clock } from '../../lib/clock.ts'
import type { LiveServer } from '../machine/live-server.ts'
import type { Fleet } from '../panel/fleet.ts'
import { createGamePorts, type GamePorts } from './game-ports.ts'
import type { Manner } from './manner.ts'

type Deps = {
  readonly clock: Clock
  readonly seed: number
  readonly fleet: Pick<Fleet, 'list'>
  readonly manner: Manner
  /** The first port of each server in the last run, by uuid. */
  readonly kept: Readonly<Record<string, number>>
  readonly log: (line: string) => void
}

export type Games = ReturnType<typeof createGames>

/** Gives each server its ports, and opens and closes them with it. Nothing waits or runs while nobody asks. */
export function createGames({ clock, seed, fleet, manner, kept, log }: Deps) {
  const ports = new Map<string, GamePorts>()
  /** Ports of servers that are gone, until they are closed. */
  const ending = new Set<Promise<void>>()
  let isStarted = false

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
      const fresh = createGamePorts({ clock, seed, server, manner, kept: kept[server.uuid] ?? 0, log })
      ports.set(server.uuid, fresh)
      return [fresh.take()]
    })
  }

  return {
    /** The ports of a server; null where it has none. */
    of: (server: LiveServer): GamePorts | null => ports.get(server.uuid) ?? null,
    /** The ports that the panel lists for a server, the default one first. */
    listed: (server: LiveServer): readonly number[] => ports.get(server.uuid)?.listed() ?? [],
    /** Resolves when every port is as its server is. */
    async settled(): Promise<void> {
      await Promise.all([...ports.values()].map((one) => one.settled()))
      await Promise.all(ending)
    },
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
